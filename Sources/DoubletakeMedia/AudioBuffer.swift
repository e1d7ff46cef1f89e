/// A run of sound at an instant.
public struct AudioBuffer: Sendable {
    /// Rate and channels.
    public let format: AudioFormat
    /// When the first sample sounds.
    public let time: MediaTime
    /// The samples from -1 to 1, channels in turn: `sampleCount * channelCount` numbers.
    public let samples: [Float]

    /// Creates a buffer; `samples` has a whole number of samples for every channel.
    public init(format: AudioFormat, time: MediaTime, samples: [Float]) {
        precondition(samples.count.isMultiple(of: format.channelCount), "every channel has the same number of samples")
        self.format = format
        self.time = time
        self.samples = samples
    }

    /// Creates silence.
    public init(silence sampleCount: Int, format: AudioFormat, time: MediaTime) {
        self.init(
            format: format,
            time: time,
            samples: [Float](repeating: 0, count: sampleCount * format.channelCount)
        )
    }

    /// Samples of each channel.
    public var sampleCount: Int {
        samples.count / format.channelCount
    }

    /// How long it lasts.
    public var duration: Duration {
        format.duration(ofSamples: sampleCount)
    }

    /// The instant after the last sample.
    public var endTime: MediaTime {
        time + duration
    }

    /// The buffer without its first `count` samples (of each channel); its time moves along.
    public func dropping(first count: Int) -> AudioBuffer {
        let count = min(max(count, 0), sampleCount)
        return AudioBuffer(
            format: format,
            time: time + format.duration(ofSamples: count),
            samples: Array(samples.dropFirst(count * format.channelCount))
        )
    }

    /// The first `count` samples (of each channel).
    public func prefix(_ count: Int) -> AudioBuffer {
        AudioBuffer(
            format: format,
            time: time,
            samples: Array(samples.prefix(min(max(count, 0), sampleCount) * format.channelCount))
        )
    }
}
