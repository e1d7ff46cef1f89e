/// What part of a picture differs from an earlier one.
public struct Damage: Hashable, Sendable {
    /// The most rectangles that are kept apart.
    ///
    /// With fewer, small changes in many places become one large area and cost its conversion; with more, going through
    /// the list costs more than the pixels it saves.
    public static let maximumRectangleCount = 64

    /// The changed rectangles; nil when all of the picture counts as changed.
    public private(set) var rectangles: [PixelRect]?

    /// Everything may differ.
    public static let everything = Damage(rectangles: nil)

    /// Nothing differs.
    public static let none = Damage(rectangles: [])

    private init(rectangles: [PixelRect]?) {
        self.rectangles = rectangles
    }

    /// Creates damage from rectangles; empty ones don't count.
    public init(_ rectangles: [PixelRect]) {
        self.init(rectangles: [])
        for rectangle in rectangles { add(rectangle) }
    }

    /// Whether nothing differs.
    public var isEmpty: Bool {
        rectangles?.isEmpty ?? false
    }

    /// Adds a rectangle.
    public mutating func add(_ rectangle: PixelRect) {
        guard var kept = rectangles, !rectangle.isEmpty, !kept.contains(where: { $0.contains(rectangle) }) else {
            return
        }
        kept.removeAll { rectangle.contains($0) }
        kept.append(rectangle)
        if kept.count > Self.maximumRectangleCount {
            kept = [kept.reduce(rectangle) { $0.union($1) }]
        }
        rectangles = kept
    }

    /// Adds all that `other` has.
    public mutating func formUnion(_ other: Damage) {
        guard let added = other.rectangles else {
            rectangles = nil
            return
        }
        for rectangle in added { add(rectangle) }
    }

    /// What differs in either.
    public func union(_ other: Damage) -> Damage {
        var result = self
        result.formUnion(other)
        return result
    }

    /// The rectangles within a picture of `size`, cut at its edges.
    public func rectangles(in size: PixelSize) -> [PixelRect] {
        let whole = PixelRect(size)
        guard let rectangles else { return [whole] }
        return rectangles.map { $0.intersection(whole) }.filter { !$0.isEmpty }
    }
}
