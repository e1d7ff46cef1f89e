import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport

/// A window flashes and a beep is heard at the same instants: they must be at the same instants in the film.
package struct BeaconScenario: Scenario {
    /// How the sink is when the recording begins.
    package enum Sink: Sendable {
        /// Something plays on it already.
        case playing
        /// It sleeps, and gives nothing for two seconds; only then something begins to play.
        case asleep
    }

    /// How far sound and picture may be from each other.
    package struct Bounds: Sendable {
        let mean: Duration
        let offset: Duration
        let doubtfulShare: Double
        let foundShare: Double

        /// Makes bounds.
        ///
        /// - Parameters:
        ///   - mean: for the average.
        ///   - offset: for each beep and its flash.
        ///   - doubtfulShare: how many beats may be left out, since the machine was too busy to play them on time.
        ///   - foundShare: how many of the others must be in the film; a machine that is too busy loses pictures.
        package init(
            mean: Duration = .milliseconds(10),
            offset: Duration = .milliseconds(25),
            doubtfulShare: Double = 0.1,
            foundShare: Double = 1
        ) {
            self.mean = mean
            self.offset = offset
            self.doubtfulShare = doubtfulShare
            self.foundShare = foundShare
        }
    }

    private static let region = PixelRect(x: 100, y: 50, width: 640, height: 360)
    /// A flash whose own instant is less well known is left out.
    private static let largestUncertainty = Duration.milliseconds(3)

    private let timing: String
    private let sink: Sink
    private let beatCount: Int
    private let bounds: Bounds

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - timing: the recorder's option: `vfr` or `cfr`.
    ///   - beatCount: how many flashes.
    ///   - bounds: what is wanted.
    package init(
        timing: String = "vfr",
        sink: Sink = .playing,
        beatCount: Int = 59,
        bounds: Bounds = Bounds()
    ) {
        self.timing = timing
        self.sink = sink
        self.beatCount = beatCount
        self.bounds = bounds
    }

    package func run(tool: String) throws -> ScenarioReport {
        let idleness = sink == .asleep ? PrivateSoundServer.Idleness.sleeps : .looksAround
        let sound = try PrivateSoundServer(
            sinks: [PrivateSoundServer.Sink("speakers", whenIdle: idleness)],
            microphone: .absent
        )
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 800, height: 480), sound: sound)
        let path = desktop.file("beacon.mp4")
        let words = [
            "--region", "\(Self.region)", "--app-audio", "speakers", "--no-mic", "--fps", "30", "--timing", timing,
            path,
        ]
        let window = PixelRect(
            x: Self.region.x + Self.region.width / 4,
            y: Self.region.y + Self.region.height / 4,
            width: Self.region.width / 2,
            height: Self.region.height / 2
        )
        let recorder: RunningRecorder
        let player: BeaconPlayer
        switch sink {
        case .playing:
            player = try BeaconPlayer(desktop, window: window, sink: "speakers")
            try player.awaitSound()
            recorder = try desktop.record(words)
            try recorder.awaitEvent("started")
        case .asleep:
            recorder = try desktop.record(words)
            try recorder.awaitEvent("started")
            player = try BeaconPlayer(desktop, window: window, sink: "speakers")
            try player.awaitSound()
        }
        let beats = try player.play(beats: beatCount)
        _ = try recorder.stop()
        return report(beats, try DecodedFilm(AssetReader(path: path)), start: recorder.filmStart)
    }

    private func report(_ beats: [BeaconPlayer.Beat], _ film: DecodedFilm, start: MediaTime?) -> ScenarioReport {
        let found = BeaconFilm(film)
        var report = ScenarioReport()
        guard let start else { return report }
        var offsets: [(time: Double, offset: Double)] = []
        var doubtfulCount = 0
        for beat in beats {
            let expected = MediaTime.zero + (beat.flash - start)
            guard let beep = beat.beep, beat.flashUncertainty <= Self.largestUncertainty else {
                doubtfulCount += 1
                continue
            }
            guard let flash = found.flash(near: expected) else { continue }
            let distance = (beep - beat.flash).inSeconds
            guard let heard = found.beep(near: flash + distance) else { continue }
            offsets.append((time: flash, offset: heard - (flash + distance)))
        }
        let values = offsets.map(\.offset)
        let mean = values.reduce(0, +) / Double(max(values.count, 1))
        let knownCount = beats.count - doubtfulCount
        report.add(
            "beats found of \(knownCount)", Double(values.count), atLeast: bounds.foundShare * Double(knownCount))
        let largestCount = (Double(beats.count) * bounds.doubtfulShare).rounded(.down)
        report.add("beats whose own instant is unknown", Double(doubtfulCount), atMost: largestCount)
        report.add("mean offset", abs(mean) * 1000, unit: " ms", atMost: bounds.mean.inSeconds * 1000)
        let largest = values.map(abs).max() ?? .infinity
        report.add("largest offset", largest * 1000, unit: " ms", atMost: bounds.offset.inSeconds * 1000)
        report.add(note: "from", (values.min() ?? 0) * 1000, unit: " ms")
        report.add(note: "to", (values.max() ?? 0) * 1000, unit: " ms")
        report.add(note: "drift", drift(of: offsets) * 1e6, unit: " ppm")
        return report
    }

    /// By how much the offset grows in a second: the slope of the line that fits best.
    private func drift(of offsets: [(time: Double, offset: Double)]) -> Double {
        let count = Double(offsets.count)
        guard count > 1 else { return 0 }
        let meanTime = offsets.map(\.time).reduce(0, +) / count
        let meanOffset = offsets.map(\.offset).reduce(0, +) / count
        let numerator = offsets.map { ($0.time - meanTime) * ($0.offset - meanOffset) }.reduce(0, +)
        let denominator = offsets.map { ($0.time - meanTime) * ($0.time - meanTime) }.reduce(0, +)
        return denominator > 0 ? numerator / denominator : 0
    }
}
