import DoubletakeMedia

extension Layout {
    /// The canvas divided along its longer side, and each picture fills its part: nothing is left black.
    public static let split = Layout(
        "split",
        gravity: .fill,
        canvas: { $0.largest },
        cells: { pictures, canvas in
            let whole = PixelRect(canvas)
            return canvas.width >= canvas.height ? whole.columns(pictures.count) : whole.rows(pictures.count)
        }
    )
}
