private import DoubletakeKernels
package import DoubletakeMedia

/// The colours of a screen whose pixels are numbers of one byte.
package struct ColorTable: Hashable, Sendable {
    /// Red, green and blue of 8 bits each.
    package typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

    private static let entryCount = 256

    /// Four bytes for each number: blue, green, red, and 255.
    private let bytes: [UInt8]

    /// Creates a table of the colours of the numbers from 0 on, at most 256; other numbers are black.
    package init(_ colors: [Color]) {
        precondition(colors.count <= Self.entryCount, "a byte has \(Self.entryCount) values")
        let black: [Color] = Array(repeating: (0, 0, 0), count: Self.entryCount - colors.count)
        bytes = (colors + black).flatMap { [$0.blue, $0.green, $0.red, 255] }
    }

    /// Converts a rectangle's pixels into its place in a BGRA picture.
    ///
    /// The corresponding C function is `doubletake_indexed_to_bgra`.
    ///
    /// - Parameters:
    ///   - pixels: the rectangle's rows of one byte a pixel, the topmost first, beginning with its top left pixel.
    ///   - bytesPerRow: how far apart two rows are.
    ///   - rect: where the pixels belong in the picture, inside of it.
    ///   - picture: a BGRA picture in memory that only the caller holds.
    package func convert(_ pixels: RawSpan, bytesPerRow: Int, rect: PixelRect, into picture: PixelBuffer) {
        precondition(picture.format == .bgra, "the picture is \(picture.format), not bgra")
        precondition(PixelRect(picture.displaySize).contains(rect), "\(rect) is not in the picture")
        if rect.isEmpty { return }
        precondition(bytesPerRow >= rect.width, "the rows overlap")
        precondition(
            pixels.byteCount >= (rect.height - 1) * bytesPerRow + rect.width,
            "there are fewer pixels than the rectangle has"
        )
        let part = PlanePart(of: rect, inPlane: 0, of: picture)
        // SAFETY: the source has the rectangle's rows (checked above), the table four bytes for each value of a byte, and
        // the plane's part is lent as a whole.
        unsafe pixels.withUnsafeBytes { bytes in
            unsafe picture.withMutablePointer(to: part, ofPlane: 0) { target in
                unsafe doubletake_indexed_to_bgra(
                    bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    bytesPerRow,
                    self.bytes,
                    target,
                    part.bytesPerRow,
                    rect.width,
                    rect.height
                )
            }
        }
    }
}
