import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

/// Choosing on a real server, with its own mouse and keyboard.
@Suite("Choosing on the screen", .timeLimit(.minutes(5)))
struct ScreenPickerTests {
    private static let (escape, enter, right, down): (UInt32, UInt32, UInt32, UInt32) = (0xff1b, 0xff0d, 0xff53, 0xff54)

    private let server: PrivateXServer
    private let client: X11TestClient
    private let picker: ScreenPicker
    private var connection: X11Connection { client.connection }

    init() throws {
        server = try PrivateXServer(size: PixelSize(width: 320, height: 240))
        client = try X11TestClient(server)
        picker = try ScreenPicker(displayName: server.display)
        try client.movePointer(x: 20, y: 20)
    }

    /// Lets something be chosen while `person` does what people do, once the picker is there.
    private func choose<Choice: Sendable>(
        _ choose: @escaping @Sendable (ScreenPicker) throws(CaptureError) -> Choice?,
        _ person: (ScreenPicker) throws -> Void
    ) throws -> Choice? {
        let picker = try ScreenPicker(displayName: server.display)
        let result = ConditionLock<Result<Choice?, CaptureError>?>(nil)
        let thread = try WorkerThread(name: "picker") {
            let chosen = Result { () throws(CaptureError) in try choose(picker) }
            result.withLock { $0 = chosen }
        }
        defer { thread.join() }
        // Whatever goes wrong, the thread ends.
        defer { picker.cancel() }
        try awaitLabel(result)
        try person(picker)
        let clock = MonotonicClock()
        let chosen = result.wait(until: clock.now + .seconds(60), on: clock) { $0 }
        return try #require(chosen).get()
    }

    private func chooseRegion(_ person: (ScreenPicker) throws -> Void) throws -> PixelRect? {
        try choose({ picker throws(CaptureError) in try picker.pickRegion() }, person)
    }

    private func chooseWindow(_ person: (ScreenPicker) throws -> Void) throws -> CaptureDevice? {
        try choose({ picker throws(CaptureError) in try picker.pickWindow() }, person)
    }

    /// The windows that the picker shows.
    private func shown() throws -> [PixelRect] {
        try connection.children(of: connection.screen.root).compactMap { window in
            guard try connection.description(ofWindow: window)?.className == "DoubletakePick",
                try connection.state(ofWindow: window)?.visibility == .shown
            else { return nil }
            return try connection.place(ofWindow: window)
        }
    }

    private func awaitLabel<Result>(_ result: ConditionLock<Result?>) throws {
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(60)
        while try shown().isEmpty, result.read({ $0 == nil }), clock.now < deadline {}
    }

    private func press(_ keysym: UInt32) throws {
        let key = try #require(try connection.keyboardMap().places(of: keysym).first)
        try connection.sendTestKey(key.keycode, .down)
        try connection.sendTestKey(key.keycode, .up)
    }

    @Test(
        "A region is dragged with the mouse, has a band around it and its size beside it, and both are gone at the end")
    func region() throws {
        let region = PixelRect(x: 40, y: 30, width: 101, height: 61)
        let chosen = try chooseRegion { _ in
            try client.movePointer(x: 40, y: 30)
            try connection.sendTestButton(.down)
            try client.movePointer(x: 140, y: 90)
            let clock = MonotonicClock()
            let deadline = clock.now + .seconds(60)
            while try shown().count < 5, clock.now < deadline {}
            let windows = try shown()
            #expect(windows.count == 5)
            #expect(windows.allSatisfy { $0.intersection(region).isEmpty })
            try connection.sendTestButton(.up)
        }
        #expect(chosen == region)
        #expect(try shown().isEmpty)
    }

    @Test("A region can be chosen with the keyboard alone")
    func keyboard() throws {
        let chosen = try chooseRegion { _ in
            try press(Self.enter)
            for _ in 0..<9 {
                try press(Self.right)
                try press(Self.down)
            }
            try press(Self.enter)
        }
        #expect(chosen == PixelRect(x: 20, y: 20, width: 10, height: 10))
    }

    @Test("Escape, the right button and an interruption choose nothing, and the mouse is everybody's again")
    func cancelled() throws {
        let byKey = try chooseRegion { _ in try press(Self.escape)
        }
        #expect(byKey == nil)
        let byButton = try chooseWindow { _ in
            try connection.clickTestButton(3)
        }
        #expect(byButton == nil)
        let byInterruption = try chooseWindow { $0.cancel() }
        #expect(byInterruption == nil)
        #expect(try shown().isEmpty)
        let cursor = try X11Cursor(connection, standard: .crosshair)
        #expect(try connection.grabPointer(showing: cursor) == .granted)
        #expect(try connection.grabKeyboard())
    }

    @Test("The window under the pointer is chosen by a click, which that window doesn't get")
    func window() throws {
        let windows = try [("Invoices", 10), ("Orders", 160)].map { title, x in
            let window = try client.window(PixelRect(x: x, y: 60, width: 120, height: 90), .red)
            try window.describe(title: title, className: "Shop")
            try window.watchInput()
            return window
        }
        let chosen = try chooseWindow { _ in
            // Over the root there is nothing to choose.
            try connection.clickTestButton()
            try client.movePointer(x: 200, y: 100)
            try connection.clickTestButton()
        }
        #expect(chosen?.name == "Orders")
        #expect(chosen?.id == "0x" + String(windows[1].id.rawValue, radix: 16))
        try connection.synchronize()
        var clicks = 0
        while let event = try connection.nextEvent() {
            if case .button = event { clicks += 1 }
        }
        #expect(clicks == 0)
    }

    @Test("Who can't have the mouse says so, and what to do")
    func taken() throws {
        let other = try X11Connection(display: server.display)
        #expect(try other.grabPointer(showing: X11Cursor(other, standard: .crosshair)) == .granted)
        #expect(
            throws: CaptureError.unavailable(
                device: "mouse",
                reason: "another program keeps the mouse or the keyboard to itself",
                help: "Close its menu or its dialogue, and choose again."
            )
        ) {
            try picker.pickRegion()
        }
    }

    @Test("A keyboard that is let go within two seconds is waited for: the key that has started the recorder")
    func heldKey() throws {
        let other = try X11Connection(display: server.display)
        #expect(try other.grabKeyboard())
        let result = ConditionLock<Result<PixelRect?, CaptureError>?>(nil)
        let thread = try WorkerThread(name: "picker") { [picker] in
            let chosen = Result { () throws(CaptureError) in try picker.pickRegion() }
            result.withLock { $0 = chosen }
        }
        defer { thread.join() }
        let clock = MonotonicClock()
        // Until then it has tried, and been refused.
        _ = result.wait(until: clock.now + .milliseconds(150), on: clock) { $0 }
        try other.releaseInput()
        try awaitLabel(result)
        try press(Self.escape)
        let chosen = result.wait(until: clock.now + .seconds(60), on: clock) { $0 }
        #expect(try #require(chosen).get() == nil)
    }
}
