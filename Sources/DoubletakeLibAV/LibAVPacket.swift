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

    /// The set-up bytes of an encoder that makes them with its first packet; empty when there are none.
    ///
    /// The corresponding C function is `av_packet_get_side_data`.
    var newSetUpBytes: [UInt8] {
        var count = 0
        // SAFETY: libav says how many bytes there are, which belong to the packet.
        let start = unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_NEW_EXTRADATA, &count)
        return unsafe Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
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

    /// Says that a decoder leaves out so many samples at the end of what the packet holds.
    ///
    /// The corresponding C function is `av_packet_new_side_data`. Returns a status.
    func leaveOut(lastSampleCount: Int) -> Int32 {
        // Four bytes each for the samples at the beginning and at the end, the lowest first, and two for reasons.
        let byteCount = 10
        guard let data = unsafe av_packet_new_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, byteCount) else {
            return LibAVStatus.outOfMemory
        }
        // SAFETY: the side data has `byteCount` bytes and belongs to the packet.
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: data, count: byteCount)
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe bytes.storeBytes(of: UInt32(lastSampleCount).littleEndian, toByteOffset: 4, as: UInt32.self)
        return 0
    }

    /// Gives the bytes back.
    ///
    /// The corresponding C function is `av_packet_unref`.
    func clear() {
        unsafe av_packet_unref(pointer)
    }
}
