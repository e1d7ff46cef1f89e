import Doubletake
import DoubletakeMedia
package import DoubletakeTestSupport

/// A window flashes and a beep is heard at the same instants: they must be at the same instants in the film.
package struct BeaconScenario: Scenario {
    /// How the sink is when the recording begins.
    package enum Sink: Sendable {
        /// Something plays on it already.
        case playing
        /// It sleeps, and gives nothing for two seconds; only then something begins to play.
        case asleep
    }

    /// Which sound is recorded.
    package enum Source: Sendable {
        /// What the sink plays.
        case applications
        /// What a microphone hears, which hears a sink.
        case microphone

        fileprivate var sink: String {
            self == .microphone ? "voice" : "speakers"
        }

        fileprivate var options: [String] {
            self == .microphone ? ["--no-app-audio", "--mic", "microphone"] : ["--app-audio", "speakers", "--no-mic"]
        }
    }

    /// How far sound and picture may be from each other.
    package struct Bounds: Sendable {
        let mean: Duration
        let offset: Duration
        let doubtfulShare: Double
        let foundShare: Double
        let near: (share: Double, within: Duration)?
        let drift: Duration?

        /// Makes bounds.
        ///
        /// - Parameters:
        ///   - mean: for the average.
        ///   - offset: for each beep and its flash.
        ///   - doubtfulShare: how many beats may be left out, since the machine was too busy to play them on time.
        ///   - foundShare: how many of the others must be in the film; a machine that is too busy loses pictures.
        ///   - near: how many must be nearer than that; nil for no such bound.
        ///   - drift: by how much the offset may grow from the first to the last; nil for no such bound.
        package init(
            mean: Duration = .milliseconds(10),
            offset: Duration = .milliseconds(25),
            doubtfulShare: Double = 0.1,
            foundShare: Double = 1,
            near: (share: Double, within: Duration)? = nil,
            drift: Duration? = nil
        ) {
            self.mean = mean
            self.offset = offset
            self.doubtfulShare = doubtfulShare
            self.foundShare = foundShare
            self.near = near
            self.drift = drift
        }
    }

    private static let region = PixelRect(x: 100, y: 50, width: 640, height: 360)

    private let timing: String
    private let sink: Sink
    private let source: Source
    private let server: PrivateSoundServer.Kind
    private let beatCount: Int
    private let bounds: Bounds

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - timing: the recorder's option: `vfr` or `cfr`.
    ///   - source: which sound is recorded.
    ///   - server: which program plays it.
    ///   - beatCount: how many flashes.
    ///   - bounds: what is wanted.
    package init(
        timing: String = "vfr",
        sink: Sink = .playing,
        source: Source = .applications,
        server: PrivateSoundServer.Kind = .pulseAudio,
        beatCount: Int = 59,
        bounds: Bounds = Bounds()
    ) {
        self.timing = timing
        self.sink = sink
        self.source = source
        self.server = server
        self.beatCount = beatCount
        self.bounds = bounds
    }

    package func run(tool: String) throws -> ScenarioReport {
        let idleness = sink == .asleep ? PrivateSoundServer.Idleness.sleeps : .looksAround
        let sound = try PrivateSoundServer(
            server,
            sinks: [PrivateSoundServer.Sink("speakers", whenIdle: idleness)],
            microphone: source == .microphone ? .hearsVoice : .absent
        )
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 800, height: 480), sound: sound)
        let path = desktop.file("beacon.mp4")
        let words =
            ["--region", "\(Self.region)", "--fps", "30", "--timing", timing] + source.options + [path]
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
            player = try BeaconPlayer(desktop, window: window, sink: source.sink)
            try player.awaitSound()
            recorder = try desktop.record(words)
            try recorder.awaitEvent("started")
        case .asleep:
            recorder = try desktop.record(words)
            try recorder.awaitEvent("started")
            player = try BeaconPlayer(desktop, window: window, sink: source.sink)
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
        let offsets = BeaconOffsets(beats, in: found, start: start)
        let values = offsets.values.map(\.offset)
        let knownCount = beats.count - offsets.doubtfulCount
        report.add(
            "beats found of \(knownCount)", Double(values.count), atLeast: bounds.foundShare * Double(knownCount))
        let largestCount = (Double(beats.count) * bounds.doubtfulShare).rounded(.down)
        report.add("beats whose own instant is unknown", Double(offsets.doubtfulCount), atMost: largestCount)
        report.add("mean offset", abs(offsets.mean) * 1000, unit: " ms", atMost: bounds.mean.inSeconds * 1000)
        report.add("largest offset", offsets.largest * 1000, unit: " ms", atMost: bounds.offset.inSeconds * 1000)
        if let near = bounds.near {
            let share = offsets.share(within: near.within) * 100
            report.add("within \(Int(near.within.inSeconds * 1000)) ms", share, unit: " %", atLeast: near.share * 100)
        } else {
            report.add(note: "within 10 ms", offsets.share(within: .milliseconds(10)) * 100, unit: " %")
        }
        if let drift = bounds.drift {
            let grown = abs(offsets.wholeDrift) * 1000
            report.add("from the first to the last", grown, unit: " ms", atMost: drift.inSeconds * 1000)
        }
        report.add(note: "from", (values.min() ?? 0) * 1000, unit: " ms")
        report.add(note: "to", (values.max() ?? 0) * 1000, unit: " ms")
        report.add(note: "drift", offsets.drift * 1e6, unit: " ppm")
        return report
    }
}
