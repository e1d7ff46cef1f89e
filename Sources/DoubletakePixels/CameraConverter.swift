private import CYUV
private import DoubletakeKernels
package import DoubletakeMedia

/// How the samples of a camera's picture lie that isn't compressed.
package enum CameraPictureLayout: Hashable, Sendable {
    /// Packed 4:2:2: Y, Cb, Y, Cr.
    case yuyv
    /// Packed 4:2:2: Cb, Y, Cr, Y.
    case uyvy
    /// 4:2:0: a plane of Y, then one of Cb and Cr in turn.
    case nv12
    /// 4:2:0: planes of Y, Cb and Cr.
    case i420

    /// The bytes of a row of the first plane where nothing lies between two rows.
    package func packedBytesPerRow(width: Int) -> Int {
        switch self {
        case .yuyv, .uyvy: (width + 1) / 2 * 4
        case .nv12, .i420: width
        }
    }

    /// The bytes of a picture whose rows are that far apart.
    ///
    /// Rows of chroma have as many bytes as those of luma in NV12, and half of them in I420.
    package func byteCount(height: Int, bytesPerRow: Int) -> Int {
        switch self {
        case .yuyv, .uyvy: bytesPerRow * height
        case .nv12: bytesPerRow * (height + (height + 1) / 2)
        case .i420: bytesPerRow * height + 2 * ((bytesPerRow + 1) / 2) * ((height + 1) / 2)
        }
    }
}

/// Converts a camera's pictures that aren't compressed into what the encoders take (I420, BT.709, limited range).
///
/// It keeps nothing, so it may be used from any thread.
package enum CameraConverter {
    /// Converts a picture.
    ///
    /// The corresponding C functions are libyuv's `YUY2ToI420`, `UYVYToI420`, `NV12ToI420` and `I420Copy`.
    ///
    /// - Parameters:
    ///   - bytes: at least `layout.byteCount(height:bytesPerRow:)` of them.
    ///   - picture: an I420 picture in memory, tagged `bt709Limited`, that only the caller holds; its size is the
    ///     camera's.
    package static func convert(
        _ bytes: RawSpan,
        _ layout: CameraPictureLayout,
        bytesPerRow: Int,
        color: CameraColor,
        into picture: PixelBuffer
    ) {
        let size = picture.displaySize
        precondition(bytesPerRow >= layout.packedBytesPerRow(width: size.width), "the rows overlap")
        precondition(
            bytes.byteCount >= layout.byteCount(height: size.height, bytesPerRow: bytesPerRow),
            "there are fewer bytes than the picture has"
        )
        // SAFETY: the source has the picture's rows (checked above), and the planes have room for the coded size.
        unsafe bytes.withUnsafeBytes { source in
            guard let start = unsafe source.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            unsafe picture.withMutableI420(from: PixelRect(size)) { planes in
                let stride = Int32(bytesPerRow)
                let (width, height) = (Int32(size.width), Int32(size.height))
                let (lumaStride, cbStride, crStride) =
                    unsafe (Int32(planes.luma_stride), Int32(planes.cb_stride), Int32(planes.cr_stride))
                let chroma = unsafe start + bytesPerRow * size.height
                switch layout {
                case .yuyv:
                    unsafe YUY2ToI420(
                        start, stride, planes.luma, lumaStride, planes.cb, cbStride, planes.cr, crStride, width, height)
                case .uyvy:
                    unsafe UYVYToI420(
                        start, stride, planes.luma, lumaStride, planes.cb, cbStride, planes.cr, crStride, width, height)
                case .nv12:
                    unsafe NV12ToI420(
                        start, stride, chroma, stride, planes.luma, lumaStride, planes.cb, cbStride, planes.cr,
                        crStride, width, height)
                case .i420:
                    let half = (bytesPerRow + 1) / 2
                    unsafe I420Copy(
                        start, stride, chroma, Int32(half), chroma + half * ((size.height + 1) / 2), Int32(half),
                        planes.luma, lumaStride, planes.cb, cbStride, planes.cr, crStride, width, height)
                }
            }
        }
        picture.repeatEdges(of: PixelRect(size), ofPlane: 0)
        picture.recolor(PixelRect(size), from: color)
    }
}
