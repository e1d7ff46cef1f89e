package import DoubletakeMedia

/// How a source's sound is to be, apart from what the device delivers.
package struct SoundShape: Hashable, Sendable {
    /// How much louder, in decibels.
    package var gain = 0.0
    /// How much later than it was heard; negative for earlier.
    package var offset = Duration.zero
    /// What becomes of two channels.
    package var channels = MicrophoneChannels.stereo

    /// Creates the shape that changes nothing.
    package init(gain: Double = 0, offset: Duration = .zero, channels: MicrophoneChannels = .stereo) {
        self.gain = gain
        self.offset = offset
        self.channels = channels
    }
}

/// Gives a source's sound its shape: channels, loudness and time.
///
/// What a gain brings beyond full scale is turned down for a moment (`PeakLimiter`). It is a value without threads.
package struct SoundShaper: Sendable {
    private var channels: ChannelCentring
    private var limiter: PeakLimiter
    private var fader: SoundFader
    /// Whether anything was made louder than it comes; the limiter may have it turned down for a while after.
    private var isLimited: Bool
    private let offset: Duration

    /// Creates a stage for sound of that format.
    package init(_ shape: SoundShape, for format: AudioFormat) {
        channels = ChannelCentring(shape.channels, for: format)
        limiter = PeakLimiter(format: channels.format)
        let factor = SoundVolume(gain: shape.gain).factor
        fader = SoundFader(factor: factor, format: channels.format)
        isLimited = factor > 1
        offset = shape.offset
    }

    /// What comes out.
    package var format: AudioFormat { channels.format }

    /// Whether the next samples may come out louder or quieter than they go in.
    package var changesLoudness: Bool {
        isLimited || !fader.isIdle
    }

    /// Changes how loud it is, from what was heard at an instant on.
    package mutating func change(to volume: SoundVolume, at instant: MediaTime) {
        fader.change(to: volume.factor, at: instant)
        if volume.factor > 1 { isLimited = true }
    }

    /// The source's next buffer in its shape; with nothing to change, the same samples.
    package mutating func shape(_ buffer: AudioBuffer) -> AudioBuffer {
        var samples = channels.apply(to: buffer.samples)
        if !fader.isIdle { fader.apply(to: &samples, at: buffer.time) }
        if isLimited { limiter.limit(&samples) }
        return AudioBuffer(format: format, time: buffer.time + offset, samples: samples)
    }
}
