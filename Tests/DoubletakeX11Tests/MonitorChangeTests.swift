import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

/// What becomes of pictures while monitors come, go and change.
@Suite("Monitors that change", .timeLimit(.minutes(10)))
struct MonitorChangeTests {
    private static let size = PixelSize(width: 640, height: 480)
    /// The luma of colours.
    private static let (black, white, red, green, blue): (Int, Int, Int, Int, Int) = (16, 235, 63, 173, 32)

    private static func arrange(_ server: PrivateXServer, left: String, right: String?) throws {
        try server.run(["xrandr", "--setmonitor", "LEFT", left, "screen"])
        if let right { try server.run(["xrandr", "--setmonitor", "RIGHT", right, "none"]) }
    }

    private static func rearrange(_ server: PrivateXServer, right: String) throws {
        try server.run(["xrandr", "--delmonitor", "RIGHT"])
        try server.run(["xrandr", "--setmonitor", "RIGHT", right, "none"])
    }

    /// The luma of a pixel; -1 of one that the picture doesn't have.
    private func luma(_ frame: VideoFrame, _ x: Int, _ y: Int) -> Int {
        let size = frame.pixelBuffer.displaySize
        return x < size.width && y < size.height ? frame.pixelBuffer.sample(x: x, y: y)[0] : -1
    }

    @Test("Of the whole screen, what no monitor shows is black, also between pixels of one chroma sample")
    func deadArea() throws {
        let screen = try RecordedScreen(size: Self.size) { server, client in
            try Self.arrange(server, left: "301/85x480/127+0+0", right: "239/85x300/127+401+101")
            try client.fillAll(.white)
        }
        let first = try #require(screen.watcher.await { luma($0, 0, 0) == Self.white })
        #expect(first.pixelBuffer.displaySize == Self.size)
        for (x, y, value) in [
            (300, 479, Self.white), (301, 0, Self.black), (400, 200, Self.black), (401, 100, Self.black),
            (401, 101, Self.white), (639, 400, Self.white), (639, 401, Self.black),
        ] {
            #expect(luma(first, x, y) == value, "\(x),\(y)")
        }
        // What is drawn there stays unseen, and what is drawn across the edge is seen on this side of it.
        try screen.client.fill(PixelRect(x: 250, y: 150, width: 200, height: 20), .green)
        let second = try #require(screen.watcher.await { luma($0, 260, 160) == Self.green })
        #expect(luma(second, 310, 160) == Self.black && luma(second, 399, 160) == Self.black)
        #expect(luma(second, 410, 160) == Self.green)
    }

    @Test("A region that no monitor shows can't be recorded, and the error says what can")
    func regionInDeadArea() throws {
        let server = try PrivateXServer(size: Self.size)
        try Self.arrange(server, left: "300/85x480/127+0+0", right: nil)
        let region = PixelRect(x: 350, y: 0, width: 100, height: 100)
        let error = CaptureError.unavailable(
            device: "100x100+350+0",
            reason: "no monitor shows that part of the screen",
            help: "Choose a part that overlaps 300x480+0+0."
        )
        #expect(throws: error) {
            try X11Backend(displayName: server.display).openVideo(
                RecordedScreen.screen,
                VideoSourceConfiguration(frameRate: FrameRate(30), region: region),
                clock: MonotonicClock()
            )
        }
    }

    @Test("A monitor that is turned upright is shown whole, and its pictures have its new shape")
    func rotated() throws {
        let screen = try RecordedScreen(size: Self.size, device: RecordedScreen.monitor("RIGHT")) { server, client in
            try Self.arrange(server, left: "100/85x480/127+0+0", right: "400/85x300/127+100+0")
            try client.fillAll(.red)
        }
        #expect(screen.watcher.await { luma($0, 0, 0) == Self.red } != nil)
        try Self.rearrange(screen.server, right: "300/85x400/127+100+0")
        let turned = PixelSize(width: 300, height: 400)
        let frame = try #require(screen.watcher.await { $0.pixelBuffer.displaySize == turned })
        #expect(frame.damage == .everything && luma(frame, 299, 399) == Self.red)
        // Deleted and made anew, or changed: what is told is what was seen of it.
        #expect(screen.watcher.awaitWindowEvent { if case .resized(_, turned) = $0 { true } else { false } } != nil)
        try screen.client.fill(PixelRect(x: 390, y: 390, width: 10, height: 10), .blue)
        #expect(screen.watcher.await { luma($0, 299, 399) == Self.blue } != nil)
    }

    @Test("A region stays as large as it is, relative to its monitor, wherever that is")
    func regionOfMonitor() throws {
        let screen = try RecordedScreen(
            size: Self.size,
            device: RecordedScreen.monitor("RIGHT"),
            region: PixelRect(x: 10, y: 10, width: 40, height: 40)
        ) { server, client in
            try Self.arrange(server, left: "100/85x480/127+0+0", right: "400/85x300/127+100+0")
            try client.fillAll(.red)
            try client.fill(PixelRect(x: 210, y: 110, width: 40, height: 40), .blue)
        }
        #expect(screen.watcher.await { luma($0, 0, 0) == Self.red } != nil)
        try Self.rearrange(screen.server, right: "300/85x300/127+200+100")
        let frame = try #require(screen.watcher.await { luma($0, 0, 0) == Self.blue && luma($0, 39, 39) == Self.blue })
        #expect(frame.pixelBuffer.displaySize == PixelSize(width: 40, height: 40))
    }

    @Test(
        "The film goes with the pointer from monitor to monitor, with the cursor and without", arguments: [true, false])
    func followed(hasCursor: Bool) throws {
        let device = CaptureDevice(id: "follow-pointer", name: "monitor with the pointer", kind: .monitor)
        let screen = try RecordedScreen(size: Self.size, device: device, cursor: hasCursor ? .shown : .hidden) {
            server, client in
            try Self.arrange(server, left: "320/85x480/127+0+0", right: "200/85x300/127+400+0")
            try client.fill(PixelRect(x: 0, y: 0, width: 320, height: 480), .red)
            try client.fill(PixelRect(x: 320, y: 0, width: 320, height: 480), .blue)
            try client.movePointer(x: 10, y: 10)
        }
        #expect(screen.source.displaySize == PixelSize(width: 320, height: 480))
        #expect(screen.watcher.await { luma($0, 300, 300) == Self.red } != nil)
        try screen.client.movePointer(x: 450, y: 100)
        let right = PixelSize(width: 200, height: 300)
        #expect(screen.watcher.await { $0.pixelBuffer.displaySize == right && luma($0, 100, 100) == Self.blue } != nil)
        // Between the monitors it stays where it was.
        try screen.client.movePointer(x: 350, y: 100)
        try screen.client.fill(PixelRect(x: 400, y: 0, width: 200, height: 300), .green)
        #expect(screen.watcher.await { $0.pixelBuffer.displaySize == right && luma($0, 10, 10) == Self.green } != nil)
        // A program that puts the pointer elsewhere tells nobody.
        try screen.client.connection.warpPointer(x: 5, y: 5)
        #expect(screen.watcher.await { luma($0, 300, 300) == Self.red } != nil)
        #expect(screen.watcher.awaitEvents(2) == ["pointer on RIGHT", "pointer on LEFT"])
        #expect(screen.watcher.failures.isEmpty)
    }

    @Test("The server's screen saver leaves the recording as it is")
    func screenSaver() throws {
        let screen = try RecordedScreen(size: Self.size) { _, client in try client.fillAll(.red) }
        #expect(screen.watcher.await { luma($0, 9, 9) == Self.red } != nil)
        try screen.server.run(["xset", "s", "blank", "s", "activate"])
        try screen.server.run(["xset", "s", "reset"])
        try screen.client.fillAll(.green)
        #expect(screen.watcher.await { luma($0, 9, 9) == Self.green } != nil)
        #expect(screen.watcher.failures.isEmpty)
    }

    @Test("A program that takes the whole screen and gives another mode back is one more change")
    func fullscreen() throws {
        let screen = try RecordedScreen(size: Self.size) { server, client in
            try client.fillAll(.red)
            let mode = ["10", "320", "320", "320", "320", "240", "240", "240", "240"]
            try server.run(["xrandr", "--newmode", "game"] + mode)
            try server.run(["xrandr", "--addmode", "screen", "game"])
        }
        #expect(screen.watcher.await { luma($0, 9, 9) == Self.red } != nil)
        try screen.server.run(["xrandr", "--output", "screen", "--mode", "game"])
        let small = PixelSize(width: 320, height: 240)
        var window: X11Window? = try screen.client.window(PixelRect(small), .blue)
        #expect(screen.watcher.await { $0.pixelBuffer.displaySize == small && luma($0, 9, 9) == Self.blue } != nil)
        withExtendedLifetime(window) {}
        window = nil
        try screen.server.run(["xrandr", "--output", "screen", "--mode", "640x480"])
        try screen.client.fillAll(.green)
        #expect(
            screen.watcher.await { $0.pixelBuffer.displaySize == Self.size && luma($0, 600, 400) == Self.green } != nil)
        #expect(screen.watcher.failures.isEmpty)
    }
}

/// The same with a real server and its outputs.
@Suite(
    "Monitors that are plugged in and out",
    .enabled(if: PrivateXServer.hasOutputs, "needs Xorg with its dummy driver, and root"),
    .timeLimit(.minutes(10))
)
struct HotPlugTests {
    @Test("One that is pulled out keeps its last picture, no other one is taken, and back it is live")
    func hotPlug() throws {
        let screen = try RecordedScreen(
            device: RecordedScreen.monitor("DUMMY1"),
            server: PrivateXServer.withOutputs()
        ) { _, client in
            try client.fillAll(.red)
        }
        let shows = { (frame: VideoFrame, luma: Int) in
            frame.pixelBuffer.displaySize == PixelSize(width: 640, height: 480)
                && [(0, 0), (639, 479)].allSatisfy { frame.pixelBuffer.sample(x: $0, y: $1)[0] == luma }
        }
        #expect(screen.watcher.await { shows($0, 63) } != nil)
        try screen.server.unplug("DUMMY1")
        #expect(screen.watcher.awaitEvents(1) == ["DUMMY1 hidden"])
        let before = screen.watcher.entries.count
        try screen.client.fillAll(.white)
        try screen.server.plug("DUMMY1")
        #expect(screen.watcher.awaitEvents(2) == ["DUMMY1 hidden", "DUMMY1 shown"])
        try screen.client.fill(PixelRect(x: 640, y: 0, width: 640, height: 480), .green)
        #expect(screen.watcher.await { shows($0, 173) } != nil)
        #expect(screen.watcher.entries.count > before)
        #expect(screen.watcher.failures.isEmpty)
    }
}
