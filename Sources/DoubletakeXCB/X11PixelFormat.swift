/// How the pixels of a window, a pixmap or the screen lie in images, and what they mean.
package struct X11PixelFormat: Hashable, Sendable {
    /// How a pixel's number becomes a colour.
    package enum ColorModel: Hashable, Sendable {
        /// The bits under each mask are the colour's own value.
        case direct(redMask: UInt32, greenMask: UInt32, blueMask: UInt32)
        /// The number is an index into a table.
        case indexed
    }

    /// The order of the bytes of a pixel.
    package enum ByteOrder: Hashable, Sendable {
        /// The lowest byte comes first.
        case littleEndian
        /// The highest byte comes first.
        case bigEndian
    }

    /// How many bits of a pixel mean something.
    package let depth: Int
    /// How a pixel's number becomes a colour.
    package let colorModel: ColorModel
    /// The bits that a pixel takes in an image.
    package let bitsPerPixel: Int
    /// What the bits of a row of an image are rounded up to.
    package let rowPaddingBits: Int
    /// The order of a pixel's bytes.
    package let byteOrder: ByteOrder

    /// Creates a format from what a server says.
    package init(depth: Int, colorModel: ColorModel, bitsPerPixel: Int, rowPaddingBits: Int, byteOrder: ByteOrder) {
        self.depth = depth
        self.colorModel = colorModel
        self.bitsPerPixel = bitsPerPixel
        self.rowPaddingBits = rowPaddingBits
        self.byteOrder = byteOrder
    }

    /// The bytes of a row of that many pixels in an image.
    package func bytesPerRow(width: Int) -> Int {
        (width * bitsPerPixel + rowPaddingBits - 1) / rowPaddingBits * rowPaddingBits / 8
    }
}
