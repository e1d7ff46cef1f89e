import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport

/// What was recorded is played by what people have: each player says how long the film is, finds its way in it, and
/// plays the mixed sound and no other.
package struct PlayersScenario: Scenario {
    private static let region = PixelRect(x: 0, y: 0, width: 640, height: 360)
    /// The applications' sound and the microphone's.
    private static let tones = [SteadyTone(frequency: 440), SteadyTone(frequency: 1_000)]

    private let fileExtension: String
    private let options: [String]
    private let players: [FilmPlayer]
    private let seconds: Int

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - fileExtension: which kind of film.
    ///   - options: more of the recorder's options.
    ///   - players: what must play it.
    ///   - seconds: how long it is.
    package init(
        fileExtension: String = "mp4",
        options: [String] = [],
        players: [FilmPlayer] = FilmPlayer.allCases,
        seconds: Int = 5
    ) {
        self.fileExtension = fileExtension
        self.options = options
        self.players = players
        self.seconds = seconds
    }

    package func run(tool: String) throws -> ScenarioReport {
        let sound = try PrivateSoundServer(sinks: [PrivateSoundServer.Sink("speakers")], microphone: .hearsVoice)
        let desktop = try PrivateDesktop(tool: tool, size: Self.region.size, sound: sound)
        let path = desktop.file("film.\(fileExtension)")
        try record(into: path, on: desktop, sound)
        var report = ScenarioReport()
        for player in players {
            let played = try player.play(path, tones: Self.tones, on: desktop)
            let error = abs(played.duration - Double(seconds))
            var part = ScenarioReport()
            part.add("duration is wrong by", error * 1000, unit: " ms", atMost: 60)
            part.add("seeks are off by", played.seekError * 1000, unit: " ms", atMost: 100)
            part.add("plays", Self.trackName(played.heard), wanted: "Mix")
            report.add(part, as: player.rawValue)
        }
        return report
    }

    private func record(into path: String, on desktop: PrivateDesktop, _ sound: PrivateSoundServer) throws {
        let screen = try CounterScreen(desktop, Self.region, rate: FrameRate(30))
        defer { screen.stop() }
        let players = try ["speakers", "voice"].map { sink in
            try PulseAudioPlayback(server: sound.server, sink: sink, clock: MonotonicClock())
        }
        defer { for player in players { player.stop() } }
        for (player, tone) in zip(players, Self.tones) {
            _ = player.play(tone.samples(seconds: seconds + 30, sampleRate: 48_000))
        }
        let words = ["--region", "\(Self.region)", "--app-audio", "speakers", "--mic", "microphone"]
        let recorder = try desktop.record(words + options + ["--duration", "\(seconds)", path])
        try recorder.awaitEvent("finished")
        try recorder.awaitEnd()
    }

    private static func trackName(_ heard: [Bool]) -> String {
        switch heard {
        case [true, true]: "Mix"
        case [true, false]: "Applications"
        case [false, true]: "Microphone"
        default: "nothing"
        }
    }
}
