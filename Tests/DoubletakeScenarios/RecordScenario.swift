import Doubletake
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport

/// A region, the sound of the applications and a microphone are recorded from a screen that never changes.
package struct RecordScenario: Scenario {
    private static let region = PixelRect(x: 100, y: 50, width: 1280, height: 720)

    private let seconds: Int

    /// Describes a recording of so many seconds.
    package init(seconds: Int = 5) {
        self.seconds = seconds
    }

    package func run(tool: String) throws -> ScenarioReport {
        let sound = try PrivateSoundServer(sinks: [PrivateSoundServer.Sink("speakers")], microphone: .hearsVoice)
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 1440, height: 900), sound: sound)
        let client = try X11TestClient(desktop.screen)
        try client.fillAll(TestColor(200, 180, 60))
        let players = try ["speakers", "voice"].map { sink in
            try PulseAudioPlayback(server: sound.server, sink: sink, clock: MonotonicClock())
        }
        defer { for player in players { player.stop() } }
        let beep = Beep(sampleRate: 48_000).samples
        for player in players { _ = player.play((0..<10 * (seconds + 10)).flatMap { _ in beep }) }

        let path = desktop.file("record.mp4")
        let recorder = try desktop.record([
            "--region", "\(Self.region)", "--app-audio", "speakers", "--mic", "microphone",
            "--duration", "\(seconds)", path,
        ])
        try recorder.awaitEvent("finished")
        var report = ScenarioReport()
        report.add("status", try recorder.awaitEnd(), wanted: 0)
        try inspect(path, into: &report)
        return report
    }

    private func inspect(_ path: String, into report: inout ScenarioReport) throws {
        let probe = try MediaProbe(path)
        report.add("tracks", probe.streams.map { $0.codec ?? "?" }, wanted: ["h264", "aac", "aac", "aac"])
        report.add("enabled", probe.streams.map(\.isDefault), wanted: [true, true, false, false])
        report.add("size", probe.videoStreams.first?.size?.description ?? "?", wanted: "\(Self.region.size)")
        let durations = probe.streams.compactMap { $0.duration?.inSeconds }
        let spread = (durations.max() ?? .infinity) - (durations.min() ?? 0)
        report.add("durations differ by", spread * 1000, unit: " ms", atMost: 50)
        let error = abs((durations.first ?? 0) - Double(seconds))
        report.add("duration is wrong by", error * 1000, unit: " ms", atMost: 50)
        report.add("ffmpeg has nothing to complain about", isTrue: try MediaProbe.decodeErrors(path).isEmpty)

        let film = try DecodedFilm(AssetReader(path: path))
        report.add("the first picture is at zero", isTrue: film.pictures.first?.time == .zero)
        report.add("no picture is black", isTrue: film.pictures.allSatisfy { $0.middleLuma > 100 })
        report.add(note: "pictures", Double(film.pictures.count))
        let loudness = film.sounds.keys.sorted().map { film.sounds[$0]?.map(abs).max() ?? 0 }
        report.add("tracks that are heard", loudness.filter { $0 > 0.1 }.count, ofAll: 3)
    }
}
