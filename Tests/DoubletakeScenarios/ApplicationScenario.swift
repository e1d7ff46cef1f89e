import Doubletake
import DoubletakeMedia
import DoubletakePulseAudio
package import DoubletakeTestSupport

/// Two applications play different tones on one device, and one of them is recorded, or all but it: the other tone isn't
/// in the film.
package struct ApplicationScenario: Scenario {
    private static let sampleRate = 48_000
    private let server: PrivateSoundServer.Kind
    private let selections: [String]
    private let length: Duration

    /// Describes the scenario.
    package init(_ form: ScenarioForm, on server: PrivateSoundServer.Kind = .pulseAudio) {
        self.server = server
        selections = form == .long ? ["app:One", "not-app:Two", "app:two", "not-app:one"] : ["app:One"]
        length = form == .long ? .seconds(10) : .seconds(2)
    }

    package func run(tool: String) throws -> ScenarioReport {
        let sound = try PrivateSoundServer(server, microphone: .absent)
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 320, height: 180), sound: sound)
        let tones = [SteadyTone(frequency: 1_000), SteadyTone(frequency: 1_700)]
        let players = try zip(["One", "Two"], tones).map { name, tone in
            let player = try PulseAudioPlayback(
                server: sound.server,
                named: name,
                sink: "speakers",
                latency: .milliseconds(200),
                clock: MonotonicClock()
            )
            _ = player.play(tone.samples(seconds: 120, sampleRate: Self.sampleRate))
            return player
        }
        defer { for player in players { player.stop() } }
        var report = ScenarioReport()
        for selection in selections {
            let isFirstWanted = ["app:One", "not-app:Two"].contains(selection)
            let path = desktop.file("\(report.figures.count).mp4")
            let recorder = try desktop.record([
                "--screen", "--no-cursor", "--app-audio", selection, "--no-mic", "--duration",
                "\(length.inSeconds)", path,
            ])
            try recorder.awaitEvent("finished")
            try recorder.awaitEnd()
            let film = try DecodedFilm(AssetReader(path: path))
            // The first half second may have the beginning of the recording of a stream in it.
            let heard = film.sounds.values.first?.dropFirst(Self.sampleRate / 2) ?? []
            let levels = tones.map { $0.level(in: heard, sampleRate: Self.sampleRate) }
            let (wanted, other) = isFirstWanted ? (levels[0], levels[1]) : (levels[1], levels[0])
            report.add("\(selection): the tone", wanted, unit: " dB", atLeast: -1)
            report.add("\(selection): the other one", other, unit: " dB", atMost: -60)
            report.add("\(selection): warnings", recorder.events.filter { $0.kind == "warning" }.count, wanted: 0)
        }
        return report
    }
}
