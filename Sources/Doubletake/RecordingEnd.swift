/// Why a film that is complete has ended.
public enum RecordingEnd: Hashable, Sendable {
    /// It was told to.
    case requested
    /// The window that it shows was closed.
    case windowClosed
    /// It has as many bytes as it may have.
    case maximumSize
    /// The disk has no more room than must stay free.
    case lowDisk
    /// Its file can't grow any further where it is.
    case largestFile
}
