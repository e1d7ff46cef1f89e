/// The width and height of a picture, in pixels.
public struct PixelSize: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int

    /// Creates a size; neither number is negative.
    public init(width: Int, height: Int) {
        precondition(width >= 0 && height >= 0, "a size is not negative")
        self.width = width
        self.height = height
    }

    /// Both numbers rounded up to even ones: 4:2:0 has one chroma sample for two columns and two rows, and so has no
    /// odd sizes.
    public var roundedUpToEven: PixelSize {
        PixelSize(width: (width + 1) & ~1, height: (height + 1) & ~1)
    }
}

extension PixelSize: CustomStringConvertible {
    /// `1280x720`.
    public var description: String {
        "\(width)x\(height)"
    }
}
