import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ScreenPixelsTests {
    private static let size = PixelSize(width: 161, height: 121)

    private struct Case: CustomTestStringConvertible {
        let depth: Int
        var options: [String] = []

        var testDescription: String { "depth \(depth) \(options.joined(separator: " "))" }

        static let all = [
            Case(depth: 15), Case(depth: 16), Case(depth: 24), Case(depth: 30),
            Case(depth: 16, options: ["-extension", "MIT-SHM"]),
            Case(depth: 24, options: ["-extension", "MIT-SHM"]),
        ]
    }

    @Test("Every pixel has the screen's colour, at once and after changes", arguments: Case.all)
    private func pixels(each: Case) throws {
        var scene = Scene(size: Self.size)
        let screen = try RecordedScreen(size: Self.size, depth: each.depth, options: each.options) { _, client in
            try scene.draw(on: client)
        }
        #expect(screen.client.connection.screen.pixelFormat.depth == each.depth)
        let whole = PixelRect(Self.size)
        let first = try #require(screen.watcher.await { _ in true })
        #expect(first.pixelBuffer.shows(scene.picture(of: whole, on: screen.client.connection.screen)))
        let grey = first.pixelBuffer.sample(x: 100, y: 60)
        #expect(abs(grey[0] - 126) <= (each.depth < 24 ? 4 : 1), "grey is \(grey)")
        for (rect, color) in [
            (PixelRect(x: 7, y: 9, width: 1, height: 1), TestColor.white),
            (PixelRect(x: 150, y: 100, width: 11, height: 21), TestColor.red),
            (PixelRect(x: 0, y: 60, width: 161, height: 1), TestColor(200, 100, 50)),
        ] {
            try scene.add(rect, color, on: screen.client)
            let expected = scene.picture(of: whole, on: screen.client.connection.screen)
            #expect(screen.watcher.await { $0.pixelBuffer.shows(expected) } != nil)
        }
    }

    @Test(
        "What a region has of the screen is shown, and the rest is black",
        arguments: [
            PixelRect(x: -31, y: 10, width: 100, height: 50), PixelRect(x: 100, y: 10, width: 100, height: 51),
            PixelRect(x: 10, y: -7, width: 41, height: 33), PixelRect(x: 11, y: 101, width: 50, height: 40),
            PixelRect(x: -5, y: -5, width: 171, height: 131), PixelRect(x: 37, y: 43, width: 1, height: 1),
            PixelRect(x: 160, y: 120, width: 9, height: 9), PixelRect(x: 1, y: 3, width: 77, height: 55),
        ]
    )
    func region(region: PixelRect) throws {
        var scene = Scene(size: Self.size)
        let screen = try RecordedScreen(size: Self.size, region: region) { _, client in try scene.draw(on: client) }
        #expect(screen.source.displaySize == region.size)
        func expected() -> PixelBuffer { scene.picture(of: region, on: screen.client.connection.screen) }
        let first = try #require(screen.watcher.await { _ in true })
        #expect(first.pixelBuffer.shows(expected()))
        try scene.add(PixelRect(x: 30, y: 40, width: 90, height: 5), .white, on: screen.client)
        try scene.add(PixelRect(Self.size), .blue, on: screen.client)
        let picture = expected()
        #expect(screen.watcher.await { $0.pixelBuffer.shows(picture) } != nil)
    }

    @Test("A size that is odd in both directions is recorded as it is")
    func oddSize() throws {
        let size = PixelSize(width: 641, height: 481)
        let scene = Scene(size: size)
        let screen = try RecordedScreen(size: size) { _, client in try scene.draw(on: client) }
        let frame = try #require(screen.watcher.await { _ in true })
        #expect(frame.pixelBuffer.displaySize == size)
        #expect(frame.pixelBuffer.codedSize == PixelSize(width: 642, height: 482))
        #expect(frame.pixelBuffer.shows(scene.picture(of: PixelRect(size), on: screen.client.connection.screen)))
    }

    @Test("A region that has nothing of the screen is an error that names both")
    func outside() throws {
        let server = try PrivateXServer(size: Self.size)
        let region = PixelRect(x: -900, y: 0, width: 640, height: 480)
        #expect(throws: CaptureError.outside(region: region, device: "screen", size: Self.size)) {
            try X11Backend(displayName: server.display).openVideo(
                RecordedScreen.screen,
                VideoSourceConfiguration(frameRate: FrameRate(30), region: region),
                clock: MonotonicClock()
            )
        }
    }
}
