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
    private let factor: Float
    private let offset: Duration

    /// Creates a stage for sound of that format.
    package init(_ shape: SoundShape, for format: AudioFormat) {
        channels = ChannelCentring(shape.channels, for: format)
        limiter = PeakLimiter(format: channels.format)
        factor = AudioLevel.factor(ofDecibels: shape.gain)
        offset = shape.offset
    }

    /// What comes out.
    package var format: AudioFormat { channels.format }

    /// The source's next buffer in its shape; with nothing to change, the same samples.
    package mutating func shape(_ buffer: AudioBuffer) -> AudioBuffer {
        var samples = channels.apply(to: buffer.samples)
        if factor != 1 {
            var values = samples.mutableSpan
            for index in values.indices { values[index] *= factor }
            if factor > 1 { limiter.limit(&samples) }
        }
        return AudioBuffer(format: format, time: buffer.time + offset, samples: samples)
    }
}
