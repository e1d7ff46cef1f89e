import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Testing

@testable import DoubletakeX11

@Suite("A recorded window", .timeLimit(.minutes(10)))
struct WindowSourceTests {
    @Test("It is shown by itself, also when another window lies over it")
    func covered() throws {
        let scene = try RecordedWindow()
        #expect(scene.source.displaySize == scene.rect.size)
        #expect(scene.awaitPicture(.red) != nil)
        try scene.cover(.white)
        for color in [TestColor.green, .blue, .grey] {
            try scene.fill(color)
            #expect(scene.awaitPicture(color) != nil)
        }
        #expect(scene.watcher.failures.isEmpty)
    }

    @Test("It is followed as it moves, also partly off the screen")
    func moved() throws {
        let scene = try RecordedWindow()
        #expect(scene.awaitPicture(.red) != nil)
        for (step, color) in [TestColor.green, .blue, .grey, .white].enumerated() {
            try scene.move(to: scene.rect.offsetBy(x: step * 70 - 60, y: 9))
            try scene.fill(color)
            #expect(scene.awaitPicture(color) != nil)
        }
        #expect(scene.watcher.failures.isEmpty)
    }

    @Test("With another size its pictures have that size, which is told")
    func resized() throws {
        let scene = try RecordedWindow()
        #expect(scene.awaitPicture(.red) != nil)
        for size in [PixelSize(width: 100, height: 31), PixelSize(width: 33, height: 77)] {
            try scene.move(to: PixelRect(x: scene.rect.x, y: scene.rect.y, width: size.width, height: size.height))
            try scene.fill(.blue)
            let frame = try #require(scene.awaitPicture(.blue))
            #expect(frame.pixelBuffer.displaySize == size)
            let event = scene.watcher.awaitWindowEvent { event in
                if case .resized(_, size) = event { true } else { false }
            }
            #expect(event != nil)
        }
    }

    @Test("With cropping its pictures keep their size: what has no room is cut off, what is missing is black")
    func cropped() throws {
        let scene = try RecordedWindow(resizing: .crop)
        let size = scene.rect.size
        #expect(scene.awaitPicture(.red) != nil)
        try scene.move(to: PixelRect(x: 10, y: 10, width: 90, height: 90))
        try scene.fill(.green)
        #expect(scene.awaitPicture(.green, size) != nil)
        try scene.move(to: PixelRect(x: 10, y: 10, width: size.width / 2, height: size.height))
        try scene.fill(.white)
        let frame = scene.watcher.await { frame in
            frame.pixelBuffer.displaySize == size
                && frame.pixelBuffer.sample(x: 4, y: 4) == [235, 128, 128]
                && frame.pixelBuffer.sample(x: size.width - 4, y: 4) == [16, 128, 128]
        }
        #expect(frame != nil)
    }

    @Test("Hidden it keeps its last picture, and shown again it goes on; both are told")
    func hidden() throws {
        let scene = try RecordedWindow()
        #expect(scene.awaitPicture(.red) != nil)
        try scene.window?.hide()
        #expect(scene.watcher.awaitWindowEvent { if case .hidden = $0 { true } else { false } } != nil)
        #expect(scene.awaitPicture(.red) != nil)
        try scene.window?.show()
        #expect(scene.watcher.awaitWindowEvent { if case .shown = $0 { true } else { false } } != nil)
        try scene.fill(.green)
        #expect(scene.awaitPicture(.green) != nil)
    }

    @Test("Closed it keeps its last picture, which is told")
    func closed() throws {
        let scene = try RecordedWindow()
        #expect(scene.awaitPicture(.red) != nil)
        try scene.close()
        #expect(scene.watcher.awaitWindowEvent { if case .closed = $0 { true } else { false } } != nil)
        #expect(scene.watcher.failures.isEmpty)
        #expect(scene.awaitPicture(.red) != nil)
    }

    @Test("A window of its class and title is taken up when that was asked for")
    func returned() throws {
        let scene = try RecordedWindow(closing: .wait)
        #expect(scene.awaitPicture(.red) != nil)
        try scene.close()
        #expect(scene.watcher.awaitWindowEvent { if case .closed = $0 { true } else { false } } != nil)
        let foreign = try scene.client.window(scene.rect, .white)
        try foreign.describe(title: "Another", className: RecordedWindow.className)
        try scene.openAgain(.blue)
        #expect(scene.watcher.awaitWindowEvent { if case .returned = $0 { true } else { false } } != nil)
        #expect(scene.awaitPicture(.blue) != nil)
        try scene.fill(.green)
        #expect(scene.awaitPicture(.green) != nil)
    }

    @Test("A window that is called so only after it was shown is taken up too")
    func returnedLate() throws {
        let scene = try RecordedWindow(closing: .wait)
        #expect(scene.awaitPicture(.red) != nil)
        try scene.close()
        #expect(scene.watcher.awaitWindowEvent { if case .closed = $0 { true } else { false } } != nil)
        let late = try scene.client.window(scene.rect, .blue)
        try late.describe(title: "Loading", className: RecordedWindow.className)
        try late.describe(title: RecordedWindow.title, className: RecordedWindow.className)
        #expect(scene.watcher.awaitWindowEvent { if case .returned = $0 { true } else { false } } != nil)
        #expect(scene.awaitPicture(.blue) != nil)
    }

    @Test("A shadow that its program draws around it is left out")
    func shadow() throws {
        let inner = PixelRect(x: 9, y: 6, width: 43, height: 31)
        let scene = try RecordedWindow { client, window in
            try client.connection.set("_GTK_FRAME_EXTENTS", of: window.id, to: [9, 12, 6, 11])
            try client.connection.fill([inner], of: window.id, with: client.pixel(.blue))
        }
        #expect(scene.source.displaySize == inner.size)
        #expect(scene.awaitPicture(.blue, inner.size) != nil)
    }

    @Test("A window that is larger than the screen is shown whole")
    func large() throws {
        let scene = try RecordedWindow(rect: PixelRect(x: -30, y: -20, width: 500, height: 400))
        #expect(scene.source.displaySize == PixelSize(width: 500, height: 400))
        try scene.fill(.green)
        #expect(scene.awaitPicture(.green) != nil)
    }

    @Test("A region is a part of the window")
    func region() throws {
        let scene = try RecordedWindow(region: PixelRect(x: 8, y: 6, width: 20, height: 10)) { client, window in
            try client.connection.fill(
                [PixelRect(x: 8, y: 6, width: 20, height: 10)], of: window.id, with: client.pixel(.blue))
        }
        #expect(scene.source.displaySize == PixelSize(width: 20, height: 10))
        #expect(scene.awaitPicture(.blue, PixelSize(width: 20, height: 10)) != nil)
    }

    @Test("The cursor has its place in the window, wherever the window is")
    func cursor() throws {
        let scene = try RecordedWindow(cursor: .shown) { client, _ in
            try client.setCursor(size: PixelSize(width: 8, height: 8), hotSpotX: 2, hotSpotY: 3, .white)
        }
        try scene.client.movePointer(x: scene.rect.x + 20, y: scene.rect.y + 10)
        let isThere = { (frame: VideoFrame) in frame.overlays.contains { $0.x == 18 && $0.y == 7 } }
        #expect(scene.watcher.await(isThere) != nil)
        try scene.move(to: scene.rect.offsetBy(x: 50, y: 20))
        try scene.client.movePointer(x: scene.rect.x + 30, y: scene.rect.y + 10)
        #expect(scene.watcher.await { $0.overlays.contains { $0.x == 28 && $0.y == 7 } } != nil)
    }
}
