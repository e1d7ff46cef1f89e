import Doubletake
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Glibc

/// The recorder is killed in the middle of a recording, again and again: what it leaves can be played, to the end.
package struct KillScenario: Scenario {
    private static let region = PixelRect(x: 0, y: 0, width: 640, height: 360)

    private let fileExtension: String
    private let rounds: [Round]
    private let earliest: Duration
    private let spread: Duration
    private let players: [Player]
    private let seed: UInt64
    private let largestLoss: Duration

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - fileExtension: which kind of film.
    ///   - rounds: what is recorded each time.
    ///   - earliest: how long it is left alone at least.
    ///   - spread: in how long a time after that the moment lies.
    ///   - players: what must be able to play what is left.
    ///   - seed: decides the moments.
    ///   - largestLoss: how much may be missing at the end, of pictures and of sound.
    package init(
        fileExtension: String = "mp4",
        rounds: [Round] = (0..<100).map(Round.init),
        earliest: Duration = .seconds(3),
        spread: Duration = .seconds(2),
        players: [Player] = [.ffmpeg, .mpv],
        seed: UInt64 = 1,
        largestLoss: Duration = .milliseconds(1300)
    ) {
        self.fileExtension = fileExtension
        self.rounds = rounds
        self.earliest = earliest
        self.spread = spread
        self.players = players
        self.seed = seed
        self.largestLoss = largestLoss
    }

    /// What is recorded in one round.
    package struct Round: Sendable {
        let number: Int

        /// Makes the round of a number: every second one is nearly still, and every fourth has no sound either.
        package init(_ number: Int) {
            self.number = number
        }

        /// Whether the screen changes only once in three seconds.
        var isNearlyStill: Bool { number.isMultiple(of: 2) }
        /// Whether the sound of the applications is recorded.
        var hasSound: Bool { !number.isMultiple(of: 4) }
    }

    package func run(tool: String) throws -> ScenarioReport {
        let sound = try PrivateSoundServer(sinks: [PrivateSoundServer.Sink("speakers")], microphone: .absent)
        let desktop = try PrivateDesktop(tool: tool, size: Self.region.size, sound: sound)
        let playback = try PulseAudioPlayback(server: sound.server, sink: "speakers", clock: MonotonicClock())
        defer { playback.stop() }
        var random = SeededGenerator(seed: seed)
        var findings = Findings()
        for round in rounds {
            let chance = Double(Int.random(in: 0...1000, using: &random)) / 1000
            let lifetime = earliest + .seconds(spread.inSeconds * chance)
            try kill(round, after: lifetime, on: desktop, &findings)
        }
        return findings.report(count: rounds.count, largestLoss: largestLoss)
    }

    private func kill(
        _ round: Round,
        after lifetime: Duration,
        on desktop: PrivateDesktop,
        _ findings: inout Findings
    ) throws {
        let rate = round.isNearlyStill ? FrameRate(1, per: 3) : FrameRate(30)
        let screen = try CounterScreen(desktop, Self.region, rate: rate)
        defer { screen.stop() }
        let words =
            ["--region", "\(Self.region)", "--no-mic"]
            + (round.hasSound ? ["--app-audio", "speakers"] : ["--no-app-audio"])
        let recorder = try desktop.record(words + [desktop.file("killed-\(round.number).\(fileExtension)")])
        let started = try recorder.awaitEvent("started")
        let clock = MonotonicClock()
        Pace(clock).wait(until: started.arrival + lifetime)
        let killed = clock.now
        recorder.send(SIGKILL)
        try recorder.awaitEnd()
        guard let start = recorder.filmStart else { return }
        let part = desktop.file("killed-\(round.number).part.\(fileExtension)")

        findings.playable += try players.allSatisfy { try $0.plays(part) } ? 1 : 0
        let probe = try MediaProbe(part, includingPackets: true)
        let ends = probe.streams.map { stream in
            let packets = probe.packets(ofStream: stream.index)
            return packets.map { ($0.presentationTime + ($0.duration ?? .zero)).inSeconds }.max() ?? 0
        }
        let length = (killed - start).inSeconds
        for (stream, end) in zip(probe.streams, ends) { findings.add(length - end, of: stream.mediaType, in: round) }
        findings.complete += ends.count == (round.hasSound ? 2 : 1) ? 1 : 0
        // What was on the screen long enough before the kill is in the film.
        let film = try DecodedFilm(AssetReader(path: part))
        let missing = try screen.showings().last { showing in
            showing.time < killed - largestLoss
        }.map { showing in !film.pictures.contains { ($0.number ?? -1) >= showing.number } }
        findings.lostPictures += missing == true ? 1 : 0

        let next = try desktop.record(words + ["--duration", "0.3", desktop.file("next-\(round.number).mp4")])
        try next.awaitEnd()
        let note = "doubletake: note: a recording that was interrupted is at \(part)"
        let lines = next.standardError.split(separator: "\n").filter { $0.hasPrefix(note) }
        findings.named += lines.count == 1 ? 1 : 0
        try repair(part, on: desktop, &findings)
    }

    /// What is left becomes a film, and has all that could be played before.
    private func repair(_ part: String, on desktop: PrivateDesktop, _ findings: inout Findings) throws {
        let before = try MediaProbe(part, includingPackets: true)
        let run = try ProcessRun.run([desktop.tool, "repair", part], environment: desktop.environment)
        guard run.status == 0, let line = run.standardOutput.split(separator: "\n").first else { return }
        let film = String(line)
        let after = try MediaProbe(film, includingPackets: true)
        let isComplete = before.streams.indices.allSatisfy { index in
            after.packets(ofStream: index).count == before.packets(ofStream: index).count
        }
        if try isComplete && players.allSatisfy({ try $0.plays(film) }) { findings.repaired += 1 }
    }

    private struct Findings {
        var playable = 0
        var complete = 0
        var named = 0
        var repaired = 0
        var lostPictures = 0
        private var largest: (loss: Double, name: String) = (0, "nothing")

        mutating func add(_ loss: Double, of mediaType: MediaType?, in round: Round) {
            guard loss > largest.loss else { return }
            let screen = round.isNearlyStill ? "nearly still" : "moving"
            let sound = round.hasSound ? "with sound" : "without sound"
            largest = (loss, "\(mediaType == .video ? "pictures" : "sound"), \(screen), \(sound)")
        }

        func report(count: Int, largestLoss: Duration) -> ScenarioReport {
            var report = ScenarioReport()
            report.add("playable", playable, ofAll: count)
            report.add("with all tracks", complete, ofAll: count)
            report.add("largest loss (\(largest.name))", largest.loss, unit: " s", atMost: largestLoss.inSeconds)
            report.add("films that lack a change of before then", lostPictures, wanted: 0)
            report.add("named by the next recording", named, ofAll: count)
            report.add("complete after repair", repaired, ofAll: count)
            return report
        }
    }
}
