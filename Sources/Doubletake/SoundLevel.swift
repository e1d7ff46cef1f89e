public import DoubletakeCapture
public import DoubletakeMedia

/// How loud a source of sound is.
public struct SoundLevel: Hashable, Sendable {
    /// The source.
    public let device: CaptureDevice
    /// What its sound is.
    public let type: SampleBufferType
    /// Its loudest moment since the last report; nil when nothing came.
    public let level: AudioLevel?
}
