/// Hands out a microphone's sound, sample for sample as it comes.
///
/// Its buffers have the microphone's rate and channels, and their times are those at which it was heard. Some two seconds
/// of it wait for a delegate that is busy.
public final class CaptureAudioDataOutput: CaptureDataOutput {
    /// Where the session puts the sound.
    public let channel: CaptureOutputChannel

    /// Makes an output without a delegate.
    public init() {
        channel = CaptureOutputChannel(mediaType: .audio)
    }
}
