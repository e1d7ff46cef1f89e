private import CYUV
package import DoubletakeMedia

/// A part of one picture drawn at another place of another one.
extension PixelBuffer {
    /// Copies a part of a picture to a place of this one; for this one's only holder.
    ///
    /// Both have the same format and colour. The part has whole chroma samples, lies in the source and, at its new
    /// place, in this picture; the place is at an even column and row. The corresponding C function is
    /// `doubletake_copy_plane`.
    package func copy(_ part: PixelRect, of source: PixelBuffer, toX x: Int, y: Int) {
        if part.isEmpty { return }
        let blocks = checkedBlocks(of: part, of: source, toX: x, y: y)
        copyBlocks(blocks.source, of: source, to: blocks.target)
    }

    /// Draws a part of a picture over a place of this one, as far as a mask lets it; for this one's only holder.
    ///
    /// Both pictures are I420 with the same colour, the mask is `alpha` with the source's size. The rest is as with
    /// `copy(_:of:toX:y:)`. A chroma sample is let through as far as its four pixels are, on average. The same pixels come
    /// out however an area is cut into parts. The corresponding C function is `I420Blend`.
    package func blend(_ part: PixelRect, of source: PixelBuffer, through mask: PixelBuffer, toX x: Int, y: Int) {
        if part.isEmpty { return }
        precondition(format == .i420, "the picture is \(format), not i420")
        precondition(mask.format == .alpha && mask.displaySize == source.displaySize, "the mask is another picture's")
        let blocks = checkedBlocks(of: part, of: source, toX: x, y: y)
        let origins = (0..<3).map { PlanePart(of: blocks.source, inPlane: $0, of: source) }
        let targets = (0..<3).map { PlanePart(of: blocks.target, inPlane: $0, of: self) }
        let coverage = PlanePart(of: part, inPlane: 0, of: mask)
        // SAFETY: all pointers are lent with their parts, which have the part's size at least; libyuv reads and writes
        // each sample of the target at the same place.
        unsafe mask.withPointer(to: coverage, ofPlane: 0) { alpha in
            unsafe source.withPointer(to: origins[0], ofPlane: 0) { luma in
                unsafe source.withPointer(to: origins[1], ofPlane: 1) { cb in
                    unsafe source.withPointer(to: origins[2], ofPlane: 2) { cr in
                        unsafe withMutablePointer(to: targets[0], ofPlane: 0) { targetLuma in
                            unsafe withMutablePointer(to: targets[1], ofPlane: 1) { targetCb in
                                unsafe withMutablePointer(to: targets[2], ofPlane: 2) { targetCr in
                                    let status = unsafe I420Blend(
                                        luma, Int32(origins[0].bytesPerRow),
                                        cb, Int32(origins[1].bytesPerRow),
                                        cr, Int32(origins[2].bytesPerRow),
                                        targetLuma, Int32(targets[0].bytesPerRow),
                                        targetCb, Int32(targets[1].bytesPerRow),
                                        targetCr, Int32(targets[2].bytesPerRow),
                                        alpha, Int32(coverage.bytesPerRow),
                                        targetLuma, Int32(targets[0].bytesPerRow),
                                        targetCb, Int32(targets[1].bytesPerRow),
                                        targetCr, Int32(targets[2].bytesPerRow),
                                        Int32(part.width), Int32(part.height)
                                    )
                                    precondition(status == 0, "libyuv blends pictures of any size")
                                }
                            }
                        }
                    }
                }
            }
        }
        for plane in 0..<3 { repeatEdges(of: part.offsetBy(x: x - part.x, y: y - part.y), ofPlane: plane) }
    }

    /// The blocks of a part in its picture and at its place in this one.
    private func checkedBlocks(
        of part: PixelRect,
        of source: PixelBuffer,
        toX x: Int,
        y: Int
    ) -> (source: PixelRect, target: PixelRect) {
        precondition(source !== self, "a picture is drawn from another one")
        precondition(format == source.format && color == source.color, "pictures of different kinds can't be drawn so")
        let place = PixelRect(x: x, y: y, width: part.width, height: part.height)
        precondition(source.holdsWholeBlocks(part), "\(part) doesn't hold whole chroma samples of the source")
        precondition(holdsWholeBlocks(place), "\(place) doesn't hold whole chroma samples of the picture")
        let blocks = (source: source.wholeBlocks(around: part), target: wholeBlocks(around: place))
        precondition(blocks.source.size == blocks.target.size, "a part ends in the middle of a chroma sample")
        return blocks
    }

    /// Whether a rectangle lies in the picture and begins and ends with chroma samples, or with the picture.
    func holdsWholeBlocks(_ rect: PixelRect) -> Bool {
        !rect.isEmpty && rect == wholeBlocks(around: rect).intersection(PixelRect(displaySize))
    }
}
