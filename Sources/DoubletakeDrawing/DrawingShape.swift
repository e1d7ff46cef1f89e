package import DoubletakeMedia

/// What can be filled or outlined.
package enum DrawingShape: Hashable, Sendable {
    /// A rectangle.
    case rectangle(PixelRect)
    /// A rectangle with round corners of that radius, or of half its shorter side if that is less.
    case rounded(PixelRect, radius: Double)
    /// The largest ellipse in a rectangle; a circle in a square.
    case ellipse(PixelRect)
    /// The area within straight lines from each point to the next, and from the last to the first.
    case polygon([DrawingPoint])
    /// Straight lines from each point to the next, which can only be outlined; their ends are round.
    case lines([DrawingPoint])
}

/// A place in a picture, which may lie between pixels.
package struct DrawingPoint: Hashable, Sendable {
    /// To the right of the picture's left edge, in pixels.
    package let x: Double
    /// Below the picture's upper edge, in pixels.
    package let y: Double

    /// Creates a place.
    package init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }
}
