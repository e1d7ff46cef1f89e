import CFFmpeg
import DoubletakeMedia

/// A picture in I420 on its way into an encoder, used again and again.
///
/// The corresponding C type is `AVFrame`. One thread uses it at a time.
@safe
struct LibAVPicture: ~Copyable {
    // @safe: the frame's pointers are only used within calls, with what libav says of them.

    /// Lent to the encoder, which keeps a reference to what is in it, if it must.
    let frame: LibAVFrame

    /// Creates a picture of that coded size; nil when there is no memory.
    ///
    /// The corresponding C function is `av_frame_get_buffer`.
    init?(_ codedSize: PixelSize, _ color: ColorDescription) {
        guard let frame = LibAVFrame() else { return nil }
        let picture = unsafe frame.pointer
        // SAFETY: plain numbers of our own frame are set.
        unsafe picture.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        unsafe picture.pointee.width = Int32(codedSize.width)
        unsafe picture.pointee.height = Int32(codedSize.height)
        unsafe picture.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
        unsafe picture.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
        unsafe picture.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
        unsafe picture.pointee.color_range = color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        guard unsafe av_frame_get_buffer(picture, 0) >= 0 else { return nil }
        self.frame = frame
    }

    /// Copies a picture in, of the same coded size.
    ///
    /// The corresponding C functions are `av_frame_make_writable`, which takes other memory where the encoder still
    /// has the last picture's, and `av_image_copy_plane`. Returns a status.
    ///
    /// - Parameters:
    ///   - number: what its packet will be known by.
    ///   - isKeyframe: whether decoding shall be able to begin with it.
    func fill(with buffer: PixelBuffer, number: Int64, isKeyframe: Bool) -> Int32 {
        let picture = unsafe frame.pointer
        let status = unsafe av_frame_make_writable(picture)
        guard status >= 0 else { return status }
        // SAFETY: the frame has three planes, each with room for the coded size of 4:2:0; so has the buffer, whose
        // bytes are valid within the closures.
        let planes = unsafe [
            (picture.pointee.data.0, picture.pointee.linesize.0),
            (picture.pointee.data.1, picture.pointee.linesize.1),
            (picture.pointee.data.2, picture.pointee.linesize.2),
        ]
        for (plane, layout) in PixelFormat.i420.planes.enumerated() {
            let columnCount = buffer.codedSize.width / layout.columnsPerElement
            buffer.withBytes(ofPlane: plane) { span in
                unsafe span.withUnsafeBytes { bytes in
                    unsafe av_image_copy_plane(
                        planes[plane].0,
                        planes[plane].1,
                        bytes.bindMemory(to: UInt8.self).baseAddress,
                        Int32(buffer.bytesPerRow(ofPlane: plane)),
                        Int32(columnCount),
                        Int32(buffer.rowCount(ofPlane: plane))
                    )
                }
            }
        }
        unsafe picture.pointee.pts = number
        unsafe picture.pointee.pict_type = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        return 0
    }
}
