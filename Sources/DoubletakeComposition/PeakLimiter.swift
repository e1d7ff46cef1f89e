import DoubletakeMedia

/// Keeps sound within full scale, and changes nothing that is within it.
///
/// Where a sample is beyond full scale, all channels are turned down at once so that it just reaches it, and then come
/// back slowly: what is loud keeps its shape, where cutting off its peaks would make it harsh. It needs no samples in
/// advance and so delays nothing.
struct PeakLimiter: Sendable {
    /// How long it takes until two thirds of what was turned down are back.
    ///
    /// Shorter, and low tones are bent between their own peaks; longer, and one bang makes what follows quiet.
    private static let releaseTime = 0.2

    /// Below it nothing counts as missing: it is a thousandth of a decibel.
    private static let leastReduction: Float = 0.000_1

    private let channelCount: Int
    /// How much of the reduction is left after a sample.
    private let decay: Float
    /// How much less than whole the volume is; as a number of its own it gets small without getting stuck at a rounding.
    private var reduction: Float = 0

    /// Creates a limiter.
    init(format: AudioFormat) {
        channelCount = format.channelCount
        decay = Float(1 - 1 / (Self.releaseTime * Double(format.sampleRate)))
    }

    /// Limits the next samples.
    mutating func limit(_ samples: inout [Float]) {
        var reduction = reduction
        var values = samples.mutableSpan
        var first = 0
        while first < values.count {
            let end = first + channelCount
            var peak: Float = 0
            for index in first..<end {
                let magnitude = values[index].magnitude
                if magnitude > peak { peak = magnitude }
            }
            if reduction > 0 {
                reduction *= decay
                if reduction < Self.leastReduction { reduction = 0 }
            }
            if peak * (1 - reduction) > 1 { reduction = 1 - 1 / peak }
            if reduction > 0 {
                let gain = 1 - reduction
                // Rounded, a peak may be a hair above.
                for index in first..<end { values[index] = min(max(values[index] * gain, -1), 1) }
            }
            first = end
        }
        self.reduction = reduction
    }
}
