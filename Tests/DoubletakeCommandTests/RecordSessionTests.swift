import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Testing

@testable import Doubletake
@testable import DoubletakeCommand

/// A whole run of `record` with somebody who presses keys.
@Suite(.timeLimit(.minutes(10))) struct RecordSessionTests {
    private let folder: TemporaryFolder
    private let clock = MonotonicClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func arguments(_ more: String...) -> [String] {
        ["record", "-m", "test:bars", "--no-sound", "--start", "key"] + more + [folder.file("film.mp4")]
    }

    @Test("One press starts, two stop, and the film ends at the first of them")
    func pressed() async throws {
        let person = FakePerson(key: .present, terminal: .absent)
        let context = person.context()
        async let status = Command.run(arguments(), in: context)
        await person.awaitLine("Ready: F9 starts, F9 F9 stops | monitor Colour bars 1280x720 30 fps | ")
        let start = clock.now
        person.pressKey(at: start)
        await person.awaitLine("Recording 1280x720 at 30 fps: Screen.")
        let end = clock.now
        person.pressKey(at: end)
        person.pressKey(at: end + .milliseconds(200))
        #expect(await status == .done)
        #expect(person.printed.output == folder.file("film.mp4") + "\n")
        #expect(!person.isListenedTo)
        let film = try AssetReader(path: folder.file("film.mp4"))
        let duration = try #require(film.tracks.first?.duration)
        #expect(abs((duration - (end - start)).inSeconds) < 0.035)
    }

    @Test("Two presses while nothing is recorded leave no file, and the recorder still waits")
    func takenBack() async throws {
        let person = FakePerson(key: .present, terminal: .present)
        let context = person.context()
        async let status = Command.run(arguments(), in: context)
        await person.awaitLine("Ready: F9 starts, F9 F9 stops, q leaves | ")
        let first = clock.now
        person.pressKey(at: first)
        person.pressKey(at: first + .milliseconds(100))
        await person.awaitLine("It was not recording")
        #expect(try folder.contents().isEmpty)
        person.type(.quit)
        #expect(await status == .done)
        #expect(person.printed.output.isEmpty)
        #expect(try folder.contents().isEmpty)
    }

    @Test("The terminal's Space is a press as the key is, and q stops what is recorded")
    func terminal() async throws {
        let person = FakePerson(key: .absent, terminal: .present)
        let context = person.context()
        async let status = Command.run(arguments("--key", "F8"), in: context)
        await person.awaitLine("Ready: Space starts, Space Space stops, q leaves | ")
        person.type(.press)
        await person.awaitLine("Recording ")
        person.type(.quit)
        #expect(await status == .done)
        #expect(try folder.contents() == ["film.mp4"])
        #expect(person.printed.errors.contains("warning: F8: it can't be listened to: there is no X server"))
    }

    @Test("p pauses, one press goes on, and two presses in a pause end the film where it was paused")
    func paused() async throws {
        let person = FakePerson(key: .present, terminal: .present, reading: .terminal(columns: 200))
        let context = person.context()
        async let status = Command.run(arguments(), in: context)
        await person.awaitLine("\rReady: ")
        person.pressKey(at: clock.now)
        await person.awaitLine("Recording 1280x720")
        person.type(.pause)
        await person.awaitLine("Paused at 00:")
        person.pressKey(at: clock.now)
        await person.awaitLine("Recording again from 00:")
        await person.awaitLine("\rRecording 0")
        person.type(.pause)
        await person.awaitLine("Paused at ")
        person.pressKey(at: clock.now)
        person.pressKey(at: clock.now + .milliseconds(200))
        #expect(await status == .done)
        #expect(person.printed.errors.contains(" 2 pauses of 00:"))
        #expect(try folder.contents() == ["film.mp4"])
    }

    @Test("Keys of their own start, pause, mark and stop with one press each, and a bounce is no press")
    func actionKeys() async throws {
        let person = FakePerson(key: .present, terminal: .absent)
        let context = person.context()
        let keys = ["start=F5", "pause=F6", "mark=F7", "stop=F8"].flatMap { ["--key", $0] }
        async let status = Command.run(
            ["record", "-m", "test:bars", "--no-sound", "--start", "key"] + keys + [folder.file("film.mp4")],
            in: context
        )
        await person.awaitLine("Ready: F5 starts, F8 stops, F6 pauses, F7 marks | ")
        let (start, pause, mark, stop): (UInt32, UInt32, UInt32, UInt32) = (0xffc2, 0xffc3, 0xffc4, 0xffc5)
        // Long enough ago that the press which stops is not its bounce, however soon it comes.
        person.pressKey(stop, at: clock.now - .seconds(1))
        person.pressKey(start, at: clock.now)
        await person.awaitLine("Recording 1280x720")
        let time = clock.now
        person.pressKey(pause, at: time)
        person.pressKey(pause, at: time + .milliseconds(10))
        await person.awaitLine("Paused at ")
        person.pressKey(pause, at: time + .milliseconds(600))
        await person.awaitLine("Recording again ")
        person.pressKey(mark, at: clock.now)
        await person.awaitLine("Marker 1 is at ")
        person.pressKey(stop, at: clock.now)
        #expect(await status == .done)
        #expect(person.printed.output == folder.file("film.mp4") + "\n")
        #expect(!person.isListenedTo)
    }

    @Test("A film has the length that was asked for, and what lies in pauses is not counted")
    func pausedDuration() async throws {
        let person = FakePerson(key: .present, terminal: .present, reading: .terminal(columns: 200))
        let context = person.context()
        async let status = Command.run(arguments("--duration", "1"), in: context)
        await person.awaitLine("\rReady: ")
        person.pressKey(at: clock.now)
        person.type(.pause)
        await person.awaitLine("Paused at ")
        // A status comes each second: by then the film would have been over.
        for _ in 1...2 { await person.awaitLine("\rPaused ") }
        person.requestPause()
        #expect(await status == .done)
        let film = try AssetReader(path: folder.file("film.mp4"))
        let duration = try #require(film.tracks.first?.duration)
        #expect(duration.inSeconds > 0.965)
        // On a machine that is too busy to pause within a second, it was longer by then.
        let isPausedInTime = person.printed.errors.contains("Paused at 00:00.")
        #expect(duration.inSeconds < 1.035 || !isPausedInTime)
    }

    @Test("The terminal's m marks what is recorded, at the time of the press, and nothing while nothing is")
    func marked() async throws {
        let person = FakePerson(key: .present, terminal: .present)
        let context = person.context()
        async let status = Command.run(arguments("-y"), in: context)
        await person.awaitLine("Ready: ")
        person.type(.mark)
        person.pressKey(at: clock.now)
        await person.awaitLine("Recording 1280x720")
        person.type(.mark)
        await person.awaitLine("Marker 1 is at 00:0")
        person.type(.mark)
        await person.awaitLine("Marker 2 is at 00:0")
        person.type(.quit)
        #expect(await status == .done)
        let chapters = try MediaProbe.chapters(folder.file("film.mp4"))
        #expect(chapters.map(\.name) == ["Marker 1", "Marker 2"])
        #expect(!person.printed.errors.contains("warning"))
    }

    @Test("With --single-press marker one press marks its own instant, and two still stop")
    func singlePress() async throws {
        let person = FakePerson(key: .present, terminal: .absent)
        let context = person.context()
        async let status = Command.run(arguments("--single-press", "marker"), in: context)
        await person.awaitLine("Ready: ")
        let start = clock.now
        person.pressKey(at: start)
        await person.awaitLine("Recording 1280x720")
        let mark = clock.now
        person.pressKey(at: mark)
        await person.awaitLine("Marker 1 is at 00:0")
        let end = clock.now
        person.pressKey(at: end)
        person.pressKey(at: end + .milliseconds(200))
        #expect(await status == .done)
        let chapters = try MediaProbe.chapters(folder.file("film.mp4"))
        #expect(chapters.map(\.name) == ["Marker 1"])
        #expect(try abs(#require(chapters.first).start.inSeconds - (mark - start).inSeconds) < 0.002)
    }

    @Test("An interruption while it waits ends it: nothing is recorded, nothing printed, and no file is left")
    func interruptedWhileArmed() async throws {
        let person = FakePerson(key: .present, terminal: .absent)
        let context = person.context()
        async let status = Command.run(arguments("--json"), in: context)
        person.interrupt()
        #expect(await status == .done)
        #expect(person.printed.output.hasSuffix("{\"event\":\"cancelled\"}\n"))
        #expect(person.printed.errors.isEmpty)
        #expect(try folder.contents().isEmpty)
    }

    @Test("A start by a key that can't be pressed is a usage error that says why")
    func noKey() async throws {
        let person = FakePerson(key: .absent, terminal: .absent)
        #expect(await Command.run(arguments(), in: person.context()) == .usage)
        let message = "error: --start key: no key can arrive: F9: there is no X server"
        #expect(person.printed.errors.contains(message))
        #expect(person.printed.errors.contains("\n  help: Start one.\n"))
        #expect(try folder.contents().isEmpty)
    }

    @Test("A target that can't be written is said before anything is opened")
    func badTarget() async throws {
        let person = FakePerson(key: .present, terminal: .present)
        let arguments = ["record", "-m", "test:bars", "--no-sound", "/dev/null/film.mp4"]
        #expect(await Command.run(arguments, in: person.context()) == .cannotCreate)
        #expect(!person.printed.errors.contains("Ready"))
    }
}
