import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Testing

@testable import DoubletakeX11

/// The window that has the focus, whichever that is.
@Suite("The window with the focus", .timeLimit(.minutes(10)))
struct FocusSourceTests {
    private static let size = PixelSize(width: 320, height: 240)
    private static let configuration = VideoSourceConfiguration(frameRate: FrameRate(100), cursor: .hidden)

    private let server: PrivateXServer
    private let client: X11TestClient
    private let backend: X11Backend
    private let watcher = SourceWatcher()

    init() throws {
        server = try PrivateXServer(size: Self.size)
        client = try X11TestClient(server)
        backend = X11Backend(displayName: server.display)
    }

    private func window(_ title: String, _ rect: PixelRect, _ color: TestColor) throws -> X11Window {
        let window = try client.window(rect, color)
        try window.describe(title: title, className: "Shop")
        return window
    }

    private func open(
        _ configuration: VideoSourceConfiguration = FocusSourceTests.configuration
    ) throws -> any VideoSource {
        let device = try #require(try backend.device(named: "focused", kind: .window))
        return try backend.openVideo(device, configuration, clock: MonotonicClock())
    }

    private func awaitPicture(_ size: PixelSize, luma: Int) -> VideoFrame? {
        watcher.await { $0.pixelBuffer.displaySize == size && $0.pixelBuffer.sample(x: 9, y: 9)[0] == luma }
    }

    @Test("The film goes with the focus, each change is told, and a window that is closed ends nothing")
    func followed() throws {
        let first = try window("Invoices", PixelRect(x: 10, y: 10, width: 64, height: 48), .red)
        var second: X11Window? = try window("Orders", PixelRect(x: 30, y: 20, width: 100, height: 90), .blue)
        try client.connection.setFocus(to: first.id)
        let source = try open()
        #expect(source.displaySize == PixelSize(width: 64, height: 48))
        try source.start(watcher.output)
        defer { source.stop() }
        #expect(awaitPicture(PixelSize(width: 64, height: 48), luma: 63) != nil)
        try client.connection.setFocus(to: try #require(second?.id))
        #expect(awaitPicture(PixelSize(width: 100, height: 90), luma: 32) != nil)
        #expect(watcher.awaitEvents(1) == ["focus on Orders"])
        second = nil
        try client.connection.synchronize()
        #expect(watcher.awaitEvents(2) == ["focus on Orders", "Orders hidden"])
        try client.connection.setFocus(to: first.id)
        #expect(watcher.awaitEvents(3).last == "focus on Invoices")
        try client.connection.fill([PixelRect(first.rectSize)], of: first.id, with: client.pixel(.green))
        #expect(awaitPicture(PixelSize(width: 64, height: 48), luma: 173) != nil)
        #expect(watcher.failures.isEmpty)
    }

    @Test("With cropping its pictures keep the first window's size")
    func cropped() throws {
        let first = try window("Invoices", PixelRect(x: 10, y: 10, width: 64, height: 48), .red)
        let second = try window("Orders", PixelRect(x: 30, y: 20, width: 100, height: 30), .blue)
        try client.connection.setFocus(to: first.id)
        let source = try open(VideoSourceConfiguration(frameRate: FrameRate(100), cursor: .hidden, resizing: .crop))
        try source.start(watcher.output)
        defer { source.stop() }
        #expect(awaitPicture(PixelSize(width: 64, height: 48), luma: 63) != nil)
        try client.connection.setFocus(to: second.id)
        let frame = try #require(awaitPicture(PixelSize(width: 64, height: 48), luma: 32))
        #expect(frame.pixelBuffer.sample(x: 9, y: 40)[0] == 16)
    }

    @Test("Where a window manager says which window is active, that one is meant, also by `active`")
    func managed() throws {
        let windows = try [("Invoices", TestColor.red), ("Orders", .blue)].enumerated().map { index, window in
            try self.window(window.0, PixelRect(x: 90 * index, y: 10, width: 64, height: 48), window.1)
        }
        let root = client.connection.screen.root
        try client.connection.set("_NET_SUPPORTING_WM_CHECK", of: root, to: [windows[0].id.rawValue])
        try client.connection.set("_NET_CLIENT_LIST", of: root, to: windows.map(\.id.rawValue))
        try client.connection.set("_NET_ACTIVE_WINDOW", of: root, to: [windows[0].id.rawValue])
        #expect(try backend.device(named: "active", kind: .window)?.name == "Invoices")
        let source = try open()
        try source.start(watcher.output)
        defer { source.stop() }
        #expect(awaitPicture(PixelSize(width: 64, height: 48), luma: 63) != nil)
        try client.connection.set("_NET_ACTIVE_WINDOW", of: root, to: [windows[1].id.rawValue])
        #expect(awaitPicture(PixelSize(width: 64, height: 48), luma: 32) != nil)
        #expect(try backend.device(named: "active", kind: .window)?.name == "Orders")
        // The desktop has the focus, which is no window: the one before stays.
        try client.connection.set("_NET_ACTIVE_WINDOW", of: root, to: [0])
        try client.connection.setFocus(to: root)
        try client.connection.fill([PixelRect(windows[1].rectSize)], of: windows[1].id, with: client.pixel(.green))
        #expect(awaitPicture(PixelSize(width: 64, height: 48), luma: 173) != nil)
        #expect(watcher.awaitEvents(1) == ["focus on Orders"])
    }

    @Test("Without a window that has the focus nothing can be opened, and the error says so")
    func none() throws {
        try client.connection.setFocus(to: client.connection.screen.root)
        #expect(
            throws: CaptureError.unavailable(
                device: "window with the focus",
                reason: "no window has the focus",
                help: "Click into a window, and record again."
            )
        ) {
            try open()
        }
        #expect(try backend.device(named: "active", kind: .window) == nil)
    }
}

extension X11Window {
    /// More than any window here is large.
    fileprivate var rectSize: PixelSize { PixelSize(width: 200, height: 200) }
}
