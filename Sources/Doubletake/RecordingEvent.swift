public import DoubletakeMedia

/// A recording that has begun.
public struct StartedRecording: Sendable {
    /// One of its tracks.
    public struct Track: Hashable, Sendable {
        /// Its name, as players show it.
        public let name: String
        /// The codec's name.
        public let codec: String
    }

    /// The name that the film will have, unless it is taken by then.
    public let file: String
    /// Where it is while it is recorded.
    public let partFile: String
    /// The size that is shown.
    public let displaySize: PixelSize
    /// The size that is encoded: the next even one.
    public let codedSize: PixelSize
    /// The most pictures a second.
    public let frameRate: FrameRate
    /// The tracks in the order in which the file has them.
    public let tracks: [Track]
    /// The instant of the film's beginning.
    public let start: MediaTime
}

/// A recording that was finished.
public struct FinishedRecording: Sendable {
    /// Where the film is.
    public let file: String
    /// How long it is.
    public let duration: Duration
    /// Its size in bytes.
    public let byteCount: Int64
    /// What it took, repeated, filled and lost.
    public let statistics: RecordingStatistics
}

/// What happens while a recorder is in use.
public enum RecordingEvent: HubEvent {
    /// Recording has begun.
    case started(StartedRecording)
    /// How it stands, once a second.
    case status(elapsed: Duration, RecordingStatistics)
    /// Something is not as it should be; the recording goes on.
    case warning(RecordingWarning)
    /// The film is complete.
    case finished(FinishedRecording)
    /// The recording could not begin, or ended by itself; what was recorded is kept where it can be.
    case failed(RecordingError)

    /// Only the newest status matters.
    public var replaceableKind: String? {
        if case .status = self { "status" } else { nil }
    }
}

extension RecordingEvent {
    /// How a recording ended.
    init(_ result: Result<FinishedRecording, RecordingError>) {
        self =
            switch result {
            case .success(let finished): .finished(finished)
            case .failure(let error): .failed(error)
            }
    }
}
