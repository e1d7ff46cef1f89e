import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import Doubletake
@testable import DoubletakeCommand

/// What was before: `--preroll`, `--replay` and `save-replay`, as a person uses them.
@Suite(.timeLimit(.minutes(10))) struct ReplayTests: RecorderInFolder {
    let folder: TemporaryFolder
    let recorder = FakePerson(key: .present, terminal: .present)
    private let clock = MonotonicClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "A replay is saved by a press, by the signal and from elsewhere, each under a name of its own, until q leaves")
    func replays() async throws {
        async let status = record("--replay", "20")
        await recorder.awaitLine("Ready: F9 saves the last 00:20, q leaves | monitor ")
        #expect(try folder.contents().filter { $0.hasSuffix(".mp4") }.isEmpty)
        recorder.pressKey(at: clock.now)
        await recorder.awaitLine("Saved the last 0")
        recorder.requestReplay()
        await recorder.awaitLine("Saved the last 0")
        let saved = await run("save-replay", "5")
        #expect(saved.status == .done)
        #expect(saved.output == "\(folder.file("film-3.mp4"))\n")
        #expect(await run("save-replay", "--json").output.contains(#""files":["\#(folder.file("film-4.mp4"))"]"#))
        #expect(await run("status").output.contains("  armed  00:0"))
        recorder.type(.quit)
        #expect(await status == .done)
        let paths = ["film.mp4", "film-2.mp4", "film-3.mp4", "film-4.mp4"].map { folder.file($0) }
        #expect(recorder.printed.output == paths.map { "\($0)\n" }.joined())
        #expect(recorder.printed.errors.contains("Nothing more is kept for replays."))
        for path in paths { #expect(try !DecodedFilm(AssetReader(path: path)).pictures.isEmpty) }
    }

    @Test("While a film is recorded its replays stand beside it, and nothing of one that was cleared is in the next")
    func whileRecording() async throws {
        async let status = record("--replay", "20", "--replay-clear", "--start", "now")
        await recorder.awaitLine("Recording ")
        let first = await run("save-replay")
        #expect(first.output == "\(folder.file("film-replay.mp4"))\n")
        let second = await run("save-replay")
        #expect(second.output == "\(folder.file("film-replay-2.mp4"))\n")
        #expect(await run("stop").output == "\(folder.file("film.mp4"))\n")
        #expect(await status == .done)
    }

    @Test("What was before the press is in the film, and the time that was asked for is counted from the press")
    func preroll() async throws {
        async let status = record("--preroll", "1", "--start", "key", "--duration", "1")
        await recorder.awaitLine("Ready: F9 starts, F9 F9 stops, q leaves | ")
        // As long as a replay takes that is asked for afterwards.
        var kept = await run("status").output
        while !kept.contains("00:01 kept") { kept = await run("status").output }
        recorder.pressKey(at: clock.now)
        await recorder.awaitLine("Recording 1280x720 at 30 fps: Screen, with 1.0 s from before.")
        #expect(await status == .done)
        #expect(recorder.printed.errors.contains("Recorded 2.0 s"))
        let film = try AssetReader(path: folder.file("film.mp4"))
        #expect(film.tracks.first?.duration == .seconds(2))
    }

    @Test("Two presses while nothing is recorded leave no file, and what is kept goes on")
    func takenBack() async throws {
        async let status = record("--preroll", "30", "--start", "key")
        await recorder.awaitLine("Ready: ")
        let first = clock.now
        recorder.pressKey(at: first)
        recorder.pressKey(at: first + .milliseconds(100))
        await recorder.awaitLine("It was not recording")
        #expect(await run("save-replay").output == "\(folder.file("film.mp4"))\n")
        recorder.type(.quit)
        #expect(await status == .done)
    }

    @Test("A recorder that keeps nothing refuses to save a replay, by the verb and by the signal, and goes on")
    func nothingKept() async throws {
        async let status = record("--start", "key")
        await recorder.awaitLine("Ready: ")
        let refused = await run("save-replay")
        #expect(refused.status == .no)
        #expect(
            refused.errors == "doubletake: error: replay: nothing is kept in memory\n"
                + "  help: Start the recorder with --replay T or --preroll T.\n"
        )
        recorder.requestReplay()
        await recorder.awaitLine("doubletake: warning: replay: none was saved: nothing is kept in memory")
        recorder.type(.quit)
        #expect(await status == .done)
    }

    @Test(
        "A time that can't be kept, or that is none, is an error",
        arguments: [
            (["record", "--preroll", "0"], "--preroll 0"), (["record", "--replay", "0.5"], "--replay 0.5"),
            (["record", "--replay", "86401"], "--replay 86401"),
        ]
    )
    func badTimes(arguments: [String], subject: String) async {
        let run = await CommandRun(arguments)
        #expect(run.status == .usage)
        #expect(
            run.errors
                == "doubletake: error: \(subject): it must be a time from 1 second to a day, such as 30 or 1m30s\n"
                + "  help: Correct the value.\n"
        )
    }

    @Test(
        "A replay's name stands beside the film's",
        arguments: [
            ("/v/a.mp4", "/v/a-replay.mp4"), ("a.b.mkv", "a.b-replay.mkv"), ("/v.d/film", "/v.d/film-replay"),
        ])
    func names(film: String, replay: String) {
        #expect(RecordSession.replayPath(beside: film) == replay)
    }

    @Test("What a person reads of a replay that could not be saved, or is too short")
    func messages() {
        let failed = RecordingWarning(noReplayBecause: .clipExportInProgress)
        #expect(failed.code == "no_replay")
        #expect("\(failed.subject): \(failed.message)" == "replay: none was saved: one is just being written")
        #expect(failed.help == "Wait until it is complete, and try again.")
        let ring = PacketRing([.video], from: .zero, duration: .seconds(30), byteLimit: 512_000_000)
        let short = RecordingWarning(shortened: ring)
        #expect(short.code == "replay_shortened")
        #expect(short.message == "only the last 0.0 s of 30.0 s fit into its 512 MB of memory")
        #expect(short.help == "Choose a lower --quality, --bitrate or --fps, or a shorter time.")
    }

    @Test("What is kept opens the encoders that the film's kind of file wants, and its length is the longer of both")
    func configuration() throws {
        let options = try RecordOptions(["--replay", "10", "--preroll", "1m", "film.webm"])
        let kept = options.keeping(options.configuration, for: "film.webm").clipBuffering
        #expect(kept == ClipBuffering(duration: .seconds(60), container: .webm))
        #expect(!options.isPressForReplay)
        #expect(try RecordOptions(["--replay", "10"]).isPressForReplay)
        let plain = try RecordOptions(["film.webm"])
        #expect(plain.keeping(plain.configuration, for: "film.webm").clipBuffering == nil)
    }
}
