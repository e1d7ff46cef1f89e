public import DoubletakeMedia

/// What a recording has taken, repeated, filled and lost until now.
///
/// Nothing is lost without being counted here.
public struct RecordingStatistics: Hashable, Sendable {
    /// Pictures in the film.
    public var frames = 0
    /// Of these, pictures that were repeated because nothing had changed.
    public var framesRepeated = 0
    /// Changes that a later one replaced, because it came within half a frame interval.
    public var framesReplaced = 0
    /// Pictures that were lost because the machine was too slow.
    public var framesDropped = 0
    /// Pictures that are missing in the cameras' own files because the machine was too slow, or that a camera lost.
    public var cameraFramesDropped = 0
    /// Samples of silence in the place of sound that never came, of all tracks.
    public var samplesFilled = 0
    /// Samples that came too late for their place, of all tracks.
    public var samplesDropped = 0
    /// Markers that were wanted and are not in the film, such as those that are later than its end.
    public var markersDropped = 0
    /// How often it was paused.
    public var pauses = 0
    /// How long all its pauses were, the present one until now.
    public var pausedDuration = Duration.zero
    /// How many bytes of memory the newest packets take that are kept for clips; at most what `ClipBuffering` says.
    public var bufferedByteCount = 0
    /// How long what is kept so is.
    public var bufferedDuration = Duration.zero
    /// How each source of sound has fared, in the order of the tracks.
    public var sounds: [SoundStatistics] = []

    /// Creates statistics of nothing.
    public init() {}
}

extension RecordingStatistics {
    /// What both counts have together.
    static func + (one: RecordingStatistics, other: RecordingStatistics) -> RecordingStatistics {
        combine(one, other) {
            $0 + $1
        } durations: {
            $0 + $1
        }
    }

    /// What `later` has counted since `earlier`.
    static func - (later: RecordingStatistics, earlier: RecordingStatistics) -> RecordingStatistics {
        combine(later, earlier) {
            $0 - $1
        } durations: {
            $0 - $1
        }
    }

    /// What was counted since `before`, with how each device has fared until now.
    func since(_ before: RecordingStatistics) -> RecordingStatistics {
        var result = self - before
        result.sounds = zip(sounds, before.sounds).map { $0.since($1) }
        return result
    }

    private static func combine(
        _ one: RecordingStatistics,
        _ other: RecordingStatistics,
        counts: (Int, Int) -> Int,
        durations: (Duration, Duration) -> Duration
    ) -> RecordingStatistics {
        var result = RecordingStatistics()
        let fields: [WritableKeyPath<RecordingStatistics, Int>] = [
            \.frames, \.framesRepeated, \.framesReplaced, \.framesDropped, \.samplesFilled, \.samplesDropped, \.pauses,
            \.markersDropped, \.cameraFramesDropped,
        ]
        for field in fields { result[keyPath: field] = counts(one[keyPath: field], other[keyPath: field]) }
        result.pausedDuration = durations(one.pausedDuration, other.pausedDuration)
        return result
    }
}

/// What the track of a source of sound has filled, lost and corrected until now; samples are those of each channel.
public struct SoundStatistics: Hashable, Sendable {
    /// Which source it is.
    public let source: SampleBufferSource
    /// By how many millionths the device's clock is slow (positive) or fast; nil when that can't be told.
    public var driftInPartsPerMillion: Double?
    /// The most by which the sound was made longer or shorter so that it follows our clock, in millionths.
    public var largestCorrectionInPartsPerMillion = 0.0
    /// Samples of silence in the place of sound that never came.
    public var samplesFilled = 0
    /// Samples that came too late for their place.
    public var samplesDropped = 0
    /// Samples whose peaks the device has cut off, those of all channels together.
    public var samplesClipped = 0
    /// How many times there was silence in the place of sound.
    public var gaps = 0

    /// Creates statistics of nothing.
    public init(source: SampleBufferSource) {
        self.source = source
    }

    /// What the sound is.
    public var type: SampleBufferType { source.type }

    /// What was counted since `before`, with how the device has fared until now.
    func since(_ before: SoundStatistics) -> SoundStatistics {
        var result = self
        result.samplesFilled -= before.samplesFilled
        result.samplesDropped -= before.samplesDropped
        result.samplesClipped -= before.samplesClipped
        result.gaps -= before.gaps
        return result
    }
}
