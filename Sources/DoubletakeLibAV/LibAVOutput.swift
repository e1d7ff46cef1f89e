import CFFmpeg
import DoubletakeMedia

/// A film that is being written by libavformat into memory.
///
/// The corresponding C types are `AVFormatContext` and, for where its bytes go, `AVIOContext`. One thread uses it at a
/// time.
@safe
struct LibAVOutput: ~Copyable {
    // @safe: all pointers are made here, freed in `deinit`, and lent only for the time of a call.

    /// The size of libavformat's own buffer in front of ours.
    ///
    /// Smaller, and there are more calls; larger, and the bytes have left the processor's cache when they are copied.
    private static let bufferSize: Int32 = 65_536

    /// Where libavformat may write.
    enum Access {
        /// At the end alone.
        case sequential
        /// Anywhere, also where it has written before.
        case random
    }

    /// Lent to libav, and to whoever sets it up.
    let context: UnsafeMutablePointer<AVFormatContext>
    private let io: UnsafeMutablePointer<AVIOContext>
    private let written: LibAVWrittenBytes

    /// Creates a film of the format with that name; nil when there is none, or no memory.
    ///
    /// The corresponding C functions are `avformat_alloc_output_context2` and `avio_alloc_context`.
    init?(formatName: String, _ access: Access = .sequential) {
        let written = LibAVWrittenBytes()
        var context: UnsafeMutablePointer<AVFormatContext>?
        // SAFETY: owned by this value alone. The callback's pointer isn't counted; `written` lives in this value,
        // whose `deinit` frees the context that has the pointer.
        guard unsafe avformat_alloc_output_context2(&context, nil, formatName, nil) >= 0,
            let context = unsafe context
        else { return nil }
        guard let buffer = unsafe av_malloc(Int(Self.bufferSize)) else {
            unsafe avformat_free_context(context)
            return nil
        }
        guard
            let io = unsafe avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self),
                Self.bufferSize,
                1,
                Unmanaged.passUnretained(written).toOpaque(),
                nil,
                LibAVWrittenBytes.take,
                access == .random ? LibAVWrittenBytes.seek : nil
            )
        else {
            unsafe av_free(buffer)
            unsafe avformat_free_context(context)
            return nil
        }
        unsafe context.pointee.pb = unsafe io
        unsafe context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        unsafe self.context = unsafe context
        unsafe self.io = unsafe io
        self.written = written
    }

    deinit {
        // SAFETY: nobody else has the pointers. libavformat may have changed the buffer, so it is freed through `io`.
        unsafe avformat_free_context(context)
        unsafe av_free(io.pointee.buffer)
        var io: UnsafeMutablePointer<AVIOContext>? = unsafe self.io
        unsafe avio_context_free(&io)
    }

    /// Writes the header, or gets ready to.
    ///
    /// The corresponding C function is `avformat_write_header`. Returns its status.
    func writeHeader() -> Int32 {
        unsafe avformat_write_header(context, nil)
    }

    /// The unit of a track's times, which libavformat may have changed while it wrote the header; nil when its ticks
    /// don't fit into a second.
    func timeBase(ofTrack track: Int) -> TimeBase? {
        precondition((0..<Int(unsafe context.pointee.nb_streams)).contains(track), "no such track")
        // SAFETY: there is a stream for every number below `nb_streams`, and it lives as long as its film.
        let timeBase = unsafe context.pointee.streams[track]?.pointee.time_base
        guard let timeBase, timeBase.num == 1 else { return nil }
        return TimeBase(ticksPerSecond: Int64(timeBase.den))
    }

    /// Writes a packet into the fragment that is growing.
    ///
    /// The corresponding C function is `av_write_frame`. Returns its status.
    func write(_ packet: borrowing LibAVPacket) -> Int32 {
        unsafe av_write_frame(context, packet.pointer)
    }

    /// Ends the fragment.
    ///
    /// The corresponding C function is `av_write_frame` without a packet. Returns its status.
    func endFragment() -> Int32 {
        unsafe av_write_frame(context, nil)
    }

    /// Ends the film.
    ///
    /// The corresponding C function is `av_write_trailer`. Returns its status.
    func writeTrailer() -> Int32 {
        unsafe av_write_trailer(context)
    }

    /// Puts bytes of our own between those of libavformat, whose fragment has ended.
    ///
    /// The corresponding C function is `avio_write`.
    func append(_ bytes: [UInt8]) {
        // SAFETY: the bytes are passed with their own count, for the time of the call.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe avio_write(io, bytes.baseAddress, Int32(bytes.count))
        }
    }

    /// All bytes that were written at the end since the last call.
    ///
    /// The corresponding C function is `avio_flush`.
    func takeBytes() -> [UInt8] {
        unsafe avio_flush(io)
        return written.takeNew()
    }

    /// What was written over bytes that were taken before, since the last call.
    ///
    /// The corresponding C function is `avio_flush`.
    func takeChanges() -> [LibAVWrittenBytes.Change] {
        unsafe avio_flush(io)
        return written.takeChanges()
    }

    /// Says something of the film: `title`, `comment`, `creation_time`.
    ///
    /// The corresponding C function is `av_dict_set`. Returns its status.
    func setTag(_ name: String, to value: String) -> Int32 {
        // SAFETY: the dictionary belongs to the film; name and value are copied.
        unsafe av_dict_set(&context.pointee.metadata, name, value, 0)
    }

    /// Sets an option of the format.
    ///
    /// The corresponding C function is `av_opt_set`. Returns its status.
    func setOption(_ name: String, to value: String) -> Int32 {
        // SAFETY: the private data of a muxer begins with its class, which is what av_opt_set wants.
        unsafe av_opt_set(context.pointee.priv_data, name, value, 0)
    }
}
