import DoubletakeDrawing
import DoubletakeMedia

/// The sign by which people know the window in a task bar: two lenses, of which one records.
enum PreviewIcon {
    /// The icon in the sizes that desktops show.
    static let pictures = [32, 48, 64].map(picture)

    private static func picture(side: Int) -> PixelBuffer {
        let size = PixelSize(width: side, height: side)
        let picture = PixelBuffer(format: .bgra, displaySize: size, color: .sRGB)
        func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
            PixelRect(x: x * side / 32, y: y * side / 32, width: width * side / 32, height: height * side / 32)
        }
        picture.draw { drawing in
            drawing.clear()
            drawing.fill(.rounded(rect(1, 4, 30, 24), radius: Double(side) / 5), with: PreviewColors.strip)
            drawing.stroke(.ellipse(rect(4, 9, 14, 14)), width: Double(side) / 12, with: PreviewColors.ink)
            drawing.fill(.ellipse(rect(14, 9, 14, 14)), with: PreviewColors.red)
        }
        return picture
    }
}
