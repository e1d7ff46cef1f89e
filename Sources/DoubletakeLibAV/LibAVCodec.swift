import CFFmpeg

/// An encoder or a decoder.
///
/// The corresponding C type is `AVCodecContext`. One thread uses it at a time.
@safe
struct LibAVCodec: ~Copyable {
    // @safe: made here, freed in `deinit`, and lent only for the time of a call.

    /// Lent to libav, and to whoever sets it up.
    let context: UnsafeMutablePointer<AVCodecContext>

    /// Creates a codec that is not open yet; nil when there is no memory.
    ///
    /// The corresponding C function is `avcodec_alloc_context3`.
    init?(_ codec: UnsafePointer<AVCodec>) {
        // SAFETY: owned by this value alone; `codec` is one of libavcodec's constants.
        guard let context = unsafe avcodec_alloc_context3(codec) else { return nil }
        unsafe self.context = unsafe context
    }

    deinit {
        // SAFETY: nobody else has the pointer.
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
        unsafe avcodec_free_context(&context)
    }

    /// Sets an option of the codec or of what is common to all; before it is opened.
    ///
    /// The corresponding C function is `av_opt_set`. Returns its status.
    func setOption(_ name: String, to value: String) -> Int32 {
        // SAFETY: the context begins with its class, which is what av_opt_set wants; the strings are copied.
        unsafe av_opt_set(context, name, value, Int32(AV_OPT_SEARCH_CHILDREN))
    }

    /// Opens it with what its context was set to.
    ///
    /// The corresponding C function is `avcodec_open2`. Returns its status.
    func open() -> Int32 {
        unsafe avcodec_open2(context, nil, nil)
    }

    /// Encodes a frame.
    ///
    /// The corresponding C function is `avcodec_send_frame`. Returns its status.
    func send(_ frame: borrowing LibAVFrame) -> Int32 {
        unsafe avcodec_send_frame(context, frame.pointer)
    }

    /// Decodes a packet.
    ///
    /// The corresponding C function is `avcodec_send_packet`. Returns its status.
    func send(_ packet: borrowing LibAVPacket) -> Int32 {
        unsafe avcodec_send_packet(context, packet.pointer)
    }

    /// Ends the stream that is encoded, so that what is left comes out.
    ///
    /// The corresponding C function is `avcodec_send_frame`. Returns its status.
    func endEncoding() -> Int32 {
        unsafe avcodec_send_frame(context, nil)
    }

    /// Ends the stream that is decoded, so that what is left comes out.
    ///
    /// The corresponding C function is `avcodec_send_packet`. Returns its status.
    func endDecoding() -> Int32 {
        unsafe avcodec_send_packet(context, nil)
    }

    /// Takes an encoded packet out.
    ///
    /// The corresponding C function is `avcodec_receive_packet`. Returns its status.
    func receive(into packet: borrowing LibAVPacket) -> Int32 {
        unsafe avcodec_receive_packet(context, packet.pointer)
    }

    /// Takes a decoded frame out.
    ///
    /// The corresponding C function is `avcodec_receive_frame`. Returns its status.
    func receive(into frame: borrowing LibAVFrame) -> Int32 {
        unsafe avcodec_receive_frame(context, frame.pointer)
    }

    /// The set-up bytes that belong into a container's header.
    var setUpBytes: [UInt8] {
        // SAFETY: libav keeps `extradata` and its size in step.
        unsafe Array(
            UnsafeBufferPointer(start: context.pointee.extradata, count: Int(context.pointee.extradata_size))
        )
    }
}
