import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels
import DoubletakeXCB

/// What is shown in the preview's window.
struct PreviewContent: Sendable {
    /// The newest picture; nil when none has come since the last one was drawn.
    var frame: VideoFrame?
    /// What the strip tells; nil when that is as before.
    var status: PreviewStatus?
    /// The size of the picture's window; nil when that is as before.
    var pictureSize: PixelSize?
    /// Whether the picture has to be drawn again.
    var isPictureExposed = false
    /// Whether the strip has to be drawn again.
    var isStripExposed = false

    static func merge(_ earlier: PreviewContent, _ later: PreviewContent) -> PreviewContent {
        var merged = later
        if let frame = earlier.frame { merged.frame = later.frame.map { $0.superseding(frame) } ?? frame }
        merged.status = later.status ?? earlier.status
        merged.pictureSize = later.pictureSize ?? earlier.pictureSize
        merged.isPictureExposed = later.isPictureExposed || earlier.isPictureExposed
        merged.isStripExposed = later.isStripExposed || earlier.isStripExposed
        return merged
    }
}

/// The work of the thread that draws the preview: pictures as they come, and the strip when it tells something else.
final class PreviewPainter: @unchecked Sendable {
    // @unchecked: made on the thread that opens the window, and from then on used by the drawing thread alone.

    private let connection: X11Connection
    private let picture: X11ImageWriter
    private let strip: X11ImageWriter
    private var size: PixelSize
    private var newest: PixelBuffer?
    private var status = PreviewStatus()
    /// Where a picture of another size is scaled to.
    private var fitted: PixelBuffer?
    private var shown: PixelBuffer?

    init(_ connection: X11Connection, picture: X11ID, strip: X11ID, size: PixelSize) throws(X11Error) {
        self.connection = connection
        self.picture = try X11ImageWriter(connection, window: picture)
        self.strip = try X11ImageWriter(connection, window: strip)
        self.size = size
    }

    /// Draws until the inbox is finished.
    func run(through inbox: LatestValue<PreviewContent>) throws(X11Error) {
        X11Connection.blockBrokenPipeSignal()
        try drawStrip()
        while case .element(let content) = inbox.take() {
            let isResized = content.pictureSize.map { $0 != size } ?? false
            size = content.pictureSize ?? size
            if let frame = content.frame { newest = frame.pixelBuffer }
            if content.frame != nil || isResized || content.isPictureExposed { try drawPicture() }
            if let status = content.status { self.status = status }
            if content.status != nil || isResized || content.isStripExposed { try drawStrip() }
        }
    }

    private func drawPicture() throws(X11Error) {
        guard let newest else { return }
        var source = newest
        if newest.displaySize != size {
            let canvas = Self.reuse(fitted, .i420, size, newest.color)
            fitted = canvas
            let area = Placement.fitting(newest.displaySize, into: size).area
            canvas.fill(PixelRect(size), with: .black)
            canvas.scale(from: newest, into: area)
            source = canvas
        }
        let target = Self.reuse(shown, .bgra, size, .sRGB)
        shown = target
        target.display(source)
        try picture.show(target)
    }

    private func drawStrip() throws(X11Error) {
        let strip = PreviewStrip(width: size.width)
        let drawn = PixelBuffer(format: .bgra, displaySize: strip.size, color: .sRGB)
        strip.draw(status, into: drawn)
        try self.strip.show(drawn)
    }

    /// The same buffer as long as it has the size.
    private static func reuse(
        _ buffer: PixelBuffer?,
        _ format: PixelFormat,
        _ size: PixelSize,
        _ color: ColorDescription
    ) -> PixelBuffer {
        if let buffer, buffer.displaySize == size { return buffer }
        return PixelBuffer(format: format, displaySize: size, color: color)
    }
}
