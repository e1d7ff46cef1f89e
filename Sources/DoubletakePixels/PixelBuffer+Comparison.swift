private import DoubletakeKernels
package import DoubletakeMedia

extension PixelBuffer {
    /// Whether a rectangle has the same samples in both pictures.
    ///
    /// What lies outside of the pictures is left out, and edges inside of a chroma sample's block are rounded outwards.
    /// Both pictures have the same format and size; any format will do. The corresponding C function is
    /// `doubletake_planes_equal`.
    package func isEqual(to other: PixelBuffer, in rect: PixelRect) -> Bool {
        precondition(hasSameShape(as: other), "pictures of different formats or sizes can't be compared")
        let blocks = wholeBlocks(around: rect)
        return blocks.isEmpty
            || format.planes.indices.allSatisfy { isEqual(to: other, in: blocks, ofPlane: $0) }
    }

    private func isEqual(to other: PixelBuffer, in blocks: PixelRect, ofPlane plane: Int) -> Bool {
        let first = PlanePart(of: blocks, inPlane: plane, of: self)
        let second = PlanePart(of: blocks, inPlane: plane, of: other)
        // SAFETY: both pointers are lent with their whole parts, which have the same size.
        return unsafe withPointer(to: first, ofPlane: plane) { firstPointer in
            unsafe other.withPointer(to: second, ofPlane: plane) { secondPointer in
                unsafe doubletake_planes_equal(
                    firstPointer,
                    first.bytesPerRow,
                    secondPointer,
                    second.bytesPerRow,
                    first.byteWidth,
                    first.rowCount
                )
            }
        }
    }
}
