import DoubletakeMedia
import DoubletakePixels

/// A picture that shows its own number twice: as digits for people, and as black and white cells for programs.
struct CounterPattern: TestPattern {
    private static let background = YUVColor(red: 40, green: 60, blue: 90)
    private static let white = YUVColor(red: 255, green: 255, blue: 255)
    private static let digitCount = 6

    let isStill = false

    func damage(in size: PixelSize) -> Damage {
        let code = CounterCode(size: size)
        return Damage([code.cells.reduce(code.cells[0]) { $0.union($1) }, digitArea(in: size)])
    }

    func draw(_ number: Int64, damage: Damage, into canvas: PixelBuffer) {
        for rectangle in damage.rectangles(in: canvas.displaySize) { canvas.fill(rectangle, with: Self.background) }
        let code = CounterCode(size: canvas.displaySize)
        for (cell, isWhite) in zip(code.cells, CounterCode.bits(of: number)) {
            canvas.fill(cell, with: isWhite ? Self.white : .black)
        }
        drawDigits(of: number, in: digitArea(in: canvas.displaySize), into: canvas)
    }

    /// Where the digits are: the middle half of the picture, six digits wide.
    private func digitArea(in size: PixelSize) -> PixelRect {
        let height = min(size.height / 2, size.width / 6)
        let width = height / 2 * Self.digitCount
        return PixelRect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
    }

    private func drawDigits(of number: Int64, in area: PixelRect, into canvas: PixelBuffer) {
        var rest = number
        let pitch = area.width / Self.digitCount
        for place in (0..<Self.digitCount).reversed() {
            let box = PixelRect(x: area.x + place * pitch, y: area.y, width: pitch * 3 / 4, height: area.height)
            for segment in SevenSegmentDigit.segments(of: Int(rest % 10), in: box) {
                canvas.fill(segment, with: Self.white)
            }
            rest /= 10
        }
    }
}
