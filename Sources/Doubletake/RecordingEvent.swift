public import DoubletakeCapture
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

    /// A camera's own film beside it.
    public struct CameraFile: Hashable, Sendable {
        /// The camera.
        public let camera: CaptureDevice
        /// The name that it will have, unless it is taken by then.
        public let file: String
        /// Where it is while it is recorded.
        public let partFile: String
        /// The size that is shown.
        public let displaySize: PixelSize
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
    /// How much of it was before the instant at which it was started.
    public var preroll = Duration.zero
    /// The cameras' own films.
    public var cameraFiles: [CameraFile] = []
}

/// How a recording stands.
public struct RecordingStatus: Sendable {
    /// Whether it records, or is paused.
    public let state: RecordingState
    /// How long the film is.
    public let elapsed: Duration
    /// The file's size in bytes.
    public let byteCount: Int64
    /// What it has taken, repeated, filled and lost.
    public let statistics: RecordingStatistics
    /// How loud each source of sound has been since the last status.
    public let levels: [SoundLevel]
}

/// A marker in a film that is being recorded.
public struct RecordedMarker: Hashable, Sendable {
    /// When it is, counted from the film's beginning.
    public let time: Duration
    /// What it is called, as players show it.
    public let name: String

    /// Creates a marker.
    package init(time: Duration, name: String) {
        self.time = time
        self.name = name
    }
}

/// The beginning or the end of a pause.
public struct RecordingPause: Hashable, Sendable {
    /// When it began, or ended.
    public let instant: MediaTime
    /// How long the film was by then; nothing of a pause is in it.
    public let elapsed: Duration
}

/// A part in which a film goes on.
public struct StartedPart: Hashable, Sendable {
    /// Where it is while it is recorded.
    public let partFile: String
    /// From when on it shows the film, counted from the film's beginning.
    public let start: Duration
    /// The camera whose own film it is a part of; nil for the film itself.
    public var camera: CaptureDevice?
}

/// A part of a film, or all of it, in a file that is complete.
public struct FinishedPart: Hashable, Sendable {
    /// Where it is.
    public let file: String
    /// From when on it shows the film, counted from the film's beginning.
    public let start: Duration
    /// How long it is.
    public let duration: Duration
    /// Its size in bytes.
    public let byteCount: Int64
    /// The camera whose own film it is a part of; nil for the film itself.
    public var camera: CaptureDevice?
}

/// A recording that was finished.
public struct FinishedRecording: Sendable {
    /// Where the film is, or its first part.
    public let file: String
    /// All its parts, the first one first.
    public let parts: [FinishedPart]
    /// Why it ended.
    public let end: RecordingEnd
    /// How long it is.
    public let duration: Duration
    /// Its size in bytes, that of all parts together.
    public let byteCount: Int64
    /// What it took, repeated, filled and lost.
    public let statistics: RecordingStatistics
    /// How long after the film's first instant its file and encoders were ready.
    public let startLatency: Duration
    /// How long after the film's last instant its file was complete.
    public let stopLatency: Duration
    /// How each sound track's device fared.
    public let sounds: [SoundReport]
    /// The cameras' own films: all parts of the first camera, then of the next.
    public var cameraParts: [FinishedPart] = []
}

/// How the device of a sound track fared.
public struct SoundReport: Hashable, Sendable {
    /// The device.
    public let device: CaptureDevice
    /// What its track is called.
    public let track: String
    /// What its track filled, lost and corrected.
    public let statistics: SoundStatistics

    /// What its sound is.
    public var type: SampleBufferType { statistics.type }
    /// By how many millionths its clock was slow (positive) or fast; nil when that couldn't be told.
    public var driftInPartsPerMillion: Double? { statistics.driftInPartsPerMillion }
}

/// Devices that are open and deliver; nothing is recorded yet.
public struct ArmedRecording: Sendable {
    /// What the picture comes from.
    public let picture: CaptureDevice
    /// The size that is shown.
    public let displaySize: PixelSize
    /// The most pictures a second.
    public let frameRate: FrameRate
    /// The sources of sound, in the order of the tracks.
    public let sounds: [CaptureDevice]
    /// The cameras whose pictures are in the film.
    public var cameras: [CaptureDevice] = []
    /// All that is shown, the one that matters most first.
    public var pictures: [CaptureDevice] = []
}

/// What happens while a recorder is in use.
public enum RecordingEvent: HubEvent {
    /// The devices deliver, and a recording can begin at any instant.
    case armed(ArmedRecording)
    /// How loud the sources are, twenty times a second while the recorder is armed, and while it records as
    /// `RecordingConfiguration.levelMeters` says.
    case levels([SoundLevel])
    /// Recording has begun.
    case started(StartedRecording)
    /// How it stands, once a second.
    case status(RecordingStatus)
    /// Something is not as it should be; the recording goes on.
    case warning(RecordingWarning)
    /// From now on nothing goes into the film.
    case paused(RecordingPause)
    /// The film goes on where it was paused.
    case resumed(RecordingPause)
    /// Nothing was recorded, since the start was taken back or the recorder was cancelled; no file is left.
    case cancelled
    /// A marker was put into the film.
    case marker(RecordedMarker)
    /// The pictures are placed in another way from now on.
    case arranged(PictureArrangement)
    /// Sources are muted, heard again, louder or quieter from now on.
    case sound([SoundSetting])
    /// The film goes on in a new part.
    case split(StartedPart)
    /// A part of the film is complete, and the film goes on in the next.
    case part(FinishedPart)
    /// The film is complete.
    case finished(FinishedRecording)
    /// The recording could not begin, or ended by itself; what was recorded is kept where it can be.
    case failed(RecordingError)

    /// Only the newest status and the newest levels matter.
    public var replaceableKind: String? {
        switch self {
        case .status: "status"
        case .levels: "levels"
        case .armed, .started, .warning, .marker, .paused, .resumed, .arranged, .sound, .split, .part, .cancelled,
            .finished,
            .failed:
            nil
        }
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
