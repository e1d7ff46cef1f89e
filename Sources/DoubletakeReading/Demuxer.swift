public import DoubletakeMedia

/// A track of a file that is being read.
public struct ReadTrack: Sendable {
    /// What it carries.
    public enum Media: Sendable {
        /// Pictures of a size that is shown.
        case video(displaySize: PixelSize, color: ColorDescription)
        /// Sound.
        case audio(AudioFormat)
        /// Something else, such as chapters.
        case other
    }

    /// What it carries.
    public let media: Media
    /// The codec's name, as libavcodec has it: `h264`, `aac`.
    public let codecName: String
    /// What players call it.
    public let name: String?
    /// Whether players play it unless told otherwise.
    public let isEnabled: Bool
    /// How long it is, as the file says.
    public let duration: Duration

    /// Creates a description.
    public init(media: Media, codecName: String, name: String?, isEnabled: Bool, duration: Duration) {
        self.media = media
        self.codecName = codecName
        self.name = name
        self.isEnabled = isEnabled
        self.duration = duration
    }
}

/// Something read from a file: a decoded picture or run of sound of a track, at its time in the film.
public enum ReadSample: Sendable {
    /// A picture in I420.
    case video(track: Int, VideoFrame)
    /// Sound.
    case audio(track: Int, AudioBuffer)
}

/// The port to a file's contents.
///
/// One thread uses it at a time.
package protocol Demuxer: AnyObject, Sendable {
    /// The file's tracks.
    var tracks: [ReadTrack] { get }

    /// The next decoded picture or run of sound in the order of the file; nil at its end.
    ///
    /// Times are instants in the film: `MediaTime.zero` is its beginning.
    func nextSample() throws(ReaderError) -> ReadSample?
}

/// The port through which a reader opens files.
package protocol DemuxerProvider: Sendable {
    /// Opens the file at `path`.
    func openDemuxer(path: String) throws(ReaderError) -> any Demuxer
}
