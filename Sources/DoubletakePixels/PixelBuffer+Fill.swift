private import DoubletakeKernels
package import DoubletakeMedia

extension PixelBuffer {
    /// Fills a rectangle with one colour; for the picture's only holder.
    ///
    /// What lies outside of the picture is left out, and edges inside of a chroma sample's block are rounded outwards.
    /// The picture is I420, tagged `bt709Limited`. The corresponding C function is `doubletake_fill_plane`.
    package func fill(_ rect: PixelRect, with fillColor: YUVColor) {
        precondition(format == .i420, "the picture is \(format), not i420")
        precondition(color == .bt709Limited, "the picture is not tagged as limited-range BT.709")
        let blocks = wholeBlocks(around: rect)
        if blocks.isEmpty { return }
        for (plane, value) in [fillColor.luma, fillColor.cb, fillColor.cr].enumerated() {
            let part = PlanePart(of: blocks, inPlane: plane, of: self)
            // SAFETY: the pointer is lent with the whole part.
            unsafe withMutablePointer(to: part, ofPlane: plane) { pointer in
                unsafe doubletake_fill_plane(pointer, part.bytesPerRow, part.byteWidth, part.rowCount, value)
            }
        }
    }
}
