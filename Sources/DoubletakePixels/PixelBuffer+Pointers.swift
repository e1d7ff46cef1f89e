import DoubletakeKernels
import DoubletakeMedia

// The kernels' view of a picture. Pointers are only lent to a closure, and nothing beyond this room sees one.

extension PixelBuffer {
    /// Lends the first byte of a plane's part for reading.
    func withPointer<Result>(
        to part: PlanePart,
        ofPlane plane: Int,
        _ body: (UnsafePointer<UInt8>?) -> Result
    ) -> Result {
        withBytes(ofPlane: plane) { bytes in
            precondition(part.endOffset <= bytes.byteCount, "the part goes beyond the plane's end")
            // SAFETY: the part lies in the plane, whose memory is bytes.
            return unsafe bytes.withUnsafeBytes { plane in
                unsafe body(plane.baseAddress?.advanced(by: part.offset).assumingMemoryBound(to: UInt8.self))
            }
        }
    }

    /// Lends the first byte of a plane's part for writing.
    func withMutablePointer(
        to part: PlanePart,
        ofPlane plane: Int,
        _ body: (UnsafeMutablePointer<UInt8>?) -> Void
    ) {
        withMutableBytes(ofPlane: plane) { bytes in
            precondition(part.endOffset <= bytes.byteCount, "the part goes beyond the plane's end")
            // SAFETY: as above.
            unsafe bytes.withUnsafeMutableBytes { plane in
                unsafe body(plane.baseAddress?.advanced(by: part.offset).assumingMemoryBound(to: UInt8.self))
            }
        }
    }

    /// Lends the planes of an I420 picture in BT.709 from the top left of `rect` on.
    ///
    /// `rect` is not empty and has a pixel in the picture. The planes have room for all of its blocks that are in the
    /// picture.
    func withMutableI420(from rect: PixelRect, _ body: (doubletake_i420) -> Void) {
        precondition(format == .i420, "the picture is \(format), not i420")
        precondition(color == .bt709Limited, "the picture is not tagged as limited-range BT.709")
        let blocks = wholeBlocks(around: rect)
        let luma = PlanePart(of: blocks, inPlane: 0, of: self)
        let cb = PlanePart(of: blocks, inPlane: 1, of: self)
        let cr = PlanePart(of: blocks, inPlane: 2, of: self)
        // SAFETY: the pointers are used inside of the closures that lend them.
        unsafe withMutablePointer(to: luma, ofPlane: 0) { lumaPointer in
            unsafe withMutablePointer(to: cb, ofPlane: 1) { cbPointer in
                unsafe withMutablePointer(to: cr, ofPlane: 2) { crPointer in
                    unsafe body(
                        doubletake_i420(
                            luma: lumaPointer,
                            cb: cbPointer,
                            cr: crPointer,
                            luma_stride: luma.bytesPerRow,
                            cb_stride: cb.bytesPerRow,
                            cr_stride: cr.bytesPerRow
                        )
                    )
                }
            }
        }
    }
}
