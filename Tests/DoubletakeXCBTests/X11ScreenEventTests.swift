import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct X11ScreenEventTests {
    private let server: PrivateXServer
    private let client: X11TestClient
    private let watcher: X11Connection
    private let wakeUp: WakeUp

    init() throws {
        server = try PrivateXServer()
        client = try X11TestClient(server)
        watcher = try X11Connection(display: server.display)
        wakeUp = try WakeUp()
    }

    private func nextEvent() throws -> X11Event? {
        guard case .event(let event) = try watcher.waitForEvent(on: MonotonicClock(), or: wakeUp) else { return nil }
        return event
    }

    @Test("Damage says once that something was drawn, and then exactly where")
    func damage() throws {
        let damage = try X11Damage(watcher, of: watcher.screen.root)
        // All that is there counts as changed at first.
        #expect(try damage.take() == [PixelRect(watcher.screen.size)])
        while try watcher.nextEvent() != nil {}
        let before = try client.connection.serverTime()
        let drawn = [PixelRect(x: 3, y: 5, width: 7, height: 9), PixelRect(x: 100, y: 100, width: 50, height: 1)]
        for rect in drawn { try client.fill(rect, .red) }
        let after = try client.connection.serverTime()
        guard case .damaged(damage.id, let time)? = try nextEvent() else {
            Issue.record("no damage was reported")
            return
        }
        #expect((before.milliseconds...after.milliseconds).contains(time.milliseconds))
        #expect(try watcher.nextEvent() == nil)
        #expect(try damage.take() == drawn)
        #expect(try damage.take() == [])
        try client.fill(drawn[0], .blue)
        guard case .damaged? = try nextEvent() else {
            Issue.record("no damage was reported after it was taken")
            return
        }
    }

    @Test("The cursor's picture, hot spot and changes are known")
    func cursor() throws {
        try watcher.watchCursor()
        try client.movePointer(x: 50, y: 60)
        try client.setCursor(size: PixelSize(width: 5, height: 7), hotSpotX: 2, hotSpotY: 3, .green)
        guard case .cursorChanged(let serial, _)? = try nextEvent() else {
            Issue.record("no change of the cursor was reported")
            return
        }
        let image = try #require(try watcher.cursorImage())
        #expect(image.serial == serial)
        #expect(image.picture.displaySize.width >= 5 && image.picture.displaySize.height >= 7)
        #expect((image.hotSpotX, image.hotSpotY) == (2, 3))
        #expect(image.picture.format == .bgra)
        let pixel = image.picture.withBytes(ofPlane: 0) { bytes in
            // SAFETY: a number has no invalid values, and the offset is checked.
            unsafe bytes.unsafeLoad(fromByteOffset: 0, as: UInt32.self)
        }
        #expect(pixel == 0xff00_ff00)
        let position = try #require(try watcher.pointerPosition())
        #expect(position == (50, 60))
    }

    @Test("Raw motion tells of a device that moves the pointer, and not of a program that does")
    func rawMotion() throws {
        try watcher.selectRawEvents(.motion)
        try client.movePointer(x: 10, y: 20)
        guard case .rawMotion? = try nextEvent() else {
            Issue.record("no motion was reported")
            return
        }
        try client.connection.warpPointer(x: 30, y: 40)
        try watcher.synchronize()
        #expect(try watcher.nextEvent() == nil)
        #expect(try #require(try watcher.pointerPosition()) == (30, 40))
        try watcher.selectRawEvents([])
        try client.movePointer(x: 50, y: 60)
        try watcher.synchronize()
        #expect(try watcher.nextEvent() == nil)
    }

    @Test("Raw keys come in both directions, with the key's number")
    func rawKeys() throws {
        try watcher.selectRawEvents(.keys)
        try client.connection.sendTestKey(75, .down)
        try client.connection.sendTestKey(75, .up)
        for direction in [X11Event.KeyDirection.down, .up] {
            // The first key of another keyboard brings that one's layout along.
            var event = try nextEvent()
            while event == .keyboardMappingChanged { event = try nextEvent() }
            guard case .rawKey(let key)? = event else {
                Issue.record("no key was reported")
                return
            }
            #expect(key.direction == direction)
            #expect(key.keycode == 75)
            #expect(!key.isRepeat)
        }
    }

    @Test("Monitors have the names, places and order that the server gives them")
    func monitors() throws {
        #expect(try watcher.monitors() == [X11Monitor(name: "screen", rect: PixelRect(watcher.screen.size))])
        #expect(try watcher.outputNames() == ["screen"])
        try watcher.watchScreen()
        try server.run(["xrandr", "--setmonitor", "LEFT", "320/85x480/127+0+0", "screen"])
        try server.run(["xrandr", "--setmonitor", "RIGHT", "320/85x480/127+320+0", "none"])
        #expect(
            try watcher.monitors() == [
                X11Monitor(name: "LEFT", rect: PixelRect(x: 0, y: 0, width: 320, height: 480)),
                X11Monitor(name: "RIGHT", rect: PixelRect(x: 320, y: 0, width: 320, height: 480)),
            ]
        )
        try server.run(["xrandr", "--delmonitor", "RIGHT"])
        #expect(try watcher.monitors().map(\.name) == ["LEFT"])
        // A change of monitors alone comes as if the root had been resized, to the size that it has.
        #expect(try watcher.nextEvent() == .resized(watcher.screen.root, watcher.screen.size))
    }

    @Test("A server without RandR has no monitors, and that is no error")
    func noMonitors() throws {
        let server = try PrivateXServer(options: ["-extension", "RANDR"])
        let connection = try X11Connection(display: server.display)
        #expect(try connection.monitors() == [])
        #expect(try connection.outputNames() == [])
        try connection.watchScreen()
    }

    @Test("A screen that is made smaller says so")
    func resize() throws {
        try watcher.watchScreen()
        try server.run(["xrandr", "--newmode", "small", "10", "320", "320", "320", "320", "240", "240", "240", "240"])
        try server.run(["xrandr", "--addmode", "screen", "small"])
        try server.run(["xrandr", "--output", "screen", "--mode", "small"])
        var events: Set<X11Event> = []
        while let event = try watcher.nextEvent() { events.insert(event) }
        #expect(events.contains(.screenChanged))
        #expect(events.contains(.resized(watcher.screen.root, PixelSize(width: 320, height: 240))))
        #expect(try watcher.size(of: watcher.screen.root) == PixelSize(width: 320, height: 240))
    }

    @Test("A window is shown where and in the colour that it was made with")
    func window() throws {
        let window = try client.window(PixelRect(x: 20, y: 30, width: 40, height: 50), .blue)
        #expect(try watcher.size(of: window.id) == PixelSize(width: 40, height: 50))
        let reader = try X11ImageReader(watcher, largest: PixelSize(width: 1, height: 1))
        func isBlue(_ x: Int, _ y: Int) throws -> Bool {
            var isBlue = false
            try reader.read([PixelRect(x: x, y: y, width: 1, height: 1)], of: watcher.screen.root) { _, bytes, _ in
                // SAFETY: a number has no invalid values, and the offset is checked.
                isBlue = unsafe bytes.unsafeLoad(as: UInt32.self) & 0xffffff == 0xff
            }
            return isBlue
        }
        #expect(try isBlue(20, 30))
        #expect(try isBlue(59, 79))
        #expect(try !isBlue(60, 79))
        try window.hide()
        #expect(try !isBlue(20, 30))
    }
}
