import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ScreenCursorTests {
    private static let size = PixelSize(width: 15, height: 17)

    private func recorded(
        region: PixelRect? = nil,
        cursor: CursorVisibility = .shown,
        x: Int = 60,
        y: Int = 50
    ) throws -> RecordedScreen {
        try RecordedScreen(region: region, cursor: cursor) { _, client in
            try client.fillAll(.black)
            try client.setCursor(size: Self.size, hotSpotX: 4, hotSpotY: 11, .red)
            try client.movePointer(x: x, y: y)
        }
    }

    private func isAt(_ frame: VideoFrame, _ x: Int, _ y: Int) -> Bool {
        frame.overlays.count == 1 && frame.overlays[0].x == x && frame.overlays[0].y == y
    }

    @Test("The cursor's hot spot is where the pointer is, and its picture is over the screen's")
    func place() throws {
        let screen = try recorded()
        let first = try #require(screen.watcher.await { _ in true })
        #expect(isAt(first, 56, 39))
        #expect(first.pixelBuffer.sample(x: 60, y: 50)[0] == 16)
        let picture = PixelBuffer(format: .i420, displaySize: first.pixelBuffer.displaySize, color: .bt709Limited)
        picture.copy(PixelRect(picture.displaySize), from: first.pixelBuffer)
        picture.blend(first.overlays[0])
        #expect(picture.sample(x: 56, y: 40)[0] == 63)
        #expect(picture.sample(x: 70, y: 55)[0] == 63)
        #expect(picture.sample(x: 55, y: 40)[0] == 16)
        #expect(picture.sample(x: 72, y: 50)[0] == 16)
    }

    @Test("When only the pointer moves the picture stays, and the overlay is elsewhere")
    func motion() throws {
        let screen = try recorded()
        let first = try #require(screen.watcher.await { _ in true })
        let before = MonotonicClock().now
        try screen.client.movePointer(x: 100, y: 90)
        let second = try #require(screen.watcher.await { isAt($0, 96, 79) })
        #expect(second.damage == .none)
        #expect(second.pixelBuffer === first.pixelBuffer)
        // The server counts whole milliseconds.
        #expect(second.time >= before - .milliseconds(2))
        #expect(screen.source.statistics.readPixelCount == 160 * 120)
        // And with a picture that nobody holds any more.
        try screen.client.movePointer(x: 101, y: 90)
        #expect(screen.watcher.await { isAt($0, 97, 79) } != nil)
    }

    @Test("Another shape is another picture, at the same position")
    func shape() throws {
        let screen = try recorded()
        #expect(screen.watcher.awaitFrames(1))
        try screen.client.setCursor(size: PixelSize(width: 3, height: 3), hotSpotX: 1, hotSpotY: 1, .green)
        let frame = try #require(screen.watcher.await { isAt($0, 59, 49) })
        #expect(frame.damage == .none)
        let moved = screen.watcher.entries.count
        try screen.client.movePointer(x: 61, y: 50)
        #expect(screen.watcher.awaitFrames(moved + 1))
        // The picture is fetched once for each shape.
        let newest = try #require(screen.watcher.newest)
        #expect(newest.overlays[0].picture === frame.overlays[0].picture)
    }

    @Test("A region's overlay is where it is in the region, cut off at its edge, and gone outside")
    func region() throws {
        let screen = try recorded(region: PixelRect(x: 50, y: 45, width: 40, height: 30))
        let first = try #require(screen.watcher.await { _ in true })
        #expect(isAt(first, 6, -6))
        try screen.client.movePointer(x: 140, y: 100)
        #expect(screen.watcher.await { $0.overlays.isEmpty } != nil)
        try screen.client.movePointer(x: 48, y: 46)
        #expect(screen.watcher.await { isAt($0, -6, -10) } != nil)
    }

    @Test("While the pointer is on another screen of the display, neither the cursor nor a click is shown")
    func otherScreen() throws {
        let options = ["-screen", "1", "160x120x24"]
        let screen = try RecordedScreen(options: options, cursor: .shown, shownInput: .clicks) { _, client in
            try client.fillAll(.black)
            try client.setCursor(size: Self.size, hotSpotX: 4, hotSpotY: 11, .red)
            try client.movePointer(x: 60, y: 50)
        }
        #expect(screen.watcher.await { isAt($0, 56, 39) } != nil)
        let other = try X11Connection(display: "\(screen.server.display).1")
        try other.warpPointer(x: 60, y: 50)
        #expect(screen.watcher.await { $0.overlays.isEmpty } != nil)
        let count = screen.watcher.entries.count
        try other.clickTestButton()
        // What was drawn after the click is seen after it.
        try screen.client.fillAll(.blue)
        #expect(screen.watcher.awaitFrames(count + 1))
        try screen.client.connection.warpPointer(x: 20, y: 30)
        #expect(screen.watcher.await { isAt($0, 16, 19) } != nil)
        #expect(screen.watcher.entries.dropFirst(count).allSatisfy { $0.overlays.count <= 1 })
    }

    @Test("A hidden cursor is not delivered, and its motion wakes nobody")
    func hidden() throws {
        let screen = try recorded(cursor: .hidden)
        #expect(screen.watcher.awaitFrames(1))
        try screen.client.movePointer(x: 10, y: 10)
        try screen.client.fillAll(.blue)
        #expect(screen.watcher.awaitFrames(2))
        #expect(screen.watcher.entries.allSatisfy { $0.overlays.isEmpty })
    }

    @Test("A pointer that a program puts elsewhere is found without anything being drawn")
    func warp() throws {
        let screen = try recorded()
        #expect(screen.watcher.awaitFrames(1))
        try screen.client.connection.warpPointer(x: 30, y: 40)
        let frame = try #require(screen.watcher.await { isAt($0, 26, 29) })
        #expect(frame.damage == .none)
        #expect(screen.source.statistics.pointerLookCount >= 1)
    }

    @Test("Moving all the time gives no more pictures than were asked for")
    func rate() throws {
        let screen = try recorded()
        #expect(screen.watcher.awaitFrames(1))
        var x = 0
        while screen.watcher.entries.count < 15 {
            x = (x + 1) % 150
            try screen.client.movePointer(x: x, y: 20)
        }
        let entries = screen.watcher.entries
        for (earlier, later) in zip(entries.dropFirst(), entries.dropFirst(2)) {
            #expect(later.time - earlier.time >= .microseconds(7_500))
        }
    }
}
