private import DoubletakeKernels
package import DoubletakeMedia

/// Converts what an X server hands out (BGRA, full range) to what the encoders take (I420, BT.709, limited range).
///
/// It keeps nothing, so it may be used from any thread.
package enum ScreenConverter {
    /// Which machine code does the work: all of them give the same samples.
    package enum CodePath: Sendable {
        /// The fastest that this processor can run.
        case fastest
        /// What every processor can run.
        case baseline
    }

    /// The bytes of a pixel: blue, green, red, and one that is ignored.
    package static let bytesPerPixel = 4

    /// What has to be fetched from a screen of `size` so that `changed` can be converted.
    ///
    /// A chroma sample is made of four pixels, so a rectangle begins at an even column and row, and ends at one or at
    /// the screen's edge.
    package static func rectangle(toConvert changed: PixelRect, of size: PixelSize) -> PixelRect {
        let screen = PixelRect(size)
        let visible = changed.intersection(screen)
        // Rounded outwards, nothing at an odd place would become a block.
        if visible.isEmpty { return visible }
        return visible.expanded(toMultiplesOf: 2).intersection(screen)
    }

    /// Converts a rectangle's pixels into its place in a picture.
    ///
    /// A chroma sample is the mean of its four pixels. At the edge of an odd display size the last column and row are
    /// repeated into the rest of the coded size. The corresponding C function is `doubletake_bgra_to_i420_bt709`.
    ///
    /// - Parameters:
    ///   - bgra: the rectangle's rows of four-byte pixels, the topmost first, beginning with its top left pixel.
    ///   - bytesPerRow: how far apart two rows are; `4 * rect.width` when they are packed.
    ///   - rect: where the pixels belong in the picture; a rectangle that `rectangle(toConvert:of:)` gives.
    ///   - picture: an I420 picture in memory, tagged `bt709Limited`, that only the caller holds.
    ///   - codePath: for tests and measurements.
    package static func convert(
        bgra: RawSpan,
        bytesPerRow: Int,
        rect: PixelRect,
        into picture: PixelBuffer,
        codePath: CodePath = .fastest
    ) {
        if rect.isEmpty { return }
        precondition(
            rect == rectangle(toConvert: rect, of: picture.displaySize),
            "\(rect) doesn't hold whole chroma samples of a picture of \(picture.displaySize)"
        )
        precondition(bytesPerRow >= rect.width * bytesPerPixel, "the rows overlap")
        precondition(
            bgra.byteCount >= (rect.height - 1) * bytesPerRow + rect.width * bytesPerPixel,
            "there are fewer pixels than the rectangle has"
        )
        // SAFETY: the source has the rectangle's rows (checked above), and the planes have room for the rectangle
        // rounded up to even, because their size is even and the rectangle lies in the picture.
        unsafe bgra.withUnsafeBytes { bytes in
            unsafe picture.withMutableI420(from: rect) { planes in
                unsafe doubletake_bgra_to_i420_bt709(
                    bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    bytesPerRow,
                    planes,
                    rect.width,
                    rect.height,
                    codePath.argument
                )
            }
        }
    }

    /// Converts a rectangle of a BGRA picture into the same place of an I420 picture of the same size.
    ///
    /// - Parameters:
    ///   - rect: a rectangle that `rectangle(toConvert:of:)` gives.
    ///   - source: a BGRA picture in memory.
    ///   - picture: an I420 picture in memory, tagged `bt709Limited`, that only the caller holds.
    package static func convert(_ rect: PixelRect, of source: PixelBuffer, into picture: PixelBuffer) {
        precondition(source.format == .bgra, "the picture is \(source.format), not bgra")
        precondition(source.displaySize == picture.displaySize, "pictures of different sizes have different places")
        if rect.isEmpty { return }
        let part = PlanePart(of: rect, inPlane: 0, of: source)
        source.withBytes(ofPlane: 0) { bytes in
            convert(
                bgra: bytes.extracting(part.offset..<part.endOffset),
                bytesPerRow: part.bytesPerRow,
                rect: rect,
                into: picture
            )
        }
    }
}

extension ScreenConverter.CodePath {
    fileprivate var argument: doubletake_code_path {
        switch self {
        case .fastest: doubletake_code_path_fastest
        case .baseline: doubletake_code_path_baseline
        }
    }
}
