import CFFmpeg
import DoubletakeReading

/// A film that is being read by libavformat.
///
/// The corresponding C type is `AVFormatContext`. One thread uses it at a time.
@safe
struct LibAVInput: ~Copyable {
    // @safe: made here, closed in `deinit`, and lent only for the time of a call.

    /// Lent to whoever reads what the film has.
    let context: UnsafeMutablePointer<AVFormatContext>
    /// What the container says of each track that it knows at once, before anything of it is decoded.
    let statedMedia: [ReadTrack.Media]

    /// A film that could not be opened: a status below zero.
    struct OpenFailure: Error {
        let status: Int32
    }

    /// Opens the file at `path` and looks at its beginning.
    ///
    /// The corresponding C functions are `avformat_open_input` and `avformat_find_stream_info`.
    init(path: String) throws(OpenFailure) {
        var opened: UnsafeMutablePointer<AVFormatContext>?
        // SAFETY: on success the context is owned by this value alone; on failure libavformat has freed it. The prefix
        // says that it is a file, even if its name looks like an address.
        let status = unsafe avformat_open_input(&opened, "file:" + path, nil, nil)
        guard status >= 0, let context = unsafe opened else { throw OpenFailure(status: status) }
        let statedMedia = unsafe (0..<Int(context.pointee.nb_streams)).map { number in
            // SAFETY: the array has that many streams, which are alive while the context is.
            unsafe context.pointee.streams[number].map { unsafe LibAVTrackReading.media(of: $0) } ?? .other
        }
        let informed = unsafe avformat_find_stream_info(context, nil)
        guard informed >= 0 else {
            unsafe avformat_close_input(&opened)
            throw OpenFailure(status: informed)
        }
        unsafe self.context = unsafe context
        self.statedMedia = statedMedia
    }

    deinit {
        // SAFETY: nobody else has the pointer.
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe self.context
        unsafe avformat_close_input(&context)
    }

    /// How many tracks there are.
    var trackCount: Int {
        Int(unsafe context.pointee.nb_streams)
    }

    /// A track; it belongs to the film.
    func stream(_ track: Int) -> UnsafeMutablePointer<AVStream> {
        precondition((0..<trackCount).contains(track), "no such track")
        // SAFETY: the array has `trackCount` streams, none of them null.
        guard let stream = unsafe context.pointee.streams[track] else {
            preconditionFailure("libavformat has a stream for every number")
        }
        return unsafe stream
    }

    /// Reads the next packet of any track.
    ///
    /// The corresponding C function is `av_read_frame`. Returns its status.
    func read(into packet: borrowing LibAVPacket) -> Int32 {
        unsafe av_read_frame(context, packet.pointer)
    }
}
