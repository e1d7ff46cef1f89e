public import DoubletakeCapture
public import DoubletakeComposition
public import DoubletakeMedia

/// How loud a source of sound is.
public struct SoundLevel: Hashable, Sendable {
    /// The source.
    public let device: CaptureDevice
    /// Which source of the recording it is.
    public let source: SampleBufferSource
    /// What its track is called.
    public let track: String
    /// Its loudest moment since the last report; nil when nothing came.
    public let level: AudioLevel?
    /// How loud it is made in the film.
    public var volume = SoundVolume()

    /// What its sound is.
    public var type: SampleBufferType { source.type }
}
