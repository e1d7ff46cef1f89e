import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import DoubletakePreview
import DoubletakeTestSupport
import DoubletakeXCB
import Glibc
import Testing

@Suite(.timeLimit(.minutes(10))) struct PreviewWindowTests {
    private static let size = PixelSize(width: 400, height: 200)
    private let clock = MonotonicClock()
    private let server: PrivateXServer
    private let client: X11TestClient
    private let heard = ConditionLock<[PreviewEvent]>([])

    init() throws {
        server = try PrivateXServer()
        client = try X11TestClient(server)
    }

    private func open() throws -> PreviewWindow {
        try PreviewWindow(display: server.display, title: "Cameras", size: Self.size, clock: clock) { [heard] event in
            heard.withLock { $0.append(event) }
        }
    }

    private func frame(_ color: YUVColor, size: PixelSize = size) -> VideoFrame {
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        picture.fill(PixelRect(size), with: color)
        return VideoFrame(pixelBuffer: picture, time: clock.now, sequenceNumber: 0, damage: .everything)
    }

    /// The first pixel of a place of the screen: blue, green, red.
    private func pixel(_ reader: X11ImageReader, x: Int, y: Int) throws -> [UInt8] {
        var pixel: [UInt8] = []
        try reader.read([PixelRect(x: x, y: y, width: 1, height: 1)], of: client.connection.screen.root) {
            _, bytes, _ in
            // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
            pixel = (0..<3).map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
        }
        return pixel
    }

    /// Looks at a place of the screen until it is as it should be, or for a minute.
    private func awaitPixel(x: Int, y: Int, _ isRight: ([UInt8]) -> Bool) throws -> Bool {
        let reader = try X11ImageReader(client.connection, largest: PixelSize(width: 1, height: 1))
        let limit = clock.now + .seconds(60)
        while clock.now < limit {
            if isRight(try pixel(reader, x: x, y: y)) { return true }
        }
        return false
    }

    private func awaitEvent(_ isWanted: (PreviewEvent) -> Bool) -> PreviewEvent? {
        heard.wait(until: clock.now + .seconds(60), on: clock) { events in events.first(where: isWanted) }
    }

    @Test("A picture is shown in its colours, and the strip is below it")
    func picture() throws {
        let window = try open()
        defer { window.close() }
        window.show(frame(YUVColor(red: 200, green: 40, blue: 90)))
        let isShown = try awaitPixel(x: 200, y: 100) { pixel in
            zip(pixel, [90, 40, 200]).allSatisfy { abs(Int($0) - $1) <= 3 }
        }
        #expect(isShown)
        #expect(try awaitPixel(x: 398, y: 220) { (20...60).contains($0[0]) && $0 != [90, 40, 200] })
        #expect(try client.size(ofWindow: window.pictureID) == Self.size)
    }

    /// Where a control is on the screen.
    private func place(of control: PreviewControl) throws -> (x: Int, y: Int) {
        let area = try #require(PreviewStrip(width: Self.size.width).area(of: control))
        return (area.x + 5, Self.size.height + area.y + 5)
    }

    @Test("A tap and a control are told of with their own time, and a control that does nothing isn't")
    func input() throws {
        let window = try open()
        defer { window.close() }
        window.update { $0.cameras = [.init(device: "a"), .init(device: "b")] }
        let before = clock.now
        try client.click(x: 100, y: 100)
        guard case .tap(let time)? = awaitEvent({ if case .tap = $0 { true } else { false } }) else {
            Issue.record("the tap was not heard of")
            return
        }
        #expect(abs((time - before).inSeconds) < 1)
        for control in [PreviewControl.stop, .record, .swap] {
            let place = try place(of: control)
            try client.click(x: place.x, y: place.y)
        }
        _ = awaitEvent { if case .pressed(.swap, _) = $0 { true } else { false } }
        #expect(pressed == [.record, .swap])
    }

    private var pressed: [PreviewControl] {
        heard.read { events in
            events.compactMap { if case .pressed(let control, _) = $0 { control } else { nil } }
        }
    }

    @Test("A key presses its control once, however long it is held, and Space taps the picture")
    func keys() throws {
        let window = try open()
        defer { window.close() }
        // Without a window manager what is typed goes to the window under the pointer.
        try client.movePointer(x: 100, y: 100)
        try client.type(0x72)
        try client.type(0x20)
        guard case .tap? = awaitEvent({ if case .tap = $0 { true } else { false } }) else {
            Issue.record("the tap was not heard of")
            return
        }
        #expect(pressed == [.record])
    }

    @Test("A menu is opened over the picture, and what is chosen in it is told of")
    func menu() throws {
        let window = try open()
        defer { window.close() }
        window.update { status in
            (status.layouts, status.layout) = (["single", "stack"], "single")
        }
        window.show(frame(YUVColor(red: 255, green: 255, blue: 255)))
        #expect(try awaitPixel(x: 30, y: 190) { $0 == [255, 255, 255] })
        let place = try place(of: .layout)
        try client.click(x: place.x, y: place.y)
        #expect(awaitEvent { $0 == .menuOpened(.layout) } != nil)
        #expect(try awaitPixel(x: 30, y: 190) { $0[0] < 90 })
        try client.type(0xff54)
        try client.type(0xff0d)
        #expect(awaitEvent { $0 == .chosen(.layout("stack")) } != nil)
        // The picture is there again, as the server asks for it to be drawn.
        #expect(try awaitPixel(x: 30, y: 190) { $0 == [255, 255, 255] })
    }

    @Test("A click with Ctrl is told of as a place, and shows a square there that goes away by itself")
    func focusSquare() throws {
        let window = try open()
        defer { window.close() }
        window.update { $0.canvasSize = Self.size }
        window.show(frame(.black))
        let map = try client.connection.keyboardMap()
        let control = try #require(map.keycodes(ofModifiers: 1 << 2)?.first)
        try client.connection.sendTestKey(control, .down)
        try client.click(x: 200, y: 100)
        try client.connection.sendTestKey(control, .up)
        #expect(awaitEvent { if case .focus = $0 { true } else { false } } != nil)
        #expect(try awaitPixel(x: 200 - 36, y: 100) { $0[2] > 80 && $0[1] > 60 && $0[0] < 60 })
        #expect(try awaitPixel(x: 200 - 36, y: 100) { $0 == [0, 0, 0] })
        #expect(heard.read { !$0.contains { if case .tap = $0 { true } else { false } } })
    }

    @Test("A window manager that asks is told that the program is still there, and which one it is")
    func ping() throws {
        let window = try open()
        defer { window.close() }
        let number = try #require(UInt32(window.pictureID.dropFirst(2), radix: 16))
        let top = try #require(try client.connection.topLevel(of: X11ID(number)))
        #expect(try client.connection.numbers("_NET_WM_PID", of: top) == [UInt32(getpid())])
        let manager = try X11TestClient(server).connection
        try manager.watchDesktop()
        let time = X11Time(milliseconds: 4_711)
        try manager.ping(top, at: time)
        let answer = X11Event.pinged(manager.screen.root, time: time)
        let limit = clock.now + .seconds(60)
        var heard: X11Event?
        while heard != answer, case .event(let event) = try manager.waitForEvent(until: limit, on: clock, or: WakeUp())
        {
            heard = event
        }
        #expect(heard == answer)
    }

    @Test("On a screen of twice the resolution the strip is twice as high, and it has an icon")
    func resolution() throws {
        _ = try ProcessRun.succeed(
            ["sh", "-c", "echo 'Xft.dpi: 192' | xrdb -merge"],
            environment: ["DISPLAY": server.display, "PATH": "/usr/bin:/bin"]
        )
        #expect(try client.connection.resources().scale == 2)
        let window = try open()
        defer { window.close() }
        let number = try #require(UInt32(window.pictureID.dropFirst(2), radix: 16))
        let top = try #require(try client.connection.topLevel(of: X11ID(number)))
        #expect(
            try client.connection.size(of: top)
                == PixelSize(width: Self.size.width, height: Self.size.height + PreviewStrip.height(scale: 2))
        )
        let icon = try client.connection.numbers("_NET_WM_ICON", of: top)
        #expect(icon.prefix(2) == [32, 32] && icon.count == 3 * 2 + 32 * 32 + 48 * 48 + 64 * 64)
    }

    @Test("A larger window has a larger picture, with black where the shape leaves something, and the strip below")
    func resizing() throws {
        let window = try open()
        defer { window.close() }
        window.show(frame(YUVColor(red: 255, green: 255, blue: 255)))
        try client.resize(
            aroundWindow: window.pictureID, to: PixelSize(width: 500, height: 450 + PreviewStrip.height(scale: 1)))
        #expect(try awaitPixel(x: 490, y: 225) { $0 == [255, 255, 255] })
        #expect(try awaitPixel(x: 250, y: 50) { $0 == [0, 0, 0] })
        #expect(try awaitPixel(x: 498, y: 470) { (20...60).contains($0[0]) })
        #expect(try client.size(ofWindow: window.pictureID) == PixelSize(width: 500, height: 450))
    }

    @Test("A window manager's wish to close is told of, and the window stays until it is closed")
    func closing() throws {
        let window = try open()
        try client.askToClose(aroundWindow: window.pictureID)
        #expect(awaitEvent { $0 == .closed } != nil)
        #expect(try client.size(ofWindow: window.pictureID) == Self.size)
        window.close()
        window.close()
        #expect(throws: X11Error.self) { try client.size(ofWindow: window.pictureID) }
    }

    @Test("A server that is gone is told of, and a screen of another depth is refused")
    func failures() throws {
        let window = try open()
        server.terminate()
        #expect(awaitEvent { if case .lost = $0 { true } else { false } } != nil)
        window.close()
        let coarse = try PrivateXServer(depth: 16)
        let error = #expect(throws: CaptureError.self) {
            try PreviewWindow(display: coarse.display, title: "", size: Self.size, clock: clock) { _ in }
        }
        #expect(error?.reason == "its pixels have 16 bits, and the preview can only show 24")
        #expect(throws: CaptureError.self) {
            try PreviewWindow.roomySize(for: Self.size, display: ":99999")
        }
    }

    @Test("A picture that is larger than the screen is opened smaller, in its shape, and never larger than it is")
    func room() throws {
        let large = try PreviewWindow.roomySize(for: PixelSize(width: 1280, height: 1440), display: server.display)
        #expect(large.height <= 480 * 9 / 10 && abs(Double(large.width) / Double(large.height) - 1280.0 / 1440) < 0.01)
        #expect(try PreviewWindow.roomySize(for: Self.size, display: server.display) == Self.size)
    }
}
