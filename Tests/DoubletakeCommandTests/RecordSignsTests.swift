import Doubletake
import DoubletakeCapture
import DoubletakeDesktop
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Testing

@testable import DoubletakeCommand

/// A desktop, a screen and a terminal that note what they are to show.
private final class FakeSigns: RecorderPresence {
    private let notes = ConditionLock<[String]>([])

    /// All of it, in order.
    var all: [String] { notes.read { $0 } }

    func note(_ text: String) {
        notes.withLock { $0.append(text) }
    }

    func show(_ state: PresentedState) {
        note("\(state)")
    }

    func end() {
        note("end")
    }

    /// Lets a context show its signs here.
    func join(_ context: inout CommandContext) {
        context.openPresence = { self }
        context.makeFrame = { picture, _, occasion in
            ScreenFrame(
                show: { self.note("frame around \(picture.name) at a \(occasion)") },
                remove: { self.note("no frame") }
            )
        }
        context.tell = { news in
            switch news {
            case .saved(let film): self.note("saved \(film.split(separator: "/").last ?? "")")
            case .failed(let subject, _): self.note("failed \(subject.split(separator: "/").last ?? "")")
            }
        }
    }
}

struct RecordSignsTests {
    private let folder: TemporaryFolder
    private let signs = FakeSigns()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ person: FakePerson, _ words: [String], environment: [String: String] = [:]) async
        -> DoubletakeCommand.ExitStatus
    {
        var context = person.context(environment: environment)
        signs.join(&context)
        return await Command.run(
            ["record", "-m", "test:counter", "--no-sound"] + words + [folder.file("film.mp4")],
            in: context
        )
    }

    @Test("While a film is recorded it is shown, and when it is saved that is told")
    func film() async throws {
        let person = FakePerson(key: .absent, terminal: .absent)
        #expect(await run(person, ["-t", "0.5"]) == .done)
        let wanted = [
            "armed", "frame around Frame counter at a plan", "recording", "no frame", "armed", "armed", "end",
            "saved film.mp4",
        ]
        #expect(signs.all == wanted)
        // A pipe has no title.
        #expect(!person.printed.errors.contains("\u{1b}"))
    }

    @Test("A start that is taken back is shown from the first press on, and no more after the second")
    func takenBack() async throws {
        let person = FakePerson(key: .present, terminal: .absent)
        async let status = run(person, ["--start", "key"])
        await person.awaitLine("Ready")
        let now = MonotonicClock().now
        person.pressKey(at: now)
        person.pressKey(at: now + .milliseconds(100))
        await person.awaitLine("It was not recording")
        person.interrupt()
        #expect(await status == .done)
        let shown = signs.all
        #expect(Array(shown.prefix(4)) == ["armed", "frame around Frame counter at a press", "recording", "no frame"])
        #expect(!shown.contains { $0.hasPrefix("saved") })
    }

    @Test("A start that fails at the press is told of")
    func failedStart() async throws {
        let person = FakePerson(key: .present, terminal: .absent)
        let place = folder.file("gone")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        var context = person.context()
        signs.join(&context)
        let words = ["record", "-m", "test:counter", "--no-sound", "--start", "key", "-t", "1", "\(place)/film.mp4"]
        async let status = Command.run(words, in: context)
        await person.awaitLine("Ready")
        try FileManager.default.removeItem(atPath: place)
        _ = try folder.write([], to: "gone")
        person.pressKey(at: MonotonicClock().now)
        #expect(await status == .cannotCreate)
        #expect(signs.all.last?.hasPrefix("failed") == true)
        #expect(signs.all.contains("no frame"))
    }

    @Test("A terminal's title says that it records, without what could set something else, and is put back")
    func title() async throws {
        let person = FakePerson(key: .absent, terminal: .absent, reading: .terminal(columns: 100))
        let words = ["-t", "0.5"]
        #expect(await run(person, words, environment: ["TERM": "xterm-256color"]) == .done)
        let errors = person.printed.errors
        let kept = errors.ranges(of: "\u{1b}[22;2t\u{1b}]2;\u{25cf} Recording film.mp4\u{7}")
        #expect(kept.count == 1)
        #expect(errors.ranges(of: "\u{1b}[23;2t").count == 1)
    }

    @Test("A terminal without a title is left alone", arguments: ["dumb", "linux"])
    func noTitle(kind: String) async throws {
        let person = FakePerson(key: .absent, terminal: .absent, reading: .terminal(columns: 100))
        #expect(await run(person, ["-t", "0.5"], environment: ["TERM": kind]) == .done)
        #expect(!person.printed.errors.contains("\u{1b}]2;"))
    }
}
