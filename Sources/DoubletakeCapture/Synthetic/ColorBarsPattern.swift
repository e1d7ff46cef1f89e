import DoubletakeMedia
import DoubletakePixels

/// Eight vertical bars at 75 %: white, yellow, cyan, green, magenta, red, blue, black (after SMPTE EG 1).
struct ColorBarsPattern: TestPattern {
    /// 75 % of 255, as EG 1 has it.
    private static let level: UInt8 = 191

    let isStill = true

    func damage(in size: PixelSize) -> Damage {
        .none
    }

    func draw(_ number: Int64, damage: Damage, into canvas: PixelBuffer) {
        let level = Self.level
        // The colours count down in binary: green is the high bit, then red, then blue.
        for bar in 0..<8 {
            let bits = 7 - bar
            let color = YUVColor(
                red: bits & 2 == 0 ? 0 : level,
                green: bits & 4 == 0 ? 0 : level,
                blue: bits & 1 == 0 ? 0 : level
            )
            let left = canvas.displaySize.width * bar / 8
            let right = canvas.displaySize.width * (bar + 1) / 8
            let rectangle = PixelRect(x: left, y: 0, width: right - left, height: canvas.displaySize.height)
            canvas.fill(rectangle, with: color)
        }
    }
}
