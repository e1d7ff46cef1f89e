import DoubletakeMedia

extension Layout {
    /// In rows and columns, as square as can be; what a last row lacks is left free on both sides alike.
    public static let grid = Layout(
        "grid",
        canvas: { pictures in
            let (cell, columns) = (pictures.largest, gridColumns(for: pictures.count))
            let rows = (pictures.count + columns - 1) / columns
            return PixelSize(width: cell.width * columns, height: cell.height * rows)
        },
        cells: { pictures, canvas in
            let columns = gridColumns(for: pictures.count)
            let rowCount = (pictures.count + columns - 1) / columns
            let rows = PixelRect(canvas).rows(rowCount)
            return pictures.indices.map { index in
                let (row, column) = (rows[index / columns], index % columns)
                let missing = (index / columns + 1) * columns - pictures.count
                let cell = row.columns(columns)[column]
                return missing <= 0 ? cell : cell.offsetBy(x: cell.width * missing / 2, y: 0)
            }
        }
    )

    /// The square root, rounded up.
    private static func gridColumns(for count: Int) -> Int {
        (1...count).first { $0 * $0 >= count } ?? 1
    }
}
