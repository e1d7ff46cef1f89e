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
    /// Samples of silence in the place of sound that never came, of all tracks.
    public var samplesFilled = 0
    /// Samples that came too late for their place, of all tracks.
    public var samplesDropped = 0
    /// Markers that were wanted and are not in the film, such as those that are later than its end.
    public var markersDropped = 0

    /// Creates statistics of nothing.
    public init() {}
}
