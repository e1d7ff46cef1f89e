/// How much room the disk has that a folder is on.
public struct VolumeSpace: Hashable, Sendable {
    /// How many bytes may still be written by whoever asks.
    public let availableByteCount: Int64
    /// How large the disk is.
    public let totalByteCount: Int64

    /// Creates a value.
    public init(availableByteCount: Int64, totalByteCount: Int64) {
        self.availableByteCount = availableByteCount
        self.totalByteCount = totalByteCount
    }
}
