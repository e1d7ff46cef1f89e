private import DoubletakeKernels
package import DoubletakeMedia

/// How the pixels of a screen lie in memory, as its server says, and how they become BGRA.
package struct ScreenPixelLayout: Hashable, Sendable {
    /// The order of a pixel's bytes.
    package enum ByteOrder: Hashable, Sendable {
        /// The lowest byte comes first.
        case littleEndian
        /// The highest byte comes first.
        case bigEndian
    }

    /// Where one colour's value lies in a pixel.
    private struct Channel: Hashable {
        let shift: UInt32
        let bitCount: UInt32

        /// Nil when the mask's bits don't lie together, or are more than the kernel takes.
        init?(mask: UInt32) {
            let shift = UInt32(mask.trailingZeroBitCount)
            guard mask != 0 else { return nil }
            let bitCount = UInt32((~(mask >> shift)).trailingZeroBitCount)
            guard bitCount <= 12, bitCount == UInt32(mask.nonzeroBitCount) else { return nil }
            self.shift = shift
            self.bitCount = bitCount
        }

        var argument: doubletake_channel { doubletake_channel(shift: shift, bits: bitCount) }
    }

    /// The bytes of a pixel.
    package let bytesPerPixel: Int
    /// Whether the pixels are what `ScreenConverter` takes: four bytes, blue, green, red, and one that is ignored.
    package let isBGRA: Bool

    private let byteOrder: ByteOrder
    private let red: Channel
    private let green: Channel
    private let blue: Channel

    /// Creates a layout from what an X server says of its pixels; nil when it is none that can be converted.
    ///
    /// - Parameters:
    ///   - bitsPerPixel: what a pixel takes in memory: 16 or 32.
    ///   - byteOrder: the order of its bytes.
    ///   - redMask: which bits of it are red.
    ///   - greenMask: which bits of it are green.
    ///   - blueMask: which bits of it are blue.
    package init?(bitsPerPixel: Int, byteOrder: ByteOrder, redMask: UInt32, greenMask: UInt32, blueMask: UInt32) {
        guard bitsPerPixel == 16 || bitsPerPixel == 32,
            let red = Channel(mask: redMask),
            let green = Channel(mask: greenMask),
            let blue = Channel(mask: blueMask)
        else { return nil }
        bytesPerPixel = bitsPerPixel / 8
        self.byteOrder = byteOrder
        self.red = red
        self.green = green
        self.blue = blue
        isBGRA =
            bitsPerPixel == 32 && byteOrder == .littleEndian
            && (redMask, greenMask, blueMask) == (0xff0000, 0xff00, 0xff)
    }

    /// Converts a rectangle's pixels into its place in a BGRA picture.
    ///
    /// A colour of fewer than 8 bits is repeated into the lower bits; one of more is scaled and rounded. The
    /// corresponding C function is `doubletake_pixels_to_bgra`.
    ///
    /// - Parameters:
    ///   - pixels: the rectangle's rows, the topmost first, beginning with its top left pixel.
    ///   - bytesPerRow: how far apart two rows are.
    ///   - rect: where the pixels belong in the picture, inside of it.
    ///   - picture: a BGRA picture in memory that only the caller holds.
    package func convert(_ pixels: RawSpan, bytesPerRow: Int, rect: PixelRect, into picture: PixelBuffer) {
        precondition(picture.format == .bgra, "the picture is \(picture.format), not bgra")
        precondition(PixelRect(picture.displaySize).contains(rect), "\(rect) is not in the picture")
        if rect.isEmpty { return }
        precondition(bytesPerRow >= rect.width * bytesPerPixel, "the rows overlap")
        precondition(
            pixels.byteCount >= (rect.height - 1) * bytesPerRow + rect.width * bytesPerPixel,
            "there are fewer pixels than the rectangle has"
        )
        let part = PlanePart(of: rect, inPlane: 0, of: picture)
        let layout = doubletake_pixel_layout(
            bytes_per_pixel: bytesPerPixel,
            is_big_endian: byteOrder == .bigEndian,
            red: red.argument,
            green: green.argument,
            blue: blue.argument
        )
        // SAFETY: the source has the rectangle's rows (checked above), and the plane's part is lent as a whole.
        unsafe pixels.withUnsafeBytes { bytes in
            unsafe picture.withMutablePointer(to: part, ofPlane: 0) { target in
                unsafe doubletake_pixels_to_bgra(
                    bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    bytesPerRow,
                    layout,
                    target,
                    part.bytesPerRow,
                    rect.width,
                    rect.height
                )
            }
        }
    }
}
