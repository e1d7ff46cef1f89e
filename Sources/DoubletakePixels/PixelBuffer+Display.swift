private import DoubletakeKernels
package import DoubletakeMedia

extension PixelBuffer {
    /// Turns a picture of the film into what a screen shows; for the only holder of this picture.
    ///
    /// The source is I420, tagged `bt709Limited`; this picture is BGRA, and has the same size. The corresponding C function is
    /// `doubletake_bt709_to_bgra`.
    package func display(_ source: PixelBuffer) {
        precondition(format == .bgra && source.format == .i420, "a film's picture becomes a screen's")
        precondition(source.color == .bt709Limited, "the picture is not tagged as limited-range BT.709")
        precondition(displaySize == source.displaySize, "the screen's picture has the same size")
        let planes = (0..<3).map {
            PlanePart(of: source.wholeBlocks(around: PixelRect(source.displaySize)), inPlane: $0, of: source)
        }
        let target = PlanePart(of: PixelRect(displaySize), inPlane: 0, of: self)
        // SAFETY: all pointers are lent with the whole planes, which have the sizes that are passed.
        unsafe source.withPointer(to: planes[0], ofPlane: 0) { luma in
            unsafe source.withPointer(to: planes[1], ofPlane: 1) { cb in
                unsafe source.withPointer(to: planes[2], ofPlane: 2) { cr in
                    unsafe withMutablePointer(to: target, ofPlane: 0) { pixels in
                        unsafe doubletake_bt709_to_bgra(
                            doubletake_i420_source(
                                luma: luma,
                                cb: cb,
                                cr: cr,
                                luma_stride: planes[0].bytesPerRow,
                                cb_stride: planes[1].bytesPerRow,
                                cr_stride: planes[2].bytesPerRow
                            ),
                            pixels,
                            target.bytesPerRow,
                            displaySize.width,
                            displaySize.height,
                            doubletake_code_path_fastest
                        )
                    }
                }
            }
        }
    }
}
