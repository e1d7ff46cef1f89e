/// How large a film and its files may become, and how much room stays free on its disk.
public struct RecordingLimits: Hashable, Sendable {
    /// How much room must stay free on the disk.
    public enum FreeSpace: Hashable, Sendable {
        /// 200 MB, or what a minute of the film takes if that is more; but no more than a tenth of the disk.
        case standard
        /// So many bytes.
        case bytes(Int64)
    }

    /// When a film goes on in a file of its own.
    public enum Split: Hashable, Sendable {
        /// Each time that it has become so much longer.
        case time(Duration)
        /// Each time that its file has become about so many bytes long.
        case size(Int64)
    }

    /// How much room must stay free on the disk: a film that would take it is ended.
    public var minimumFreeSpace = FreeSpace.standard
    /// How many bytes the film may have, all its parts together; nil for as many as there is room for.
    public var maximumByteCount: Int64?
    /// When it goes on in the next part; nil for a film in one file.
    public var split: Split?
    /// Folders for a film whose own one was removed while it was recorded, the best first.
    public var refuges: [String] = []

    /// Creates limits: the usual room stays free, and that is all.
    public init() {}
}
