import DoubletakeMedia

/// The part of a plane that a rectangle of the picture covers, in bytes and rows.
struct PlanePart {
    /// From the plane's first byte to the part's.
    let offset: Int
    /// From a row to the one below it.
    let bytesPerRow: Int
    /// The bytes of a row that belong to the part.
    let byteWidth: Int
    let rowCount: Int

    /// Finds the part; `blocks` is not empty, in the picture, and a result of `wholeBlocks(around:)`.
    init(of blocks: PixelRect, inPlane plane: Int, of picture: PixelBuffer) {
        let shape = picture.format.planes[plane]
        bytesPerRow = picture.bytesPerRow(ofPlane: plane)
        byteWidth = blocks.width / shape.columnsPerElement * shape.bytesPerElement
        rowCount = blocks.height / shape.rowsPerElement
        let rowOffset = blocks.y / shape.rowsPerElement * bytesPerRow
        offset = rowOffset + blocks.x / shape.columnsPerElement * shape.bytesPerElement
    }

    /// From the plane's first byte to the one after the part's last.
    var endOffset: Int {
        offset + (rowCount - 1) * bytesPerRow + byteWidth
    }
}
