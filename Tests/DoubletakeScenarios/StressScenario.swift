import Doubletake
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Glibc

/// A tone and a screen that changes are recorded while other programs keep every core busy: no sample is lost, and none is
/// filled in.
package struct StressScenario: Scenario {
    private static let sampleRate = 48_000
    /// How much of the tone is at the server in advance: so much that it isn't the player who is heard to be too slow.
    private static let playerLatency = Duration.seconds(2)
    private let busyCount: Int
    private let length: Duration

    /// Describes the scenario.
    ///
    /// - Parameter busyCount: how many programs use all of a core.
    package init(busyCount: Int = 2, length: Duration = .seconds(60)) {
        self.busyCount = busyCount
        self.length = length
    }

    package func run(tool: String) throws -> ScenarioReport {
        let sound = try PrivateSoundServer(microphone: .absent)
        let size = PixelSize(width: 640, height: 360)
        let desktop = try PrivateDesktop(tool: tool, size: size, sound: sound)
        let counter = try CounterScreen(desktop, PixelRect(size), rate: FrameRate(30))
        defer { counter.stop() }
        let tone = SteadyTone(frequency: 440)
        let player = try PulseAudioPlayback(
            server: sound.server,
            sink: "speakers",
            latency: Self.playerLatency,
            clock: MonotonicClock()
        )
        defer { player.stop() }
        _ = player.play(tone.samples(seconds: Int(length.inSeconds) + 60, sampleRate: Self.sampleRate))
        let busy = try (0..<busyCount).map { _ in
            try ChildProcess(["sh", "-c", "while :; do :; done"], desktop.environment)
        }
        defer { for program in busy { program.end(by: SIGKILL) } }
        let path = desktop.file("film.mp4")
        let recorder = try desktop.record([
            "--screen", "--no-cursor", "--app-audio", "speakers", "--no-mic", "--start", "key", "--duration",
            "\(length.inSeconds)", path,
        ])
        try recorder.awaitEvent("armed")
        // A film that begins before a device's first sample begins with silence, which is counted and is nobody's loss.
        Pace(MonotonicClock()).wait(for: Self.playerLatency + .seconds(1))
        try desktop.run(["xdotool", "key", "F9"])
        let finished = try recorder.awaitEvent("finished", within: length + .seconds(60))
        try recorder.awaitEnd()
        let film = try DecodedFilm(AssetReader(path: path))
        let samples = film.sounds.values.first ?? []
        var report = ScenarioReport()
        for field in ["samples_filled", "samples_dropped"] {
            report.add(field, finished.numbers[field] ?? .infinity, atMost: 0)
        }
        let error = abs(Double(samples.count) / Double(Self.sampleRate) - length.inSeconds)
        report.add("length is wrong by", error * 1000, unit: " ms", atMost: 50)
        let clicks = clicks(in: samples)
        report.add("clicks", clicks.count, wanted: 0)
        if let first = clicks.first {
            report.add(note: "the first click", Double(first) / Double(Self.sampleRate), unit: " s")
        }
        report.add("tone", quietestSecond(of: tone, in: samples), unit: " dB", atLeast: -1)
        return report
    }

    /// How loud the tone is in the second in which it is least so.
    ///
    /// Not in all of them at once: a shift of a millisecond, as a device's clock may need, is half a turn of the tone.
    private func quietestSecond(of tone: SteadyTone, in samples: [Float]) -> Double {
        let rate = Self.sampleRate
        return stride(from: 0, through: samples.count - rate, by: rate).map { first in
            tone.level(in: samples[first..<first + rate], sampleRate: rate)
        }
        .min() ?? -.infinity
    }

    /// Where the sound does what a tone doesn't: a step from a sample to the next that is twice the tone's largest.
    private func clicks(in samples: [Float]) -> [Int] {
        // The encoder's first packet has nothing before it to begin from, and its last one has the end of the tone in it.
        let whole = samples.dropFirst(2_048).dropLast(1_024)
        let steps = zip(whole, whole.dropFirst()).map { abs($1 - $0) }
        let usual = steps.prefix(Self.sampleRate / 2).max() ?? 0
        return steps.indices.filter { steps[$0] > 2 * usual }.map { $0 + 2_048 }
    }
}
