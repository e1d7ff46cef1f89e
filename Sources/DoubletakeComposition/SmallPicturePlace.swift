package import DoubletakeMedia

/// Where a small picture lies over a large one: in parts of the way that it can be moved, within the margins.
public struct SmallPicturePlace: Hashable, Sendable {
    /// 0 at the left margin, 1 at the right one.
    public let x: Double
    /// 0 at the upper margin, 1 at the lower one.
    public let y: Double

    /// How near to a margin, or to the middle between two, it is drawn to it.
    private static let reach = 0.06

    /// Creates a place; what lies outside of the margins is moved to them.
    public init(x: Double, y: Double) {
        self.x = min(max(x, 0), 1)
        self.y = min(max(y, 0), 1)
    }

    /// The place at which the upper left corner of a tile is nearest to a point.
    package init(ofTile tile: PixelSize, atX x: Double, y: Double, in canvas: PixelSize, gap: Int) {
        let right = Double(canvas.width - tile.width - 2 * gap)
        let down = Double(canvas.height - tile.height - 2 * gap)
        self.init(x: right > 0 ? (x - Double(gap)) / right : 0, y: down > 0 ? (y - Double(gap)) / down : 0)
    }

    /// The place that is meant: nearly in a corner, or nearly in the middle of an edge, is there.
    public var snapped: SmallPicturePlace {
        func snap(_ part: Double) -> Double {
            [0, 0.5, 1].first { abs(part - $0) < Self.reach } ?? part
        }
        return SmallPicturePlace(x: snap(x), y: snap(y))
    }
}
