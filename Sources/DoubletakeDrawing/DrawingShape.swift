package import DoubletakeMedia

/// What can be filled or outlined.
package enum DrawingShape: Hashable, Sendable {
    /// A rectangle.
    case rectangle(PixelRect)
    /// A rectangle with round corners of that radius, or of half its shorter side if that is less.
    case rounded(PixelRect, radius: Double)
    /// The largest ellipse in a rectangle; a circle in a square.
    case ellipse(PixelRect)
}
