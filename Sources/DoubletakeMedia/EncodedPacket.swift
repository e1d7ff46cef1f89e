/// What a track carries.
public enum MediaType: String, Sendable {
    /// Pictures.
    case video
    /// Sound.
    case audio
}

/// One encoded picture, or one encoded run of sound.
///
/// Its times are instants on the recording's clock; they become a container's ticks in one place, on the way in.
public struct EncodedPacket: Sendable {
    /// Pictures or sound.
    public let mediaType: MediaType
    /// The codec's bytes.
    public let data: [UInt8]
    /// When it is shown or heard.
    public let presentationTime: MediaTime
    /// When it must be decoded; never later than it is shown, and strictly increasing within a track.
    public let decodeTime: MediaTime
    /// How long it lasts.
    ///
    /// A picture's duration is provisional: what counts is the next one's time.
    public let duration: Duration
    /// Whether decoding can begin here.
    public let isKeyframe: Bool

    /// Creates a packet.
    public init(
        mediaType: MediaType,
        data: [UInt8],
        presentationTime: MediaTime,
        decodeTime: MediaTime,
        duration: Duration,
        isKeyframe: Bool
    ) {
        self.mediaType = mediaType
        self.data = data
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime
        self.duration = duration
        self.isKeyframe = isKeyframe
    }
}
