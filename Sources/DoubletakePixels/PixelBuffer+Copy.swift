private import DoubletakeKernels
package import DoubletakeMedia

extension PixelBuffer {
    /// Copies a rectangle from the same place of another picture; for the only holder of the picture that is written.
    ///
    /// What lies outside of the pictures is left out, and edges inside of a chroma sample's block are rounded outwards.
    /// Both pictures have the same format, size and colour; any format will do. The corresponding C function is
    /// `doubletake_copy_plane`.
    package func copy(_ rect: PixelRect, from source: PixelBuffer) {
        precondition(source !== self, "a picture is copied from another one")
        precondition(hasSameShape(as: source), "pictures of different formats or sizes can't be copied as they are")
        precondition(color == source.color, "a copy in another colour space would have other colours")
        let blocks = wholeBlocks(around: rect)
        if blocks.isEmpty { return }
        copyBlocks(blocks, of: source, to: blocks)
    }

    /// Copies whole blocks to a place of the same size; both were checked.
    func copyBlocks(_ blocks: PixelRect, of source: PixelBuffer, to place: PixelRect) {
        for plane in format.planes.indices {
            let origin = PlanePart(of: blocks, inPlane: plane, of: source)
            let target = PlanePart(of: place, inPlane: plane, of: self)
            // SAFETY: both pointers are lent with their whole parts, which have the same size and don't overlap.
            unsafe source.withPointer(to: origin, ofPlane: plane) { from in
                unsafe withMutablePointer(to: target, ofPlane: plane) { to in
                    unsafe doubletake_copy_plane(
                        from,
                        origin.bytesPerRow,
                        to,
                        target.bytesPerRow,
                        target.byteWidth,
                        target.rowCount
                    )
                }
            }
        }
    }

    /// Whether the samples of both lie in the same way.
    func hasSameShape(as other: PixelBuffer) -> Bool {
        format == other.format && displaySize == other.displaySize
    }
}
