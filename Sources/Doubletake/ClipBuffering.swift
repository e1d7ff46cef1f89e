public import DoubletakeMedia
public import DoubletakeWriting

/// How the newest part of what is captured is kept in memory, encoded.
public struct ClipBuffering: Hashable, Sendable {
    /// What is kept unless something else is wanted: as much as ReplayKit keeps.
    public static let standardDuration = Duration.seconds(15)

    /// How many bytes it takes at most unless something else is wanted: half a minute at 130 Mbit/s, or an hour of a screen
    /// with text.
    ///
    /// Fewer, and a game at a high rate is kept for a shorter time than was asked for; more, and a small machine swaps.
    public static let standardByteLimit = 512_000_000

    /// How long what is kept may be asked for; from one second to a day.
    public var duration: Duration
    /// How many bytes it may take, whatever the bit rate: of what would take more the newest is kept.
    public var byteLimit: Int
    /// What kind of film it is kept for: its usual codecs are taken.
    public var container: ContainerFormat

    /// Creates a description.
    public init(
        duration: Duration = standardDuration,
        byteLimit: Int = standardByteLimit,
        container: ContainerFormat = .mp4
    ) {
        self.duration = duration
        self.byteLimit = byteLimit
        self.container = container
    }
}

/// What is in a file of what was before the first instant of its clip, or of its film.
public enum ClipStart: Hashable, Sendable {
    /// What is needed to decode its beginning, at most a second; it is not shown.
    case edited
    /// Nothing: its first pictures are encoded anew.
    case exact
}

/// How much is kept in memory.
public struct ClipBufferStatus: Hashable, Sendable {
    /// How long what is kept is, up to what was asked for.
    public let duration: Duration
    /// How many bytes it takes.
    public let byteCount: Int
    /// How many bytes it takes at most.
    public let byteLimit: Int
}

/// A clip that was made of what was kept.
public struct ExportedClip: Hashable, Sendable {
    /// Where it is.
    public let file: String
    /// Its first instant.
    public let start: MediaTime
    /// How long it is.
    public let duration: Duration
    /// Its size in bytes.
    public let byteCount: Int64
}
