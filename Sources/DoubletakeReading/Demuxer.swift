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
    /// What the container says that it carries, before anyone looks at the data; nil when that wasn't asked.
    public let statedMedia: Media?
    /// The codec's name, as libavcodec has it: `h264`, `aac`.
    public let codecName: String
    /// What players call it.
    public let name: String?
    /// Whether players play it unless told otherwise.
    public let isEnabled: Bool
    /// How long it is, as the file says.
    public let duration: Duration

    /// Creates a description.
    public init(
        media: Media,
        statedMedia: Media? = nil,
        codecName: String,
        name: String?,
        isEnabled: Bool,
        duration: Duration
    ) {
        self.media = media
        self.statedMedia = statedMedia
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

/// What a file says of a packet of encoded bytes.
package struct ReadPacket: Hashable, Sendable {
    /// The track's place among the file's tracks.
    package let track: Int
    /// When it is shown or heard, from the film's beginning; nil when nobody says.
    package let presentationTime: MediaTime?
    /// When it is decoded; nil when nobody says.
    package let decodeTime: MediaTime?
    /// How long it lasts; zero when nobody says.
    package let duration: Duration
    /// Whether it is only there to be decoded: an edit list leaves it out of the film.
    package let isLeftOut: Bool

    /// Creates a packet's description.
    package init(
        track: Int,
        presentationTime: MediaTime?,
        decodeTime: MediaTime?,
        duration: Duration,
        isLeftOut: Bool = false
    ) {
        self.track = track
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime
        self.duration = duration
        self.isLeftOut = isLeftOut
    }
}

/// The port to a file's contents: packets, or what is decoded of them, not both of one demuxer.
///
/// One thread uses it at a time.
package protocol Demuxer: AnyObject, Sendable {
    /// The file's tracks.
    var tracks: [ReadTrack] { get }

    /// The file's chapters, in their order, each at the instant in the film at which it begins.
    var markers: [Marker] { get }

    /// What the file says of the next packet of any track, without decoding it; nil at the file's end.
    func nextPacket() throws(ReaderError) -> ReadPacket?

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
