import CFFmpeg

/// A picture or a run of sound as libav has it, used again and again.
///
/// The corresponding C type is `AVFrame`. One thread uses it at a time.
@safe
struct LibAVFrame: ~Copyable {
    // @safe: made here, freed in `deinit`, and lent only for the time of a call.

    /// Lent to libav, which counts the references to what is in it.
    let pointer: UnsafeMutablePointer<AVFrame>

    /// Creates an empty frame; nil when there is no memory.
    ///
    /// The corresponding C function is `av_frame_alloc`.
    init?() {
        // SAFETY: owned by this value alone.
        guard let pointer = unsafe av_frame_alloc() else { return nil }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        // SAFETY: nobody else has the pointer.
        var pointer: UnsafeMutablePointer<AVFrame>? = unsafe self.pointer
        unsafe av_frame_free(&pointer)
    }

    /// Gives back what is in it.
    ///
    /// The corresponding C function is `av_frame_unref`.
    func clear() {
        unsafe av_frame_unref(pointer)
    }
}
