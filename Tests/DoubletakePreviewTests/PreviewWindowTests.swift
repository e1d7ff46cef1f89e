import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import DoubletakePreview
import DoubletakeTestSupport
import DoubletakeXCB
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
        #expect(try awaitPixel(x: 398, y: 220) { (30...60).contains($0[0]) && $0 != [90, 40, 200] })
        #expect(try client.size(ofWindow: window.pictureID) == Self.size)
    }

    @Test("A tap and a button are told of with their own time, and a button that does nothing isn't")
    func input() throws {
        let window = try open()
        defer { window.close() }
        let before = clock.now
        try client.click(x: 100, y: 100)
        guard case .tap(let time)? = awaitEvent({ if case .tap = $0 { true } else { false } }) else {
            Issue.record("the tap was not heard of")
            return
        }
        #expect(abs((time - before).inSeconds) < 1)
        let strip = PreviewStrip(width: Self.size.width)
        for button in [PreviewButton.stop, .record, .swap] {
            let area = strip.area(of: button)
            try client.click(x: area.x + 5, y: Self.size.height + area.y + 5)
        }
        _ = awaitEvent { if case .button(.swap, _) = $0 { true } else { false } }
        let buttons = heard.read { events in
            events.compactMap { if case .button(let button, _) = $0 { button } else { nil } }
        }
        #expect(buttons == [.record, .swap])
    }

    @Test("A larger window has a larger picture, with black where the shape leaves something, and the strip below")
    func resizing() throws {
        let window = try open()
        defer { window.close() }
        window.show(frame(YUVColor(red: 255, green: 255, blue: 255)))
        try client.resize(aroundWindow: window.pictureID, to: PixelSize(width: 500, height: 450 + PreviewStrip.height))
        #expect(try awaitPixel(x: 490, y: 225) { $0 == [255, 255, 255] })
        #expect(try awaitPixel(x: 250, y: 50) { $0 == [0, 0, 0] })
        #expect(try awaitPixel(x: 498, y: 470) { (30...60).contains($0[0]) })
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
