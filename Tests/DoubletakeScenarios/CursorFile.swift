import DoubletakeMedia
import Foundation

/// A cursor with soft edges, as a file that the X Window System's programs read.
struct CursorFile {
    /// What it looks like.
    enum Shape: String, CaseIterable {
        /// A triangle with hard edges, which points with its corner.
        case arrow
        /// A disc that is the more transparent the farther from its middle.
        case glow
        /// A cross of single pixels, as programs have for drawing.
        case cross
        /// All of it is half transparent.
        case glass
        /// A large ring, of an odd size.
        case ring
    }

    /// Its colours, multiplied by its opacity, row by row: `0xAARRGGBB`.
    let pixels: [UInt32]
    let size: PixelSize
    let hotSpotX: Int
    let hotSpotY: Int

    init(_ shape: Shape) {
        let side: Int
        (side, hotSpotX, hotSpotY) =
            switch shape {
            case .arrow: (24, 0, 0)
            case .glow: (32, 16, 16)
            case .cross: (17, 8, 8)
            case .glass: (20, 3, 19)
            case .ring: (47, 23, 23)
            }
        size = PixelSize(width: side, height: side)
        pixels = (0..<side * side).map { index in
            Self.pixel(of: shape, x: index % side, y: index / side, side: side)
        }
    }

    private static func pixel(of shape: Shape, x: Int, y: Int, side: Int) -> UInt32 {
        let middle = Double(side - 1) / 2
        let (across, down) = (Double(x) - middle, Double(y) - middle)
        let distance = (across * across + down * down).squareRoot()
        return switch shape {
        case .arrow: x <= y && x + y < side ? color(250, 250, 250, 255) : 0
        case .glow: color(255, 180, 0, max(255 - Int(distance * 16), 0))
        case .cross: x == side / 2 || y == side / 2 ? color(0, 0, 0, 255) : 0
        case .glass: color(x * 12, 60, y * 12, 128)
        case .ring: distance < middle && distance > middle - 7 ? color(30, 200, 90, 255 - Int(distance * 3)) : 0
        }
    }

    private static func color(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt32 {
        [alpha, red * alpha / 255, green * alpha / 255, blue * alpha / 255].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Writes the file.
    func write(to path: String) throws {
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// The file's bytes: a header, a table with the one picture, and that picture.
    private var data: Data {
        let header: [UInt32] = [
            0x7275_6358, 16, 0x1_0000, 1,
            0xfffd_0002, UInt32(size.width), 28,
            36, 0xfffd_0002, UInt32(size.width), 1,
            UInt32(size.width), UInt32(size.height), UInt32(hotSpotX), UInt32(hotSpotY), 0,
        ]
        return Data((header + pixels).flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } })
    }

    /// What a colour becomes under it when the pointer is at a place.
    func blended(over color: ReferencePicture.Color, dx: Int, dy: Int) -> ReferencePicture.Color {
        let pixel = pixel(dx: dx, dy: dy)
        let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        let rest = rest(dx: dx, dy: dy)
        return (
            Double(red) + color.red * rest, Double(green) + color.green * rest, Double(blue) + color.blue * rest
        )
    }

    /// How much of what lies under it is seen.
    func rest(dx: Int, dy: Int) -> Double {
        1 - Double(pixel(dx: dx, dy: dy) >> 24) / 255
    }

    private func pixel(dx: Int, dy: Int) -> UInt32 {
        let (x, y) = (dx + hotSpotX, dy + hotSpotY)
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return 0 }
        return pixels[y * size.width + x]
    }
}
