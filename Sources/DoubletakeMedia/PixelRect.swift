/// A rectangle of whole pixels; x grows to the right, y grows downwards.
///
/// It may lie left of or above the origin.
public struct PixelRect: Hashable, Sendable {
    /// The leftmost column.
    public let x: Int
    /// The topmost row.
    public let y: Int
    /// Columns; not negative.
    public let width: Int
    /// Rows; not negative.
    public let height: Int

    /// Creates a rectangle; width and height are not negative.
    public init(x: Int, y: Int, width: Int, height: Int) {
        precondition(width >= 0 && height >= 0, "a rectangle's size is not negative")
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole of a picture of that size.
    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Whether it has no pixel.
    public var isEmpty: Bool {
        width == 0 || height == 0
    }

    /// The size alone.
    public var size: PixelSize {
        PixelSize(width: width, height: height)
    }

    /// The column after the last one.
    public var maxX: Int { x + width }

    /// The row after the last one.
    public var maxY: Int { y + height }

    /// The pixels that are in both; empty where there are none.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(
            x: left,
            y: top,
            width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top)
        )
    }

    /// The smallest rectangle that holds both.
    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(
            x: left,
            y: top,
            width: max(maxX, other.maxX) - left,
            height: max(maxY, other.maxY) - top
        )
    }

    /// Whether every pixel of `other` is in it.
    public func contains(_ other: PixelRect) -> Bool {
        other.isEmpty || (x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY)
    }

    /// The smallest rectangle around it whose edges are multiples of `unit`: 2 for 4:2:0, 16 for macroblocks.
    ///
    /// An empty one stays empty.
    public func expanded(toMultiplesOf unit: Int) -> PixelRect {
        if isEmpty { return self }
        let left = floorDivide(x, by: unit) * unit
        let top = floorDivide(y, by: unit) * unit
        let right = floorDivide(maxX + unit - 1, by: unit) * unit
        let bottom = floorDivide(maxY + unit - 1, by: unit) * unit
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The same size elsewhere.
    public func offsetBy(x dx: Int, y dy: Int) -> PixelRect {
        PixelRect(x: x + dx, y: y + dy, width: width, height: height)
    }
}

extension PixelRect: CustomStringConvertible {
    /// X11's notation: `1280x720+100-50`.
    public var description: String {
        "\(width)x\(height)\(x < 0 ? "" : "+")\(x)\(y < 0 ? "" : "+")\(y)"
    }
}

private func floorDivide(_ value: Int, by divisor: Int) -> Int {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
}
