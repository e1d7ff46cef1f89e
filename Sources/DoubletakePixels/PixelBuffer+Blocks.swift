package import DoubletakeMedia

extension PixelBuffer {
    /// The pixels whose samples a change in `rect` touches.
    ///
    /// That is what of it is in the picture, rounded outwards to the blocks of columns and rows that share a chroma
    /// sample (2x2 for 4:2:0, single pixels for BGRA). At the edge of an odd display size that takes in the repeated column or row.
    package func wholeBlocks(around rect: PixelRect) -> PixelRect {
        let covered = rect.intersection(PixelRect(displaySize))
        // Rounded outwards, nothing at an odd place would become a block.
        if covered.isEmpty { return covered }
        let unit = format.planes.reduce(1) { max($0, $1.columnsPerElement, $1.rowsPerElement) }
        return covered.expanded(toMultiplesOf: unit)
    }
}
