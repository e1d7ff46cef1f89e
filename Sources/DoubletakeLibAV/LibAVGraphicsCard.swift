import CFFmpeg
import DoubletakeMedia

/// A graphics card that encodes what lies in its own memory, and the pictures there.
///
/// The corresponding C types are `AVHWDeviceContext` and `AVHWFramesContext`, of VAAPI. One thread uses it at a time.
@safe
final class LibAVGraphicsCard {
    // @safe: the references are made here, given back in `deinit`, and lent only for the time of a call.

    /// Pictures that lie in the card's memory at once: the one that goes in, those that others are predicted from, and
    /// one that is being encoded.
    ///
    /// Fewer, and the encoder finds no room; each more costs the memory of a picture.
    private static let poolSize: Int32 = 8

    /// The picture that was taken last, in the card's memory.
    let frame: LibAVFrame
    private let pictures: UnsafeMutablePointer<AVBufferRef>

    /// What a call of libavutil returned when it failed.
    struct Failure: Error {
        /// An error's number below zero.
        let status: Int32
    }

    /// Opens the first card that there is.
    ///
    /// The corresponding C functions are `av_hwdevice_ctx_create`, `av_hwframe_ctx_alloc` and `av_hwframe_ctx_init`.
    init(_ codedSize: PixelSize) throws(Failure) {
        guard let frame = LibAVFrame() else { throw Failure(status: LibAVStatus.outOfMemory) }
        var device: UnsafeMutablePointer<AVBufferRef>?
        // SAFETY: on success the references are ours; the pictures keep one to the device of their own.
        let found = unsafe av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, nil, nil, 0)
        guard found >= 0 else { throw Failure(status: found) }
        var pictures = unsafe av_hwframe_ctx_alloc(device)
        unsafe av_buffer_unref(&device)
        guard let made = unsafe pictures else { throw Failure(status: LibAVStatus.outOfMemory) }
        // SAFETY: the data of such a reference is its context, whose plain numbers are set before it is initialised.
        let context = unsafe UnsafeMutableRawPointer(made.pointee.data)
            .assumingMemoryBound(to: AVHWFramesContext.self)
        unsafe context.pointee.format = AV_PIX_FMT_VAAPI
        unsafe context.pointee.sw_format = AV_PIX_FMT_NV12
        unsafe context.pointee.width = Int32(codedSize.width)
        unsafe context.pointee.height = Int32(codedSize.height)
        unsafe context.pointee.initial_pool_size = Self.poolSize
        let ready = unsafe av_hwframe_ctx_init(made)
        guard ready >= 0 else {
            unsafe av_buffer_unref(&pictures)
            throw Failure(status: ready)
        }
        unsafe self.pictures = unsafe made
        self.frame = frame
    }

    deinit {
        // SAFETY: nobody else has this reference.
        var pictures: UnsafeMutablePointer<AVBufferRef>? = unsafe self.pictures
        unsafe av_buffer_unref(&pictures)
    }

    /// Lets an encoder that isn't open yet take its pictures from here.
    ///
    /// The corresponding C function is `av_buffer_ref`. Returns a status.
    func lend(to codec: borrowing LibAVCodec) -> Int32 {
        guard let reference = unsafe av_buffer_ref(pictures) else { return LibAVStatus.outOfMemory }
        // SAFETY: the context is not open yet, when its fields may be set; it gives the reference back itself.
        unsafe codec.context.pointee.pix_fmt = AV_PIX_FMT_VAAPI
        unsafe codec.context.pointee.hw_frames_ctx = reference
        return 0
    }

    /// Copies a picture into the card's memory.
    ///
    /// The corresponding C functions are `av_hwframe_get_buffer`, `av_hwframe_transfer_data` and `av_frame_copy_props`.
    /// Returns a status.
    func take(_ picture: borrowing LibAVPicture) -> Int32 {
        frame.clear()
        let status = unsafe av_hwframe_get_buffer(pictures, frame.pointer, 0)
        guard status >= 0 else { return status }
        let copied = unsafe av_hwframe_transfer_data(frame.pointer, picture.frame.pointer, 0)
        guard copied >= 0 else { return copied }
        return unsafe av_frame_copy_props(frame.pointer, picture.frame.pointer)
    }
}
