import CFFmpeg

/// A packet of encoded bytes that is used again and again.
///
/// The corresponding C type is `AVPacket`. One thread uses it at a time.
@safe
struct LibAVPacket: ~Copyable {
    // @safe: made here, freed in `deinit`, and lent only for the time of a call.

    /// Lent to libav; it is never kept there.
    let pointer: UnsafeMutablePointer<AVPacket>

    /// Creates an empty packet; nil when there is no memory.
    ///
    /// The corresponding C function is `av_packet_alloc`.
    init?() {
        // SAFETY: owned by this value alone.
        guard let pointer = unsafe av_packet_alloc() else { return nil }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        // SAFETY: nobody else has the pointer.
        var pointer: UnsafeMutablePointer<AVPacket>? = unsafe self.pointer
        unsafe av_packet_free(&pointer)
    }

    /// The bytes; empty when there are none.
    var bytes: [UInt8] {
        // SAFETY: libav keeps `data` and `size` in step.
        unsafe Array(UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size)))
    }

    /// Puts a copy of `bytes` in, with the room behind them that libav's readers want.
    ///
    /// The corresponding C function is `av_new_packet`. Returns its status.
    func fill(with bytes: [UInt8]) -> Int32 {
        clear()
        guard let size = Int32(exactly: bytes.count) else { return LibAVStatus.outOfMemory }
        // SAFETY: on success the packet has `bytes.count` bytes of its own.
        let status = unsafe av_new_packet(pointer, size)
        guard status >= 0 else { return status }
        unsafe UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: bytes.count).copyBytes(from: bytes)
        return status
    }

    /// Gives the bytes back.
    ///
    /// The corresponding C function is `av_packet_unref`.
    func clear() {
        unsafe av_packet_unref(pointer)
    }
}
