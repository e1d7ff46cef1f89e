import Doubletake
import DoubletakeMedia
package import DoubletakeTestSupport

/// The sound server is killed in the middle of a recording and started again: the film is silent meanwhile, and then the
/// beeps are where they belong.
package struct SoundServerScenario: Scenario {
    private let server: PrivateSoundServer.Kind
    private let beatCount: Int
    private let offset: Duration
    private let absence: Duration

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - server: which program it is.
    ///   - beatCount: how many flashes there are after the server is back.
    ///   - offset: how far a beep may be from its flash then.
    ///   - absence: how long there is no server.
    package init(
        _ server: PrivateSoundServer.Kind = .pulseAudio,
        beatCount: Int = 20,
        offset: Duration = .milliseconds(25),
        absence: Duration = .seconds(2)
    ) {
        self.server = server
        self.beatCount = beatCount
        self.offset = offset
        self.absence = absence
    }

    package func run(tool: String) throws -> ScenarioReport {
        let sound = try PrivateSoundServer(server, microphone: .hearsVoice)
        let size = PixelSize(width: 640, height: 360)
        let desktop = try PrivateDesktop(tool: tool, size: size, sound: sound)
        let path = desktop.file("film.mp4")
        let pace = Pace(MonotonicClock())
        let window = PixelRect(size)
        let recorder: RunningRecorder
        do {
            let player = try BeaconPlayer(desktop, window: window, sink: "speakers")
            try player.awaitSound()
            recorder = try desktop.record(["--screen", "--no-cursor", "--fps", "30", "--tracks", "separate", path])
            try recorder.awaitEvent("started")
            _ = try player.play(beats: 2)
        }
        sound.stop()
        let gone = MonotonicClock().now
        pace.wait(for: absence)
        try sound.restart()
        let back = MonotonicClock().now
        let player = try BeaconPlayer(desktop, window: window, sink: "speakers")
        try player.awaitSound()
        pace.wait(for: .seconds(1))
        let beats = try player.play(beats: beatCount)
        _ = try recorder.stop()
        return try report(beats, recorder, DecodedFilm(AssetReader(path: path)), away: (gone, back))
    }

    private func report(
        _ beats: [BeaconPlayer.Beat],
        _ recorder: RunningRecorder,
        _ film: DecodedFilm,
        away: (from: MediaTime, to: MediaTime)
    ) throws -> ScenarioReport {
        var report = ScenarioReport()
        guard let start = recorder.filmStart else { return report }
        let offsets = BeaconOffsets(beats, in: BeaconFilm(film), start: start)
        let known = beats.count - offsets.doubtfulCount
        report.add("beats found of \(known)", Double(offsets.values.count), atLeast: 0.9 * Double(known))
        report.add("beats that are known", Double(known), atLeast: 1)
        report.add("largest offset", offsets.largest * 1000, unit: " ms", atMost: offset.inSeconds * 1000)
        let codes = recorder.events.filter { $0.kind == "warning" }.compactMap { $0.texts["code"] }
        report.add("warnings", codes, wanted: ["server_lost", "server_back"])
        let back = recorder.events.first { $0.texts["code"] == "server_back" }
        let delay = back.map { ($0.arrival - away.to).inSeconds } ?? .infinity
        report.add("back after the server", delay, unit: " s", atMost: 1)
        report.add("silent without the server", isTrue: isSilent(film, from: away.from - start, to: away.to - start))
        return report
    }

    /// Whether the first track of sound has nothing in it between two times of the film, a little later and earlier.
    private func isSilent(_ film: DecodedFilm, from: Duration, to: Duration) -> Bool {
        guard let track = film.sounds.keys.min(), let sound = film.sounds[track] else { return false }
        let first = Int((from.inSeconds + 0.2) * 48_000)
        let last = min(Int((to.inSeconds - 0.1) * 48_000), sound.count)
        return first < last && sound[first..<last].allSatisfy { abs($0) < 0.001 }
    }
}
