import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ScreenMarkTests {
    private static let size = PixelSize(width: 320, height: 240)
    /// A pixel in the middle of the mark, one beside it that is left out with it, and one far from both.
    private static let marked = (x: 304, y: 16)
    private static let beside = (x: 290, y: 2)
    private static let elsewhere = (x: 40, y: 200)
    /// The luma of white and of blue.
    private static let white = 235
    private static let blue = 32

    private func luma(_ frame: VideoFrame?, _ place: (x: Int, y: Int)) -> Int? {
        frame.map { Int($0.pixelBuffer.sample(x: place.x, y: place.y)[0]) }
    }

    private func isShown(_ client: X11TestClient) throws -> Bool {
        let connection = client.connection
        return try connection.children(of: connection.screen.root).contains { window in
            try connection.description(ofWindow: window)?.className == "DoubletakeMark"
                && connection.state(ofWindow: window)?.visibility == .shown
        }
    }

    @Test("Where no side has room a mark is seen for a moment, and in no picture; then its place is what it is again")
    func withheld() throws {
        let screen = try RecordedScreen(size: Self.size) { _, client in try client.fillAll(.white) }
        #expect(luma(screen.watcher.await { luma($0, Self.marked) == Self.white }, Self.marked) == Self.white)
        let frame = try RecordingFrame(around: RecordedScreen.screen, region: nil, display: screen.server.display)
        defer { frame.stop() }
        frame.show()
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(60)
        while try !isShown(screen.client), clock.now < deadline {}
        // The whole screen changes, under the mark and over it.
        try screen.client.fillAll(.blue)
        let during = screen.watcher.await { luma($0, Self.elsewhere) == Self.blue }
        #expect(luma(during, Self.marked) == Self.white && luma(during, Self.beside) == Self.white)
        let after = screen.watcher.await { luma($0, Self.beside) != Self.white }
        #expect(luma(after, Self.beside) == Self.blue)
        #expect(try !isShown(screen.client))
    }

    @Test("Where a film begins by itself nothing is left out")
    func unasked() throws {
        let screen = try RecordedScreen(size: Self.size) { _, client in try client.fillAll(.white) }
        #expect(screen.watcher.await { luma($0, Self.marked) == Self.white } != nil)
        let frame = try RecordingFrame(
            around: RecordedScreen.screen,
            region: nil,
            substitute: .nothing,
            display: screen.server.display
        )
        frame.show()
        frame.stop()
        let root = screen.client.connection.screen.root
        #expect(try screen.client.connection.numbers("_DOUBLETAKE_MARK", of: root).isEmpty)
    }

    @Test("A mark that no source of this process leaves out isn't shown")
    func unheard() throws {
        let server = try PrivateXServer(size: Self.size)
        let client = try X11TestClient(server)
        try client.connection.watchDesktop()
        let frame = try RecordingFrame(around: RecordedScreen.screen, region: nil, display: server.display)
        frame.show()
        let clock = MonotonicClock()
        let nothing = try WakeUp()
        // Its announcement is there, and after it nothing comes: the end is the next thing that happens.
        while try client.connection.numbers("_DOUBLETAKE_MARK", of: client.connection.screen.root).isEmpty {}
        frame.stop()
        var isMapped = false
        try client.connection.synchronize()
        while case .event(let event) = try client.connection.waitForEvent(until: clock.now, on: clock, or: nothing) {
            if case .mapped = event { isMapped = true }
        }
        #expect(!isMapped)
    }
}
