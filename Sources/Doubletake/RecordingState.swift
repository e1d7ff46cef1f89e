/// Where a recorder is on its way.
public enum RecordingState: String, Sendable {
    /// Nothing is open.
    case idle
    /// Devices are being opened, or a file is being made.
    case starting
    /// Devices deliver; nothing is recorded.
    case armed
    /// A film is being recorded.
    case recording
    /// A film is being recorded, and nothing goes into it until it is resumed.
    case paused
    /// The film is being finished.
    case stopping
}
