/// A colour with its opacity, each part from 0 to 1.
package struct DrawingColor: Hashable, Sendable {
    /// Red, full range.
    package let red: Double
    /// Green, full range.
    package let green: Double
    /// Blue, full range.
    package let blue: Double
    /// 0 for nothing, 1 for what hides what is below.
    package let opacity: Double

    /// Creates a colour.
    package init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    /// Black.
    package static let black = DrawingColor(red: 0, green: 0, blue: 0)
    /// White.
    package static let white = DrawingColor(red: 1, green: 1, blue: 1)

    /// The same colour with another opacity.
    package func opacity(_ opacity: Double) -> DrawingColor {
        DrawingColor(red: red, green: green, blue: blue, opacity: opacity)
    }
}
