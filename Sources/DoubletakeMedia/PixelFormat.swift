/// How a picture's samples lie in memory: one static a row, open for more.
///
/// Code that handles a picture asks the row for its planes, so that NV12, 4:4:4 or ten bits are new rows and not new
/// assumptions.
public struct PixelFormat: Hashable, Sendable {
    /// One plane of samples.
    public struct Plane: Hashable, Sendable {
        /// How many columns of the picture share one element: 2 for the chroma of 4:2:0.
        public let columnsPerElement: Int
        /// How many rows of the picture share one element.
        public let rowsPerElement: Int
        /// The bytes of one element: 1 for luma, 2 for interleaved chroma, 4 for BGRA.
        public let bytesPerElement: Int
    }

    /// The field's name for it: `i420`.
    public let name: String
    /// The planes, in memory order.
    public let planes: [Plane]
    /// Bits of one sample.
    public let bitDepth: Int

    /// Creates a row.
    public init(name: String, planes: [Plane], bitDepth: Int) {
        self.name = name
        self.planes = planes
        self.bitDepth = bitDepth
    }

    /// Planar 4:2:0 with 8 bits: Y, U, V.
    ///
    /// What the encoders take today.
    public static let i420 = PixelFormat(
        name: "i420",
        planes: [
            Plane(columnsPerElement: 1, rowsPerElement: 1, bytesPerElement: 1),
            Plane(columnsPerElement: 2, rowsPerElement: 2, bytesPerElement: 1),
            Plane(columnsPerElement: 2, rowsPerElement: 2, bytesPerElement: 1),
        ],
        bitDepth: 8
    )

    /// 4:2:0 with 8 bits: Y, then U and V in turn.
    ///
    /// What hardware encoders take.
    public static let nv12 = PixelFormat(
        name: "nv12",
        planes: [
            Plane(columnsPerElement: 1, rowsPerElement: 1, bytesPerElement: 1),
            Plane(columnsPerElement: 2, rowsPerElement: 2, bytesPerElement: 2),
        ],
        bitDepth: 8
    )

    /// One plane that says how far something can be seen, from 0 to 255: a mask.
    public static let alpha = PixelFormat(
        name: "alpha",
        planes: [Plane(columnsPerElement: 1, rowsPerElement: 1, bytesPerElement: 1)],
        bitDepth: 8
    )

    /// Blue, green, red, alpha, 8 bits each: what X servers have, and what overlays are drawn in (premultiplied).
    public static let bgra = PixelFormat(
        name: "bgra",
        planes: [Plane(columnsPerElement: 1, rowsPerElement: 1, bytesPerElement: 4)],
        bitDepth: 8
    )
}

extension PixelFormat: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
