/// Cuts sound that comes in buffers of any length into frames of one length.
struct SamplePacker {
    /// The largest value that counts as sound: 60 dB over full scale.
    ///
    /// The encoder refuses what is far beyond, or no
    /// number at all, and with it the rest of the recording; such a sample becomes silence.
    private static let largestSample: Float = 1_000

    private let frameValueCount: Int
    private var waiting: [Float] = []
    private var start = 0

    /// Creates a packer of sound with that many channels in turn.
    init(channelCount: Int, frameSampleCount: Int) {
        precondition(channelCount >= 1 && frameSampleCount >= 1, "a frame has samples")
        frameValueCount = channelCount * frameSampleCount
    }

    /// Adds sound at the end.
    mutating func append(_ samples: [Float]) {
        // What was taken is dropped here and not in `nextFrame`, so that a long buffer is moved once, not once a frame.
        waiting.removeFirst(start)
        start = 0
        waiting += samples.lazy.map { $0.magnitude <= Self.largestSample ? $0 : 0 }
    }

    /// The next whole frame; nil when there is less.
    mutating func nextFrame() -> [Float]? {
        guard waiting.count - start >= frameValueCount else { return nil }
        defer { start += frameValueCount }
        return Array(waiting[start..<start + frameValueCount])
    }

    /// What is left: less than a frame.
    mutating func takeRest() -> [Float] {
        defer {
            waiting = []
            start = 0
        }
        return Array(waiting[start...])
    }
}
