private import DoubletakeKernels
package import DoubletakeMedia

extension PixelBuffer {
    /// Draws an overlay, such as the cursor, where it lies; for the picture's only holder.
    ///
    /// The picture is I420, tagged `bt709Limited`; the overlay is BGRA with its colours multiplied by alpha. What lies
    /// outside of the picture is left out. Beside the covered pixels, those that share a chroma sample with one change
    /// in colour: what has changed is `wholeBlocks(around:)` the overlay's rectangle. The corresponding C function is
    /// `doubletake_blend_bgra_over_i420_bt709`.
    package func blend(_ overlay: VideoFrame.Overlay) {
        let picture = overlay.picture
        precondition(picture !== self, "a picture can't lie over itself")
        precondition(picture.format == .bgra, "the overlay is \(picture.format), not bgra")
        let part = PlanePart(of: PixelRect(picture.displaySize), inPlane: 0, of: picture)
        // SAFETY: the overlay's pointer is lent with all of its pixels, the canvas's with the whole planes, which have
        // the display size rounded up to even.
        unsafe picture.withPointer(to: part, ofPlane: 0) { bgra in
            unsafe withMutableI420(from: PixelRect(displaySize)) { planes in
                unsafe doubletake_blend_bgra_over_i420_bt709(
                    bgra,
                    part.bytesPerRow,
                    picture.displaySize.width,
                    picture.displaySize.height,
                    planes,
                    displaySize.width,
                    displaySize.height,
                    overlay.x,
                    overlay.y
                )
            }
        }
    }
}
