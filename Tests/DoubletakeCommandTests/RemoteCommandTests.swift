import DoubletakeControl
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Testing

@testable import Doubletake
@testable import DoubletakeCommand

/// A recorder in this process, and the commands that reach it through its socket.
@Suite(.timeLimit(.minutes(10))) struct RemoteCommandTests: RecorderInFolder {
    let folder: TemporaryFolder
    let recorder = FakePerson(key: .present, terminal: .absent)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A recorder is started, paused twice, resumed, marked, split and stopped from elsewhere")
    func verbs() async throws {
        async let status = record("--start", "key", "--instance", "desk")
        await recorder.awaitLine("Ready: ")
        #expect(await run("status").output == "desk  armed\n")
        let refused = await run("pause")
        #expect(refused.status == .no)
        #expect(refused.errors.contains("error: recorder: it can't pause while it is armed"))
        #expect(await run("start").errors == "The recorder is recording.\n")
        await recorder.awaitLine("Recording 1280x720")
        for _ in 1...2 { #expect(await run("pause", "--instance", "desk").errors == "The recorder is paused.\n") }
        #expect(await run("status").output.contains("desk  paused  00:0"))
        #expect(await run("toggle-pause").errors == "The recorder is recording.\n")
        #expect(await run("resume").status == .done)
        #expect(await run("mark", "First").errors == "Marked: First\n")
        #expect(await run("mark", "--json").output.contains(#""marker":"Marker 2","ok":true"#))
        #expect(await run("split").status == .done)
        await recorder.awaitLine("It goes on in ")
        let stopped = await run("stop")
        #expect(stopped.status == .done)
        #expect(stopped.output == "\(folder.file("film.mp4"))\n\(folder.file("film-2.mp4"))\n")
        #expect(await status == .done)
        #expect(recorder.printed.output == stopped.output)
        #expect(try MediaProbe.chapters(folder.file("film.mp4")).map(\.name).contains("First"))
        let gone = await run("stop")
        #expect(gone.status == .unavailable)
        #expect(gone.errors.contains("error: recorder: none is running"))
    }

    @Test("A retake goes to the trash and the recorder waits again; a discarded take ends it, and no path is printed")
    func trash() async throws {
        async let status = record("--start", "key")
        await recorder.awaitLine("Ready: ")
        #expect(await run("start").status == .done)
        let retaken = await run("retake")
        #expect(retaken.errors == "Moved to the trash: \(folder.file("data/Trash/files/film.mp4"))\n")
        #expect(await run("status").output.contains("  armed"))
        #expect(await run("start").status == .done)
        let discarded = await run("discard")
        #expect(discarded.errors == "Moved to the trash: \(folder.file("data/Trash/files/film-2.mp4"))\n")
        #expect(await status == .done)
        #expect(recorder.printed.output.isEmpty)
        #expect(!recorder.printed.errors.contains("Recorded "))
        #expect(recorder.printed.errors.contains("Moved to the trash: "))
        #expect(try folder.contents().filter { $0.hasSuffix(".mp4") }.isEmpty)
        _ = try AssetReader(path: folder.file("data/Trash/files/film.mp4"))
    }

    @Test("Who follows gets events until the recorder ends; a recorder that is armed and stopped has recorded nothing")
    func follows() async throws {
        async let status = record("--start", "key", "--instance", "a")
        await recorder.awaitLine("Ready: ")
        let follower = try ControlClient(to: "a", in: ControlFolder(path: folder.file("doubletake")))
        // On a thread of its own: the recorder, which answers, needs those of the tasks.
        let answer = try await BlockingWork.run("ask") {
            Result { () throws(ControlError) in try follower.ask(ControlRequest(.status, sequel: .events)) }
        }
        #expect(try answer.get().state == "armed")
        #expect(await run("stop").output.isEmpty)
        #expect(await status == .done)
        var events: [String] = []
        while let line = follower.nextLine() { events.append(line) }
        #expect(events.last == #"{"event":"cancelled"}"#)
    }

    @Test("Sound is muted, heard again, and made louder and quieter from elsewhere, of one source or of all of a kind")
    func sound() async throws {
        let path = folder.file("film.mp4")
        let arguments = [
            "record", "-m", "test:bars", "--app-audio", "test:tone", "--mic", "test:tone:400", "--mic", "test:tone:700",
            "--start", "key", path,
        ]
        async let status = Command.run(arguments, in: recorder.context(environment: environment))
        await recorder.awaitLine("Ready: ")
        let (first, second) = ("Microphone: Test tone 400 Hz", "Microphone: Test tone 700 Hz")
        #expect(await run("mute", "mic").errors == "\(first): muted\n\(second): muted\n")
        #expect(await run("unmute", "mic", "Test tone 400 Hz").errors == "\(first): heard\n")
        #expect(await run("gain", "mic", "-6.5", second).errors == "\(second): muted (-6.5 dB)\n")
        #expect(await run("gain", "app", "3").errors == "Applications: heard (+3 dB)\n")
        let stranger = await run("mute", "mic", "Blue Yeti")
        #expect(
            stranger.status == .unavailable
                && stranger.errors.contains("Blue Yeti: there is no microphone of that name"))
        #expect(await run("gain", "app", "41").status == .usage)
        for wrong in [
            ["mute"], ["mute", "car"], ["gain", "app"], ["gain", "app", "loud"], ["gain", "mic", "-1", "-2"],
        ] {
            #expect(await CommandRun(wrong, environment: environment).status == .usage, "\(wrong)")
        }
        #expect(await run("start").status == .done)
        await recorder.awaitLine("Recording 1280x720")
        #expect(await run("mute", "app").errors == "Applications: muted (+3 dB)\n")
        await recorder.awaitLine("Applications is muted.")
        #expect(await run("stop").output == "\(path)\n")
        #expect(await status == .done)
    }

    @Test("Toggle stops the recorder that runs, and prints the path")
    func toggles() async throws {
        async let status = record("--start", "now", "--instance", "a")
        await recorder.awaitLine("Recording ")
        let toggled = await run("toggle", "-m", "test:bars", "--no-sound")
        #expect(toggled.output == "\(folder.file("film.mp4"))\n")
        #expect(await status == .done)
    }

    @Test("Without a folder of the session no recorder can be reached, and one that is to have a name is refused")
    func noFolder() async {
        let run = await CommandRun(["status"])
        #expect(run.status == .unavailable)
        #expect(run.errors.contains("error: XDG_RUNTIME_DIR: it names no folder"))
        let named = await CommandRun([
            "record", "-m", "test:bars", "--no-sound", "--instance", "x", folder.file("f.mp4"),
        ])
        #expect(named.status == .unavailable)
    }

    @Test("What a person sees of a recorder that can't be reached, and of a film that can't be thrown away")
    func messages() {
        let unreachable = RecordingWarning(unreachableBecause: .foreignFolder("/r/doubletake"))
        #expect(unreachable.code == "control_unavailable")
        #expect(unreachable.subject == "/r/doubletake")
        #expect(
            unreachable.message == "stop, pause and so on can't reach this recorder: "
                + "it is not a folder that you alone may use"
        )
        let failure = SystemCallError(call: "rename", subject: "/v/f.mp4", errorNumber: 13)
        let error = TrashError(file: "/v/f.mp4", error: failure)
        #expect(error.description == "/v/f.mp4: it can't be moved to the trash: rename: Permission denied")
        let kept = RecordingWarning(notDiscardedBecause: error)
        #expect(kept.code == "not_discarded")
        #expect(kept.help == "Remove /v/f.mp4 by hand.")
    }

    @Test("A file in the trash can be had back: its place and its time are known, and names are not taken twice")
    func trashed() throws {
        let trash = Trash(environment: environment)
        for number in 1...3 {
            let file = folder.file("ein Film ä%.mp4")
            try SmallFile.write("\(number)", to: file)
            let moved = try trash.move(file)
            let name = number == 1 ? "ein Film ä%.mp4" : "ein Film ä%-\(number).mp4"
            #expect(moved == folder.file("data/Trash/files/\(name)"))
            let info = try SmallFile.read(folder.file("data/Trash/info/\(name).trashinfo"))
            #expect(info.hasPrefix("[Trash Info]\nPath=\(folder.path)/ein%20Film%20%C3%A4%25.mp4\nDeletionDate=2"))
        }
        #expect(throws: TrashError.self) { try trash.move(folder.file("nothing")) }
    }
}

/// Small files of these tests.
private enum SmallFile {
    static func write(_ text: String, to path: String) throws {
        let storage = try FileStorage(path: path, access: .createNew)
        try storage.write(Array(text.utf8), at: 0)
    }

    static func read(_ path: String) throws -> String {
        let storage = try FileStorage(path: path, access: .readOnly)
        return String(decoding: try storage.read(at: 0, count: Int(try storage.byteCount())), as: UTF8.self)
    }
}
