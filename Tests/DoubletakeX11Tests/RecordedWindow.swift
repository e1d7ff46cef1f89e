import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB

/// A private server, a program with a window on it, and a source that records that window.
final class RecordedWindow {
    static let title = "Invoices – größer"
    static let className = "Shop"

    let server: PrivateXServer
    let client: X11TestClient
    let watcher = SourceWatcher()
    let source: any VideoSource
    /// Nil once it was closed.
    private(set) var window: X11Window?
    private(set) var rect: PixelRect
    private var covers: [X11Window] = []

    /// Starts all of it; the window is red, and the source delivers.
    init(
        rect: PixelRect = PixelRect(x: 40, y: 30, width: 64, height: 48),
        name: String = "title:invoices",
        region: PixelRect? = nil,
        cursor: CursorVisibility = .hidden,
        shownInput: ShownInput = [],
        resizing: ResizeBehavior = .fit,
        closing: CloseBehavior = .stop,
        prepare: (X11TestClient, X11Window) throws -> Void = { _, _ in }
    ) throws {
        server = try PrivateXServer(size: PixelSize(width: 320, height: 240))
        client = try X11TestClient(server)
        self.rect = rect
        let window = try Self.open(rect, .red, by: client)
        self.window = window
        try prepare(client, window)
        let backend = X11Backend(displayName: server.display)
        guard let device = try backend.device(named: name, kind: .window) else { throw NoWindow() }
        source = try backend.openVideo(
            device,
            VideoSourceConfiguration(
                frameRate: FrameRate(100),
                region: region,
                cursor: cursor,
                shownInput: shownInput,
                resizing: resizing,
                closing: closing
            ),
            clock: MonotonicClock()
        )
        try source.start(watcher.output)
    }

    deinit {
        source.stop()
    }

    struct NoWindow: Error {}

    private static func open(_ rect: PixelRect, _ color: TestColor, by client: X11TestClient) throws -> X11Window {
        let window = try client.window(rect, color)
        try window.describe(title: title, className: className)
        return window
    }

    /// Puts a window over it.
    func cover(_ color: TestColor) throws {
        covers.append(try client.window(rect.offsetBy(x: -5, y: -5), color))
    }

    /// Draws all of the window in one colour.
    func fill(_ color: TestColor) throws {
        guard let window else { throw NoWindow() }
        try client.connection.fill([PixelRect(rect.size)], of: window.id, with: client.pixel(color))
    }

    /// Puts the window elsewhere.
    func move(to rect: PixelRect) throws {
        self.rect = rect
        try window?.move(to: rect)
    }

    /// Closes the window.
    func close() throws {
        window = nil
        try client.connection.synchronize()
    }

    /// Opens a window that says the same of itself.
    func openAgain(_ color: TestColor) throws {
        window = try Self.open(rect, color, by: client)
    }

    /// Waits for a picture that has that colour everywhere; nil when none came.
    func awaitPicture(_ color: TestColor, _ size: PixelSize? = nil) -> VideoFrame? {
        let size = size ?? rect.size
        var scene = Scene(size: size)
        scene.fill(color)
        let wanted = scene.picture(of: PixelRect(size), on: client.connection.screen)
        return watcher.await { $0.pixelBuffer.shows(wanted) }
    }
}
