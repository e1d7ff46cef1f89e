import DoubletakeMedia
import DoubletakePixels
import DoubletakeXCB

/// Reads parts of the screen and converts them into canvases.
///
/// Its thread is the source's.
struct ScreenPainter {
    private let reader: X11ImageReader
    private let root: X11ID
    private let layout: ScreenPixelLayout
    /// The picture in BGRA: for pixels that must be put together before they can be converted, since they lie in
    /// another way or only a part of them is on the screen.
    ///
    /// What is not on the screen stays black.
    private var assembly: PixelBuffer?
    private var area: CaptureArea

    /// The size of the pictures.
    var size: PixelSize { area.size }

    /// How many pixels were read.
    private(set) var readPixelCount = 0

    /// Creates a painter for an area.
    init(_ reader: X11ImageReader, root: X11ID, layout: ScreenPixelLayout, area: CaptureArea) {
        self.reader = reader
        self.root = root
        self.layout = layout
        self.area = area
    }

    /// Goes on with another area, of the same size.
    mutating func move(to area: CaptureArea) {
        precondition(area.size == self.area.size, "a source's pictures have one size")
        self.area = area
        assembly = nil
    }

    /// One rectangle of the picture, and what of it is on the screen.
    private struct Part {
        let rect: PixelRect
        let onScreen: PixelRect
    }

    /// Draws rectangles of the picture into a canvas.
    ///
    /// - Parameters:
    ///   - rects: results of `ScreenConverter.rectangle(toConvert:of:)`.
    ///   - canvas: an I420 picture of the area's size.
    /// - Throws: when the screen can't be read; some of the rectangles are then drawn and some aren't.
    mutating func paint(_ rects: [PixelRect], into canvas: PixelBuffer) throws(X11Error) {
        var parts: [Part] = []
        for rect in rects {
            let onScreen = area.onScreen(rect).intersection(area.visible)
            if onScreen.isEmpty {
                canvas.fill(rect, with: .black)
            } else {
                parts.append(Part(rect: rect, onScreen: onScreen))
            }
        }
        let needsAssembly = !layout.isBGRA || parts.contains { !isDirect($0) }
        let assembly = needsAssembly ? self.assembly ?? makeAssembly() : nil
        self.assembly = assembly
        try reader.read(parts.map(\.onScreen), of: root) { index, pixels, bytesPerRow in
            let part = parts[index]
            if isDirect(part) {
                ScreenConverter.convert(bgra: pixels, bytesPerRow: bytesPerRow, rect: part.rect, into: canvas)
            } else if let assembly {
                let place = area.inPicture(part.onScreen)
                layout.convert(pixels, bytesPerRow: bytesPerRow, rect: place, into: assembly)
                ScreenConverter.convert(part.rect, of: assembly, into: canvas)
            }
        }
        readPixelCount += parts.reduce(0) { $0 + $1.onScreen.width * $1.onScreen.height }
    }

    private func isDirect(_ part: Part) -> Bool {
        layout.isBGRA && part.onScreen.size == part.rect.size
    }

    private func makeAssembly() -> PixelBuffer {
        PixelBuffer(format: .bgra, displaySize: area.size, color: .sRGB)
    }
}
