import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

/// A film is paused again and again, with a flash and a beep between two pauses and another tone in each of them: at its
/// end sound and picture are as near as at its beginning, and nothing of the pauses is in it.
package struct PauseScenario: Scenario {
    /// How far a beep may be from its flash, and the last one from where it is wanted.
    package struct Bounds: Sendable {
        let offset: Duration
        let foundShare: Double

        /// Makes bounds.
        ///
        /// - Parameter foundShare: how many of the beats must be found whose own instants are known.
        package init(offset: Duration = .milliseconds(34), foundShare: Double = 1) {
            (self.offset, self.foundShare) = (offset, foundShare)
        }
    }

    private static let region = PixelRect(x: 100, y: 50, width: 640, height: 360)
    /// A flash whose own instant is less well known is left out.
    private static let largestUncertainty = Duration.milliseconds(3)
    /// What is heard in pauses; a beep is of a third of that.
    private static let tone = SteadyTone(frequency: 3_000)

    private let timing: String
    private let pauseCount: Int
    private let bounds: Bounds

    /// Describes the scenario.
    ///
    /// - Parameter timing: the recorder's option: `vfr` or `cfr`.
    package init(timing: String = "vfr", pauses pauseCount: Int = 60, bounds: Bounds = Bounds()) {
        self.timing = timing
        self.pauseCount = pauseCount
        self.bounds = bounds
    }

    package func run(tool: String) throws -> ScenarioReport {
        let sound = try PrivateSoundServer(sinks: [PrivateSoundServer.Sink("speakers")], microphone: .absent)
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 800, height: 480), sound: sound)
        let path = desktop.file("paused.mp4")
        let middle = PixelRect(x: 260, y: 140, width: 320, height: 180)
        let player = try BeaconPlayer(desktop, window: middle, sink: "speakers")
        try player.awaitSound()
        let recorder = try desktop.record([
            "--region", "\(Self.region)", "--app-audio", "speakers", "--no-mic", "--timing", timing, path,
        ])
        try recorder.awaitEvent("started")
        var beats: [BeaconPlayer.Beat] = []
        for _ in 0..<pauseCount {
            beats += try player.play(beats: 1)
            recorder.send(SIGUSR2)
            try recorder.awaitEvent("paused")
            try player.play(Self.tone, for: .milliseconds(200))
            recorder.send(SIGUSR2)
            try recorder.awaitEvent("resumed")
        }
        let finished = try recorder.stop()
        return report(beats, try DecodedFilm(AssetReader(path: path)), finished)
    }

    private func report(_ beats: [BeaconPlayer.Beat], _ film: DecodedFilm, _ finished: RecorderEvent) -> ScenarioReport
    {
        let found = BeaconFilm(film)
        var report = ScenarioReport()
        report.add("flashes", found.flashes.count, wanted: pauseCount)
        report.add("pauses", Int(finished.numbers["pauses"] ?? -1), wanted: pauseCount)
        var offsets: [Double] = []
        var knownCount = 0
        for (beat, flash) in zip(beats, found.flashes) {
            guard let beep = beat.beep, beat.flashUncertainty <= Self.largestUncertainty else { continue }
            knownCount += 1
            let wanted = flash + (beep - beat.flash).inSeconds
            if let heard = found.beep(near: wanted) { offsets.append(heard - wanted) }
        }
        let bound = bounds.offset.inSeconds * 1000
        report.add("beats of \(knownCount)", Double(offsets.count), atLeast: bounds.foundShare * Double(knownCount))
        report.add("largest offset", (offsets.map(abs).max() ?? .infinity) * 1000, unit: " ms", atMost: bound)
        report.add("offset of the last", abs(offsets.last ?? .infinity) * 1000, unit: " ms", atMost: bound)
        let length = finished.numbers["duration"] ?? 0
        let soundLength = Double(film.sounds[1]?.count ?? 0) / 48_000
        report.add("sound and film end apart", abs(soundLength - length) * 1000, unit: " ms", atMost: 1)
        // A tenth of a second is many whole periods of both tones, so that neither hides the other.
        let sound = film.sounds[1] ?? []
        let leaks = stride(from: 0, to: sound.count - 4_800, by: 2_400).filter { first in
            Self.tone.isHeard(in: sound[first..<first + 4_800], sampleRate: 48_000)
        }
        report.add("tenths of a second with the tone of the pauses", leaks.count, wanted: 0)
        return report
    }
}
