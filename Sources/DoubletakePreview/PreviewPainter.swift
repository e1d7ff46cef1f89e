import DoubletakeComposition
import DoubletakeDrawing
import DoubletakeMedia
import DoubletakePixels
import DoubletakeXCB

/// The work of the thread that draws the preview: pictures as they come, and the controls when they look different.
final class PreviewPainter: @unchecked Sendable {
    // @unchecked: made on the thread that opens the window, and from then on used by the drawing thread alone.

    private let connection: X11Connection
    private let picture: X11ImageWriter
    private let strip: X11ImageWriter
    private let menu: X11ImageWriter
    private let scale: Double
    private var size: PixelSize
    private var newest: PixelBuffer?
    private var status = PreviewStatus()
    private var look = PreviewLook()
    private var menuPlace = PreviewContent.MenuPlace.closed
    /// Where a picture of another size is scaled to.
    private var fitted: PixelBuffer?
    private var shown: PixelBuffer?
    private var drawnStrip: PixelBuffer?
    private var drawnMeters: PixelBuffer?

    init(_ connection: X11Connection, _ windows: PreviewWindows, size: PixelSize) throws(X11Error) {
        self.connection = connection
        picture = try X11ImageWriter(connection, window: windows.picture.id)
        strip = try X11ImageWriter(connection, window: windows.strip.id)
        menu = try X11ImageWriter(connection, window: windows.menu.id)
        scale = windows.scale
        self.size = size
    }

    /// Draws until the inbox is finished.
    func run(through inbox: LatestValue<PreviewContent>) throws(X11Error) {
        X11Connection.blockBrokenPipeSignal()
        try drawStrip()
        while case .element(let content) = inbox.take() { try draw(content) }
    }

    private func draw(_ content: PreviewContent) throws(X11Error) {
        let isResized = content.pictureSize.map { $0 != size } ?? false
        size = content.pictureSize ?? size
        if let frame = content.frame { newest = frame.pixelBuffer }
        if content.frame != nil || isResized || content.isPictureExposed { try drawPicture() }

        let (lastStatus, lastLook) = (status, look)
        status = content.status ?? status
        look = content.look ?? look
        if isResized || content.isStripExposed || look != lastLook || status.withoutLevels != lastStatus.withoutLevels {
            try drawStrip()
        } else if status != lastStatus {
            try drawMeters()
        }
        menuPlace = content.menuPlace ?? menuPlace
        if content.menuPlace != nil || content.isMenuExposed || look.menu != lastLook.menu { try drawMenu() }
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

    private var stripPlan: PreviewStrip {
        PreviewStrip(width: size.width, scale: scale, hasTorch: status.torch != .absent)
    }

    private func drawStrip() throws(X11Error) {
        let plan = stripPlan
        let drawn = Self.reuse(drawnStrip, .bgra, plan.size, .sRGB)
        drawnStrip = drawn
        plan.draw(status, look, into: drawn)
        try strip.show(drawn)
    }

    /// The meters alone, which move twenty times a second.
    private func drawMeters() throws(X11Error) {
        guard let area = stripPlan.meterArea else { return }
        let drawn = Self.reuse(drawnMeters, .bgra, area.size, .sRGB)
        drawnMeters = drawn
        PreviewMeters(status.sounds, scale: scale).draw(alone: drawn)
        try strip.show(drawn, x: area.x, y: area.y)
    }

    private func drawMenu() throws(X11Error) {
        guard let opened = look.menu, case .open(let geometry) = menuPlace else { return }
        let drawn = PixelBuffer(format: .bgra, displaySize: geometry.area.size, color: .sRGB)
        opened.draw(geometry, scale: scale, into: drawn)
        try menu.show(drawn)
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
