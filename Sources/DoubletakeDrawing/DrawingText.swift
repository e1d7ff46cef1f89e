/// A line of text as it is to be set.
package struct DrawingText: Hashable, Sendable {
    /// How heavy the letters are.
    package enum Weight: Hashable, Sendable {
        /// As in a book.
        case regular
        /// As in a heading.
        case bold
    }

    /// What it says.
    package let string: String
    /// The size of the letters in pixels: from the top of the highest to the bottom of the lowest, about.
    package let size: Double
    /// How heavy they are.
    package let weight: Weight

    /// Creates a line; whatever would begin another one is a space.
    package init(_ string: String, size: Double, weight: Weight = .regular) {
        self.string = String(string.map { $0.isNewline ? " " : $0 })
        self.size = size
        self.weight = weight
    }
}
