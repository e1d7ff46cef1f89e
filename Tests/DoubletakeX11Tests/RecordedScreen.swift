import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB

/// A private server, a program that draws on it, and a source that records it.
final class RecordedScreen {
    let server: PrivateXServer
    let client: X11TestClient
    let watcher = SourceWatcher()
    let source: X11ScreenSource

    /// Starts all of it; the source delivers.
    init(
        size: PixelSize = PixelSize(width: 160, height: 120),
        depth: Int = 24,
        options: [String] = [],
        device: CaptureDevice = RecordedScreen.screen,
        region: PixelRect? = nil,
        cursor: CursorVisibility = .hidden,
        shownInput: ShownInput = [],
        unshownKeys: Set<String> = [],
        frameRate: FrameRate = FrameRate(100),
        resizing: ResizeBehavior = .fit,
        server: PrivateXServer? = nil,
        prepare: (PrivateXServer, X11TestClient) throws -> Void = { _, _ in }
    ) throws {
        let server = try server ?? PrivateXServer(size: size, depth: depth, options: options)
        self.server = server
        client = try X11TestClient(server)
        try prepare(server, client)
        let opened = try X11Backend(displayName: server.display).openVideo(
            device,
            VideoSourceConfiguration(
                frameRate: frameRate,
                region: region,
                cursor: cursor,
                shownInput: shownInput,
                unshownKeys: unshownKeys,
                resizing: resizing
            ),
            clock: MonotonicClock()
        )
        guard let source = opened as? X11ScreenSource else { throw NoScreenSource() }
        self.source = source
        try source.start(watcher.output)
    }

    deinit {
        source.stop()
    }

    struct NoScreenSource: Error {}

    static let screen = CaptureDevice(id: "screen", name: "All monitors", kind: .screen)

    static func monitor(_ name: String) -> CaptureDevice {
        CaptureDevice(id: name, name: name, kind: .monitor)
    }
}
