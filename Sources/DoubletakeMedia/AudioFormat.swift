/// How sound is represented between the sources and the encoders: 32-bit float samples, channels in turn.
public struct AudioFormat: Hashable, Sendable {
    /// Samples a second, for each channel.
    public let sampleRate: Int
    /// Channels.
    public let channelCount: Int

    /// The rates that sound servers and codecs know.
    public static let sampleRates = 1_000...768_000
    /// The most channels that a sound server carries.
    public static let channelCounts = 1...32

    /// Creates a format; both numbers are within the ranges above.
    public init(sampleRate: Int, channelCount: Int) {
        precondition(Self.sampleRates.contains(sampleRate), "\(sampleRate) Hz is no sample rate")
        precondition(Self.channelCounts.contains(channelCount), "\(channelCount) is no number of channels")
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// The unit in which this sound's time is counted: one tick a sample.
    public var timeBase: TimeBase {
        TimeBase(ticksPerSecond: Int64(sampleRate))
    }

    /// How many samples (of each channel) `duration` has, to the nearest.
    public func sampleCount(in duration: Duration) -> Int {
        Int(timeBase.ticks(in: duration))
    }

    /// How long `sampleCount` samples (of each channel) last, to the nearest nanosecond.
    public func duration(ofSamples sampleCount: Int) -> Duration {
        timeBase.duration(ofTicks: Int64(sampleCount))
    }
}
