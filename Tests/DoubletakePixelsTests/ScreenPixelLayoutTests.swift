import DoubletakeMedia
import DoubletakePixels
import Testing

struct ScreenPixelLayoutTests {
    private struct Depth: CustomTestStringConvertible {
        let bitsPerPixel: Int
        let redMask: UInt32
        let greenMask: UInt32
        let blueMask: UInt32

        var testDescription: String { String(redMask, radix: 16) }

        func layout(_ byteOrder: ScreenPixelLayout.ByteOrder) -> ScreenPixelLayout? {
            ScreenPixelLayout(
                bitsPerPixel: bitsPerPixel,
                byteOrder: byteOrder,
                redMask: redMask,
                greenMask: greenMask,
                blueMask: blueMask
            )
        }

        /// A pixel whose parts are these, as its bytes.
        func bytes(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ byteOrder: ScreenPixelLayout.ByteOrder) -> [UInt8]
        {
            let pixel =
                red << UInt32(redMask.trailingZeroBitCount) | green << UInt32(greenMask.trailingZeroBitCount)
                | blue << UInt32(blueMask.trailingZeroBitCount)
            let bytes = (0..<bitsPerPixel / 8).map { UInt8(truncatingIfNeeded: pixel >> UInt32(8 * $0)) }
            return byteOrder == .littleEndian ? bytes : bytes.reversed()
        }

        static let all = [
            Depth(bitsPerPixel: 16, redMask: 0x7c00, greenMask: 0x3e0, blueMask: 0x1f),
            Depth(bitsPerPixel: 16, redMask: 0xf800, greenMask: 0x7e0, blueMask: 0x1f),
            Depth(bitsPerPixel: 32, redMask: 0xff0000, greenMask: 0xff00, blueMask: 0xff),
            Depth(bitsPerPixel: 32, redMask: 0xff, greenMask: 0xff00, blueMask: 0xff0000),
            Depth(bitsPerPixel: 32, redMask: 0x3ff0_0000, greenMask: 0xffc00, blueMask: 0x3ff),
        ]
    }

    private static let byteOrders = [ScreenPixelLayout.ByteOrder.littleEndian, .bigEndian]

    /// What a value of that many bits is in eight.
    private static func expected(_ value: UInt32, of largest: UInt32) -> UInt8 {
        switch largest {
        case 31: UInt8(value << 3 | value >> 2)
        case 63: UInt8(value << 2 | value >> 4)
        default: UInt8((Double(value) * 255 / Double(largest)).rounded())
        }
    }

    @Test("Each value of each colour becomes the nearest of 8 bits", arguments: Depth.all, byteOrders)
    private func values(depth: Depth, byteOrder: ScreenPixelLayout.ByteOrder) throws {
        let layout = try #require(depth.layout(byteOrder))
        let masks = [depth.blueMask, depth.greenMask, depth.redMask]
        for (index, mask) in masks.enumerated() {
            let largest = mask >> UInt32(mask.trailingZeroBitCount)
            let values = Array(0...largest)
            let pixels = values.flatMap { value in
                depth.bytes(index == 2 ? value : 0, index == 1 ? value : 0, index == 0 ? value : 0, byteOrder)
            }
            let row = converted(pixels, layout, width: values.count)
            for (position, value) in values.enumerated() {
                var expected: [UInt8] = [0, 0, 0, 255]
                expected[index] = Self.expected(value, of: largest)
                #expect(Array(row[4 * position..<4 * position + 4]) == expected)
            }
        }
    }

    private func converted(_ pixels: [UInt8], _ layout: ScreenPixelLayout, width: Int) -> [UInt8] {
        let size = PixelSize(width: width, height: 1)
        let picture = PixelBuffer(format: .bgra, displaySize: size, color: .sRGB)
        // SAFETY: the elements are bytes, so none of the array's bytes is uninitialised padding.
        let span = unsafe pixels.span.bytes
        layout.convert(span, bytesPerRow: pixels.count, rect: PixelRect(size), into: picture)
        return picture.samples(ofPlane: 0)[0]
    }

    @Test("Only the rectangle is written")
    func rectangle() throws {
        let layout = try #require(Depth.all[1].layout(.littleEndian))
        let picture = PixelBuffer(format: .bgra, displaySize: PixelSize(width: 4, height: 3), color: .sRGB)
        let white = [UInt8](repeating: 0xff, count: 8)
        // SAFETY: as above.
        let span = unsafe white.span.bytes
        layout.convert(span, bytesPerRow: 4, rect: PixelRect(x: 1, y: 1, width: 2, height: 2), into: picture)
        let rows = picture.samples(ofPlane: 0)
        for y in 0..<3 {
            for x in 0..<4 {
                let isInside = (1...2).contains(x) && (1...2).contains(y)
                #expect(rows[y][4 * x] == (isInside ? 255 : 0))
            }
        }
    }

    @Test("What ScreenConverter takes is known as such, and nothing else")
    func direct() {
        #expect(Depth.all.map { $0.layout(.littleEndian)?.isBGRA } == [false, false, true, false, false])
        #expect(Depth.all.allSatisfy { $0.layout(.bigEndian)?.isBGRA == false })
    }

    @Test("A layout that can't be converted is none")
    func refused() {
        func layout(_ bitsPerPixel: Int, _ mask: UInt32) -> ScreenPixelLayout? {
            ScreenPixelLayout(
                bitsPerPixel: bitsPerPixel,
                byteOrder: .littleEndian,
                redMask: mask,
                greenMask: 0xff00,
                blueMask: 0xff
            )
        }
        #expect(layout(8, 0xff0000) == nil)
        #expect(layout(24, 0xff0000) == nil)
        #expect(layout(32, 0) == nil)
        #expect(layout(32, 0xf0f000) == nil)
        #expect(layout(32, 0xffff_0000) == nil)
        #expect(layout(32, 0xff0000) != nil)
    }
}
