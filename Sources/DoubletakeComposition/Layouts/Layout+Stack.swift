import DoubletakeMedia

extension Layout {
    /// One above the other, in rows of the same height.
    public static let stack = Layout(
        "stack",
        canvas: { pictures in
            // All are as wide as the widest, and have their own shapes.
            let width = pictures.largest.width
            let height = pictures.map { ($0.height * width + $0.width - 1) / $0.width }.max() ?? 0
            return PixelSize(width: width, height: height * pictures.count)
        },
        cells: { pictures, canvas in PixelRect(canvas).rows(pictures.count) }
    )
}
