import DoubletakeMedia

/// Where the four sides of a frame are that marks what is recorded.
enum FrameSides {
    /// How wide they are, in pixels.
    ///
    /// Narrower, and they are overlooked on a dense screen; wider, and they hide what people work with.
    static let width = 4

    /// The sides just outside of a part of the screen, as far as there is room; none of their pixels is in that part.
    static func outside(_ part: PixelRect, on screen: PixelSize) -> [PixelRect] {
        if part.isEmpty { return [] }
        let whole = part.width + 2 * width
        return [
            PixelRect(x: part.x - width, y: part.y - width, width: whole, height: width),
            PixelRect(x: part.x - width, y: part.maxY, width: whole, height: width),
            PixelRect(x: part.x - width, y: part.y, width: width, height: part.height),
            PixelRect(x: part.maxX, y: part.y, width: width, height: part.height),
        ].map { $0.intersection(PixelRect(screen)) }.filter { !$0.isEmpty }
    }

    /// The sides around a window, of which some are always seen when it is.
    ///
    /// What covers a window isn't in its picture, so the sides of one that fills the screen lie over its edges.
    static func around(window: PixelRect, on screen: PixelSize) -> [PixelRect] {
        let outside = outside(window, on: screen)
        if !outside.isEmpty { return outside }
        let shown = window.intersection(PixelRect(screen))
        guard shown.width > 2 * width, shown.height > 2 * width else { return [] }
        let inner = PixelRect(
            x: shown.x + width,
            y: shown.y + width,
            width: shown.width - 2 * width,
            height: shown.height - 2 * width
        )
        return self.outside(inner, on: screen)
    }
}
