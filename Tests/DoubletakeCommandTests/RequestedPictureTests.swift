import Doubletake
import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeCommand

/// Pictures that are chosen on the screen, or taken again.
@Suite(.timeLimit(.minutes(10))) struct RequestedPictureTests {
    private static let part = PixelRect(x: 10, y: -20, width: 640, height: 480)

    private let folder: TemporaryFolder
    private let person = FakePerson(key: .absent, terminal: .absent)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func context(choosing choice: Result<PictureChooser.Choice?, CaptureError>) -> CommandContext {
        var context = person.context(environment: ["XDG_STATE_HOME": folder.path])
        context.makeChooser = { PictureChooser(choose: { _ in choice }, cancel: {}) }
        return context
    }

    private func found(
        _ request: RequestedPicture,
        in context: CommandContext,
        _ format: RecordReport.Format = .text
    ) async throws(RecordFailure) -> PictureSelection? {
        var context = context
        var report = RecordReport(format: format, context: context)
        return try await request.find(in: &context, &report)
    }

    @Test("A region that was dragged is recorded, and written so that it can be named the next time")
    func region() async throws {
        let picture = try await found(.chosen(.region), in: context(choosing: .success(.region(Self.part))))
        #expect(picture == .region(Self.part))
        #expect(person.printed.errors == "Chosen: --region 640x480+10-20\n")
        #expect(person.printed.output.isEmpty)
    }

    @Test("A window that was clicked is recorded by its id, which programs get as JSON")
    func window() async throws {
        let window = CaptureDevice(id: "0x1c00007", name: "Invoices", kind: .window)
        let context = context(choosing: .success(.window(window)))
        #expect(try await found(.chosen(.window), in: context, .json) == .window("0x1c00007"))
        #expect(person.printed.output == #"{"event":"chosen","title":"Invoices","window":"0x1c00007"}"# + "\n")
    }

    @Test("Who chooses nothing has recorded nothing, which is no failure", arguments: [false, true])
    func nothing(isJSON: Bool) async {
        let arguments = ["record", "--region", "pick", "--no-sound", "--start", "now"] + (isJSON ? ["--json"] : [])
        let status = await Command.run(arguments + [folder.file("film.mp4")], in: context(choosing: .success(nil)))
        #expect(status == .done)
        #expect(person.printed.output == (isJSON ? #"{"event":"cancelled"}"# + "\n" : ""))
        #expect(person.printed.errors == (isJSON ? "" : "It was not recording; nothing is kept.\n"))
    }

    @Test("A choice that can't be made is an error of two lines")
    func failed() async throws {
        let error = CaptureError.unavailable(device: "mouse", reason: "it is taken", help: "Close the menu.")
        let status = await Command.run(
            ["record", "--window", "pick", "--no-sound", folder.file("film.mp4")],
            in: context(choosing: .failure(error))
        )
        #expect(status == .unavailable)
        #expect(person.printed.errors == "doubletake: error: mouse: it is taken\n  help: Close the menu.\n")
    }

    @Test("An interruption ends the choice, and isn't lost for what comes after it")
    func interrupted() async throws {
        let isOver = ConditionLock(false)
        var context = context(choosing: .success(nil))
        context.makeChooser = {
            PictureChooser(
                choose: { _ in
                    let clock = MonotonicClock()
                    let isCancelled = isOver.wait(until: clock.now + .seconds(60), on: clock) { $0 ? true : nil }
                    return .success(isCancelled == true ? nil : .region(Self.part))
                },
                cancel: { isOver.withLock { $0 = true } }
            )
        }
        person.interrupt()
        var report = RecordReport(format: .text, context: context)
        #expect(try await RequestedPicture.chosen(.region).find(in: &context, &report) == nil)
        var interruptions = context.interruptions.makeAsyncIterator()
        #expect(await interruptions.next() != nil)
    }

    @Test(
        "The last region is taken again, also one of a monitor",
        arguments: [PictureSelection.region(part), .region(part, ofMonitor: "DP-1:2")]
    )
    func last(picture: PictureSelection) async throws {
        let context = context(choosing: .success(nil))
        RememberedRegion(environment: context.environment).remember(picture)
        RememberedRegion(environment: context.environment).remember(.screen)
        #expect(try await found(.lastRegion, in: context) == picture)
    }

    @Test("Without a last region the error says how to choose one")
    func noLast() async {
        let arguments = ["record", "--region", "last", "--no-sound", folder.file("film.mp4")]
        #expect(await Command.run(arguments, in: context(choosing: .success(nil))) == .usage)
        #expect(
            person.printed.errors == """
                doubletake: error: --region last: no region was recorded before
                  help: Choose one with --region pick, or write it as WxH+X+Y.

                """
        )
    }

    @Test("What is chosen and what is named are told apart, and the last option counts")
    func options() throws {
        #expect(try RecordOptions(["--region", "pick"]).requestedPicture == .chosen(.region))
        #expect(try RecordOptions(["--window", "pick"]).requestedPicture == .chosen(.window))
        #expect(try RecordOptions(["--region", "last"]).requestedPicture == .lastRegion)
        let named = try RecordOptions(["-g", "pick", "-g", "10,20 64x48"])
        #expect(named.requestedPicture == nil)
        #expect(named.configuration.picture == .region(PixelRect(x: 10, y: 20, width: 64, height: 48)))
        #expect(throws: UsageError.conflict("--window", "--region")) {
            try RecordOptions(["--window", "pick", "--region", "last"])
        }
    }
}
