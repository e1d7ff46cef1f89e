import DoubletakeMedia

extension Layout {
    /// The first picture large, and the others below each other in a column at its right, a fifth of the canvas wide.
    ///
    /// Wider, and a desktop's text gets too small to read; narrower, and faces do.
    public static let presenter = Layout("presenter") { pictures, canvas in
        let whole = PixelRect(canvas)
        guard pictures.count > 1 else { return [whole] }
        let columns = whole.columns(5)
        let large = PixelRect(x: 0, y: 0, width: columns[4].x, height: canvas.height)
        return [large] + columns[4].rows(pictures.count - 1)
    }
}
