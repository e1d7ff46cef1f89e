import DoubletakeMedia

extension Layout {
    /// Beside each other, in columns of the same width.
    public static let sideBySide = Layout(
        "side-by-side",
        canvas: { pictures in
            // All are as high as the highest, and have their own shapes.
            let height = pictures.largest.height
            let width = pictures.map { ($0.width * height + $0.height - 1) / $0.height }.max() ?? 0
            return PixelSize(width: width * pictures.count, height: height)
        },
        cells: { pictures, canvas in PixelRect(canvas).columns(pictures.count) }
    )
}
