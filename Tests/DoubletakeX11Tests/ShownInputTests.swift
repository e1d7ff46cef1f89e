import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Testing

@testable import DoubletakeX11

@Suite(.timeLimit(.minutes(10)))
struct ShownInputTests {
    private func recorded(_ input: ShownInput) throws -> RecordedScreen {
        try RecordedScreen(shownInput: input, unshownKeys: ["F9"]) { _, client in
            try client.fillAll(.black)
        }
    }

    /// Whether a picture's overlays are the caption that says this, and nothing else.
    private func says(_ frame: VideoFrame, _ parts: KeyCaption.Part...) -> Bool {
        var painter = InputPainter(size: frame.pixelBuffer.displaySize)
        let wanted = painter.overlay(of: parts)
        guard frame.overlays.count == 1, let found = frame.overlays.first else { return false }
        return found.x == wanted.x && found.y == wanted.y && found.picture.bytes == wanted.picture.bytes
    }

    @Test("A click has a halo around the pointer, which fades; nothing is drawn on the screen")
    func click() throws {
        let screen = try recorded(.clicks)
        #expect(screen.watcher.awaitFrames(1))
        try screen.client.click(x: 60, y: 50)
        let frame = try #require(screen.watcher.await { !$0.overlays.isEmpty })
        let halo = frame.overlays[0]
        let size = halo.picture.displaySize
        #expect(halo.x + size.width / 2 == 60 && halo.y + size.height / 2 == 50)
        #expect(frame.damage == .none)
        #expect(screen.watcher.await { $0.overlays.isEmpty } != nil)
        #expect(screen.watcher.entries.dropFirst().allSatisfy { $0.damage == .none })
    }

    @Test("While a button is held its halo goes with the pointer")
    func drag() throws {
        let screen = try recorded(.clicks)
        #expect(screen.watcher.awaitFrames(1))
        try screen.client.movePointer(x: 30, y: 30)
        try screen.server.run(["xdotool", "mousedown", "1"])
        #expect(screen.watcher.await { !$0.overlays.isEmpty } != nil)
        try screen.client.movePointer(x: 90, y: 70)
        func isAt(_ frame: VideoFrame, _ x: Int) -> Bool {
            frame.overlays.contains { $0.x + $0.picture.displaySize.width / 2 == x }
        }
        #expect(screen.watcher.await { isAt($0, 90) } != nil)
        try screen.server.run(["xdotool", "mouseup", "1"])
        #expect(screen.watcher.await { $0.overlays.isEmpty } != nil)
    }

    @Test("Keys are a caption for a while; those of the recorder are not shown")
    func keys() throws {
        let screen = try recorded(.keys)
        #expect(screen.watcher.awaitFrames(1))
        try screen.server.run(["xdotool", "key", "F9", "key", "h", "key", "i", "key", "ctrl+shift+s"])
        let isSaid = screen.watcher.await { says($0, .text("hi"), .keys("Ctrl+Shift+S", count: 1)) } != nil
        #expect(isSaid)
        #expect(screen.watcher.await { $0.overlays.isEmpty } != nil)
    }

    @Test("What is typed while a program has the keyboard to itself is never shown")
    func password() throws {
        let screen = try recorded(.keys)
        #expect(screen.watcher.awaitFrames(1))
        do {
            let prompt = try X11Connection(display: screen.server.display)
            #expect(try prompt.grabKeyboard())
            try screen.server.run(["xdotool", "type", "--delay", "1", "secret"])
            try screen.server.run(["xdotool", "key", "ctrl+s", "key", "Return"])
        }
        try screen.server.run(["xdotool", "key", "z"])
        // The first caption of all is of the key after it.
        let frame = try #require(screen.watcher.await { !$0.overlays.isEmpty })
        #expect(says(frame, .text("z")))
        #expect(screen.watcher.entries.filter { !$0.overlays.isEmpty }.count == 1)
    }

    @Test("Of a window only what is clicked and typed in it is shown")
    func window() throws {
        let recorded = try RecordedWindow(shownInput: [.clicks, .keys])
        #expect(recorded.watcher.await { _ in true } != nil)
        let other = try recorded.client.window(PixelRect(x: 60, y: 50, width: 100, height: 80), .blue)
        try recorded.client.connection.setFocus(to: other.id)
        try recorded.server.run(["xdotool", "type", "--delay", "1", "secret"])
        // On the window that lies over it, and beside both.
        try recorded.client.click(x: 70, y: 60)
        try recorded.client.click(x: 10, y: 10)
        let window = try #require(recorded.window)
        try recorded.client.connection.setFocus(to: window.id)
        try recorded.server.run(["xdotool", "key", "z"])
        let first = try #require(recorded.watcher.await { !$0.overlays.isEmpty })
        #expect(says(first, .text("z")))
        try recorded.client.click(x: 45, y: 35)
        #expect(recorded.watcher.await { $0.overlays.count == 2 } != nil)
    }

    @Test("Without a word neither clicks nor keys are shown")
    func none() throws {
        let screen = try recorded([])
        #expect(screen.watcher.awaitFrames(1))
        try screen.client.click(x: 60, y: 50)
        try screen.server.run(["xdotool", "key", "a"])
        try screen.client.fillAll(.blue)
        #expect(screen.watcher.awaitFrames(2))
        #expect(screen.watcher.entries.allSatisfy { $0.overlays.isEmpty })
    }
}

extension PixelBuffer {
    /// What its first plane holds, with what is between its rows.
    fileprivate var bytes: [UInt8] {
        withBytes(ofPlane: 0) { span in
            // SAFETY: a byte has no invalid values, and the offsets are the span's own.
            (0..<span.byteCount).map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
        }
    }
}
