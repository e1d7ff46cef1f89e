private import CYUV
package import DoubletakeMedia

extension PixelBuffer {
    /// Becomes the same picture in another format; for the only holder of this one.
    ///
    /// The source is I420, tagged `bt709Limited`, and has the same size. This picture is NV12 with the same tag, or BGRA. The
    /// corresponding C functions are `I420ToNV12` and `doubletake_bt709_to_bgra`.
    package func convert(_ source: PixelBuffer) {
        switch format {
        case .nv12: interleave(source)
        case .bgra: display(source)
        default: preconditionFailure("no picture is converted into \(format)")
        }
    }

    /// Puts the chroma of an I420 picture into one plane; no sample changes.
    private func interleave(_ source: PixelBuffer) {
        precondition(
            source.format == .i420 && color == source.color, "pictures of different kinds can't be converted so")
        precondition(displaySize == source.displaySize, "the converted picture has the same size")
        let whole = source.wholeBlocks(around: PixelRect(source.displaySize))
        let origins = (0..<3).map { PlanePart(of: whole, inPlane: $0, of: source) }
        let targets = (0..<2).map { PlanePart(of: whole, inPlane: $0, of: self) }
        // SAFETY: all pointers are lent with the whole planes, which have room for the coded size that is passed.
        unsafe source.withPointer(to: origins[0], ofPlane: 0) { luma in
            unsafe source.withPointer(to: origins[1], ofPlane: 1) { cb in
                unsafe source.withPointer(to: origins[2], ofPlane: 2) { cr in
                    unsafe withMutablePointer(to: targets[0], ofPlane: 0) { targetLuma in
                        unsafe withMutablePointer(to: targets[1], ofPlane: 1) { targetChroma in
                            let status = unsafe I420ToNV12(
                                luma, Int32(origins[0].bytesPerRow),
                                cb, Int32(origins[1].bytesPerRow),
                                cr, Int32(origins[2].bytesPerRow),
                                targetLuma, Int32(targets[0].bytesPerRow),
                                targetChroma, Int32(targets[1].bytesPerRow),
                                Int32(codedSize.width), Int32(codedSize.height)
                            )
                            precondition(status == 0, "libyuv converts pictures of any size")
                        }
                    }
                }
            }
        }
    }
}
