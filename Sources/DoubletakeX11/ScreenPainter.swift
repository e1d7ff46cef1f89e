import DoubletakeMedia
import DoubletakePixels
import DoubletakeXCB

/// Reads parts of the screen, or of a window, and converts them into canvases.
///
/// Its thread is the source's.
struct ScreenPainter {
    private let reader: X11ImageReader
    /// Nil for pixels that are numbers in `colors`.
    private let layout: ScreenPixelLayout?
    /// What the pixels' numbers mean, where they are such.
    var colors: ColorTable?
    /// The picture in BGRA: for pixels that must be put together before they can be converted, since they lie in
    /// another way or only a part of them is on the screen.
    ///
    /// What is not there stays black.
    private var assembly: PixelBuffer?
    private var surface: CaptureSurface
    private var area: CaptureArea { surface.area }

    /// The size of the pictures.
    var size: PixelSize { area.size }

    /// How many pixels were read.
    private(set) var readPixelCount = 0

    /// Creates a painter for a surface.
    init(_ reader: X11ImageReader, layout: ScreenPixelLayout?, surface: CaptureSurface) {
        self.reader = reader
        self.layout = layout
        self.surface = surface
    }

    /// Goes on with another surface, whose area has the same size.
    mutating func move(to surface: CaptureSurface) {
        precondition(surface.area.size == area.size, "a painter's pictures have one size")
        self.surface = surface
        assembly = nil
    }

    /// One rectangle of the picture, and what of it can be read at a time.
    private struct Part {
        let rect: PixelRect
        let onScreen: PixelRect
    }

    /// Draws rectangles of the picture into a canvas.
    ///
    /// - Parameters:
    ///   - rects: results of `ScreenConverter.rectangle(toConvert:of:)`.
    ///   - canvas: an I420 picture of the area's size.
    /// - Throws: when the pixels can't be read; some of the rectangles are then drawn and some aren't.
    mutating func paint(_ rects: [PixelRect], into canvas: PixelBuffer) throws(X11Error) {
        var parts: [Part] = []
        for rect in rects {
            let wanted = area.onScreen(rect)
            let shown = area.shown.map { $0.intersection(wanted) }.filter { !$0.isEmpty }
            if shown.isEmpty {
                canvas.fill(rect, with: .black)
            } else if shown.contains(wanted) {
                parts.append(Part(rect: rect, onScreen: wanted))
            } else {
                parts += shown.map { Part(rect: rect, onScreen: $0) }
            }
        }
        let needsAssembly = layout?.isBGRA != true || parts.contains { !isDirect($0) }
        let assembly = needsAssembly ? self.assembly ?? makeAssembly() : nil
        self.assembly = assembly
        let places = parts.map { $0.onScreen.offsetBy(x: surface.inset, y: surface.inset) }
        try reader.read(places, of: surface.drawable) { index, pixels, bytesPerRow in
            let part = parts[index]
            if isDirect(part) {
                ScreenConverter.convert(bgra: pixels, bytesPerRow: bytesPerRow, rect: part.rect, into: canvas)
            } else if let assembly {
                let place = area.inPicture(part.onScreen)
                layout?.convert(pixels, bytesPerRow: bytesPerRow, rect: place, into: assembly)
                if layout == nil { colors?.convert(pixels, bytesPerRow: bytesPerRow, rect: place, into: assembly) }
                ScreenConverter.convert(part.rect, of: assembly, into: canvas)
            }
        }
        readPixelCount += parts.reduce(0) { $0 + $1.onScreen.width * $1.onScreen.height }
    }

    private func isDirect(_ part: Part) -> Bool {
        layout?.isBGRA == true && part.onScreen.size == part.rect.size
    }

    private func makeAssembly() -> PixelBuffer {
        PixelBuffer(format: .bgra, displaySize: area.size, color: .sRGB)
    }
}
