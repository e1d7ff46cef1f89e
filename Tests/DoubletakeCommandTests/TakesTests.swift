import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Glibc
import Testing

@testable import Doubletake
@testable import DoubletakeCommand

/// Runs of `record` of several films, and of films that begin and end in other ways than by a press.
@Suite(.timeLimit(.minutes(10))) struct TakesTests {
    private let folder: TemporaryFolder
    private let clock = MonotonicClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "XDG_DATA_HOME": folder.file("data"), "HOME": folder.path]
    }

    private func arguments(_ more: [String], file: String = "film.mp4") -> [String] {
        ["record", "-m", "test:bars", "--no-sound", "--start", "key"] + more + [folder.file(file)]
    }

    private func films() throws -> [String] {
        try folder.contents().filter { $0.hasSuffix(".mp4") }.sorted()
    }

    /// Starts a film by the key, and waits until it is recorded.
    private func start(_ person: FakePerson) async {
        await person.awaitLine("Ready: ")
        // Later than what still belongs to the stop of the film before.
        person.pressKey(at: clock.now + .milliseconds(650))
        await person.awaitLine("Recording 1280x720")
    }

    /// Stops a film by two presses.
    private func stop(_ person: FakePerson) async {
        let now = clock.now
        person.pressKey(at: now)
        person.pressKey(at: now + .milliseconds(200))
        await person.awaitLine("Recorded ")
    }

    @Test("Of three takes one is thrown away: two films, the third in the trash, and each path once it is finished")
    func three() async throws {
        let person = FakePerson(key: .present, terminal: .present)
        let context = person.context(environment: environment)
        async let status = Command.run(arguments(["--takes", "3"], file: "take-{take}.mp4"), in: context)
        await start(person)
        await stop(person)
        await start(person)
        #expect(person.printed.output == folder.file("take-1.mp4") + "\n")
        person.type(.discard)
        await person.awaitLine("Moved to the trash: ")
        await start(person)
        person.type(.quit)
        #expect(await status == .done)
        #expect(person.printed.output == [1, 3].map { folder.file("take-\($0).mp4") + "\n" }.joined())
        #expect(try films() == ["take-1.mp4", "take-3.mp4"])
        _ = try AssetReader(path: folder.file("data/Trash/files/take-2.mp4"))
        #expect(!person.isListenedTo)
    }

    @Test("Without {take} a name that is taken gets a number, also where older films may be replaced")
    func names() async throws {
        let person = FakePerson(key: .present, terminal: .present)
        let context = person.context(environment: environment)
        async let status = Command.run(arguments(["--takes", "2", "-y", "--after", "exit 3"]), in: context)
        for _ in 1...2 {
            await start(person)
            person.type(.quit)
        }
        #expect(await status == .done)
        #expect(try films() == ["film-2.mp4", "film.mp4"])
        #expect(person.printed.errors.ranges(of: "exit 3: it ended with status 3").count == 2)
    }

    @Test("What is pressed soon after a stop starts nothing; a press after that starts the next film, armed or not")
    func presses() async throws {
        let person = FakePerson(key: .present, terminal: .present)
        let context = person.context(environment: environment)
        async let status = Command.run(arguments(["--takes", "forever"]), in: context)
        await start(person)
        // By the stop key of the terminal, and at once by the key: that belongs to the stop.
        person.type(.quit)
        let end = clock.now
        person.pressKey(at: end + .milliseconds(100))
        person.pressKey(at: end + .milliseconds(600))
        await person.awaitLine("Recorded ")
        await person.awaitLine("Recording 1280x720")
        person.interrupt()
        #expect(await status == .done)
        #expect(try films() == ["film-2.mp4", "film.mp4"])
    }

    @Test("A retake is the same take again, a stop from elsewhere ends one film, and while armed it ends the recorder")
    func remote() async throws {
        let person = FakePerson(key: .present, terminal: .absent)
        let context = person.context(environment: environment)
        async let status = Command.run(arguments(["--takes", "forever"], file: "t{take}.mp4"), in: context)
        await start(person)
        let retaken = await CommandRun(["retake"], environment: environment)
        #expect(retaken.errors == "Moved to the trash: \(folder.file("data/Trash/files/t1.mp4"))\n")
        await start(person)
        let stopped = await CommandRun(["stop"], environment: environment)
        #expect(stopped.output == "\(folder.file("t1.mp4"))\n")
        #expect(await CommandRun(["status"], environment: environment).output.contains("  armed"))
        await start(person)
        let discarded = await CommandRun(["discard", "--quiet"], environment: environment)
        #expect(discarded.status == .done && discarded.errors.isEmpty)
        #expect(await CommandRun(["stop"], environment: environment).output.isEmpty)
        #expect(await status == .done)
        #expect(try films() == ["t1.mp4"])
        for name in ["t1.mp4", "t2.mp4"] { _ = try AssetReader(path: folder.file("data/Trash/files/\(name)")) }
    }

    @Test("A start that fails says so at the press, and the recorder stays armed for the next one")
    func failedStart() async throws {
        let person = FakePerson(key: .present, terminal: .present)
        let context = person.context(environment: environment)
        async let status = Command.run(arguments(["--takes", "2"], file: "f/film.mp4"), in: context)
        await person.awaitLine("Ready: ")
        // A file where the folder is wanted.
        // SAFETY: the strings are passed for the time of the calls, here and below.
        #expect(unsafe rmdir(folder.file("f")) == 0)
        _ = try FileStorage(path: folder.file("f"), access: .createNew)
        person.pressKey(at: clock.now)
        await person.awaitLine("doubletake: error: ")
        #expect(unsafe unlink(folder.file("f")) == 0)
        person.pressKey(at: clock.now + .milliseconds(600))
        await person.awaitLine("Recording 1280x720")
        await stop(person)
        await start(person)
        person.type(.quit)
        // One could not be started.
        #expect(await status == .no)
        #expect(person.printed.output == "\(folder.file("f/film.mp4"))\n\(folder.file("f/film-2.mp4"))\n")
    }

    @Test("A countdown is shown before the film, which begins when it is over; a press or x calls it off")
    func countdown() async throws {
        let person = FakePerson(key: .present, terminal: .present, reading: .terminal(columns: 200))
        let context = person.context(environment: environment)
        async let status = Command.run(arguments(["--countdown", "1"]), in: context)
        await person.awaitLine("\rReady: ")
        person.pressKey(at: clock.now)
        await person.awaitLine("\rStarts in 1 | F9 calls it off")
        // No bounce of the first press.
        person.pressKey(at: clock.now + .milliseconds(100))
        await person.awaitLine("It was not recording")
        person.pressKey(at: clock.now + .milliseconds(600))
        await person.awaitLine("\rStarts in 2")
        await person.awaitLine("\rStarts in 1")
        person.type(.discard)
        await person.awaitLine("It was not recording")
        _ = await CommandRun(["start"], environment: environment)
        #expect(await CommandRun(["status"], environment: environment).output.contains("  countdown"))
        #expect(await CommandRun(["discard"], environment: environment).status == .done)
        await person.awaitLine("It was not recording")
        #expect(try films().isEmpty)
        person.pressKey(at: clock.now + .milliseconds(600))
        await person.awaitLine("Recording 1280x720")
        person.type(.quit)
        #expect(await status == .done)
        #expect(try films() == ["film.mp4"])
    }

    @Test("With --start now it is counted down as well, and --start after waits")
    func startsByItself() async throws {
        let person = FakePerson(key: .absent, terminal: .absent)
        let more = ["--start", "now", "--countdown", "1.5", "--json", "-t", "0.2"]
        #expect(await Command.run(arguments(more), in: person.context(environment: environment)) == .done)
        let events = person.printed.output.split(separator: "\n").filter { $0.contains(#""event":"countdown""#) }
        #expect(person.printed.output.hasPrefix(#"{"event":"armed""#))
        #expect(events == [2, 1].map { #"{"event":"countdown","remaining":\#($0)}"# })
        let waiting = FakePerson(key: .absent, terminal: .absent)
        let start = clock.now
        let after = ["--start", "after:1", "-t", "0.2"]
        #expect(await Command.run(arguments(after), in: waiting.context(environment: environment)) == .done)
        #expect(clock.now >= start + .milliseconds(1_200))
        #expect(waiting.printed.errors.hasPrefix("Ready: starts by itself at "))
        #expect(try films() == ["film-2.mp4", "film.mp4"])
    }

    @Test("A film that ends by itself is followed by the next one, which may be started from elsewhere alone")
    func limited() async throws {
        let person = FakePerson(key: .absent, terminal: .absent)
        let context = person.context(environment: environment)
        let words = ["record", "-m", "test:ball", "--no-sound", "--no-key", "--crf", "1", "--max-size", "100k"]
        async let status = Command.run(words + ["--takes", "2", folder.file("film.mp4")], in: context)
        await person.awaitLine("Recorded ")
        await person.awaitLine("Ready: `doubletake start` starts | take 2 of 2 | monitor Flying ball ")
        #expect(await CommandRun(["start"], environment: environment).status == .done)
        #expect(await status == .done)
        #expect(person.printed.errors.ranges(of: "It ended because it may not be larger.").count == 2)
        #expect(try films() == ["film-2.mp4", "film.mp4"])
    }

    @Test("A film ends at a time of day")
    func stopsAtTimeOfDay() async throws {
        let person = FakePerson(key: .absent, terminal: .absent)
        let end = TimeOfDay.now() + .seconds(2)
        let more = ["--start", "now", "--stop-at", TimeOfDay.text(of: end)]
        #expect(await Command.run(arguments(more), in: person.context(environment: environment)) == .done)
        let late = TimeOfDay.now() - end
        #expect(late > .seconds(-1) && late < .seconds(30))
        #expect(try films() == ["film.mp4"])
    }

    @Test("A film can be without its last seconds, but not without more than it has")
    func dropped() async throws {
        let person = FakePerson(key: .present, terminal: .absent, reading: .terminal(columns: 200))
        let context = person.context(environment: environment)
        async let status = Command.run(arguments([]), in: context)
        await person.awaitLine("\rReady: ")
        let start = clock.now
        person.pressKey(at: start)
        for _ in 1...3 { await person.awaitLine("\rRecording 0") }
        let refused = await CommandRun(["stop", "--drop-last", "1000"], environment: environment)
        #expect(refused.status == .no)
        #expect(refused.errors.contains("error: --drop-last 1000: the film has only "))
        #expect(refused.errors.contains("help: Leave out less, or throw it away with `doubletake discard`."))
        let asked = clock.now
        let stopped = await CommandRun(["stop", "--drop-last", "2"], environment: environment)
        let answered = clock.now
        #expect(stopped.output == "\(folder.file("film.mp4"))\n")
        #expect(await status == .done)
        let film = try AssetReader(path: folder.file("film.mp4"))
        let duration = try #require(film.tracks.first?.duration)
        #expect(duration > asked - start - .milliseconds(2_035) && duration < answered - start - .milliseconds(1_965))
        let pictures = try DecodedFilm(film).pictures
        #expect(try #require(pictures.last).time < .zero + duration)
    }

    @Test("With --no-trim-gesture the film ends at the second press, and --quiet says nothing but the path")
    func keptGesture() async throws {
        let person = FakePerson(key: .present, terminal: .absent)
        let context = person.context(environment: environment)
        async let status = Command.run(arguments(["--no-trim-gesture", "-q", "--json"]), in: context)
        let quiet = FakePerson(key: .present, terminal: .absent)
        let more = ["-q", "--start", "now", "-t", "0.2"]
        #expect(await Command.run(arguments(more, file: "q.mp4"), in: quiet.context(environment: environment)) == .done)
        #expect(quiet.printed.errors.isEmpty && quiet.printed.output == folder.file("q.mp4") + "\n")
        await person.awaitOutput(#"{"event":"armed""#)
        let start = clock.now
        person.pressKey(at: start)
        await person.awaitOutput(#""event":"status""#)
        let end = clock.now
        person.pressKey(at: end - .milliseconds(300))
        person.pressKey(at: end)
        #expect(await status == .done)
        #expect(person.printed.errors.isEmpty)
        let film = try AssetReader(path: folder.file("film.mp4"))
        let duration = try #require(film.tracks.first?.duration)
        #expect(abs((duration - (end - start)).inSeconds) < 0.035)
    }

    @Test("A film that has gone on for two hours is told of once, unless it will end by itself")
    func reminder() async throws {
        func warnings(_ more: [String]) async throws -> Int {
            let person = FakePerson(key: .absent, terminal: .absent)
            let options = try RecordOptions(["-m", "test:bars", "--no-sound"] + more)
            let context = person.context(environment: environment)
            let session = RecordSession(path: folder.file("film.mp4"), options: options, context: context)
            for seconds in [7_199, 7_200, 7_201] {
                await session.take(
                    .status(
                        RecordingStatus(
                            state: .recording,
                            elapsed: .seconds(seconds),
                            byteCount: 1,
                            statistics: RecordingStatistics(),
                            levels: []
                        )
                    )
                )
            }
            return person.printed.errors.ranges(of: "it has gone on for 2:00:00, and still does").count
        }
        #expect(try await warnings([]) == 1)
        #expect(try await warnings(["-t", "3h"]) == 0)
        #expect(RecordingWarning(longFilm: .seconds(7_200)).code == "long_recording")
    }
}
