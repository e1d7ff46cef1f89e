import DoubletakeMedia

/// Makes sound louder and quieter in the middle of it, each time from a given instant on.
///
/// A step in the volume is a click. So it moves over a short ramp, which begins with the first sample of that instant,
/// or with the next one where that has gone already. It is a value without threads.
struct SoundFader: Sendable {
    /// How long the volume takes to get from one value to the other.
    ///
    /// Shorter, and a change in a low tone is heard as a click; longer, and the first sound of a word that should not be
    /// heard still is.
    static let rampLength = Duration.milliseconds(5)

    private struct Change {
        let instant: MediaTime
        let factor: Float
    }

    private let format: AudioFormat
    private let rampSampleCount: Int
    /// What the last sample was multiplied by.
    private var factor: Float
    private var target: Float
    /// How much is added at each sample of the ramp, and how many of these are left.
    private var step: Float = 0
    private var remainingCount = 0
    private var changes: [Change] = []

    /// Creates a fader that multiplies by that.
    init(factor: Float, format: AudioFormat) {
        self.format = format
        self.factor = factor
        target = factor
        rampSampleCount = max(format.sampleCount(in: Self.rampLength), 1)
    }

    /// Multiplies by that from an instant on.
    mutating func change(to factor: Float, at instant: MediaTime) {
        let place = changes.firstIndex { $0.instant > instant } ?? changes.endIndex
        changes.insert(Change(instant: instant, factor: factor), at: place)
    }

    /// Whether samples of that time or later pass to the bit.
    var isIdle: Bool {
        changes.isEmpty && remainingCount == 0 && factor == 1
    }

    /// Applies the volume to the next samples, the first of which was heard at `time`.
    mutating func apply(to samples: inout [Float], at time: MediaTime) {
        var values = samples.mutableSpan
        let count = values.count / format.channelCount
        var next = 0
        while next < count {
            while let change = changes.first, firstSample(of: change, from: time) <= next {
                begin(changes.removeFirst())
            }
            let end = changes.first.map { min(firstSample(of: $0, from: time), count) } ?? count
            while next < end, remainingCount > 0 {
                remainingCount -= 1
                factor = remainingCount == 0 ? target : factor + step
                multiply(&values, next..<next + 1)
                next += 1
            }
            multiply(&values, next..<end)
            next = end
        }
    }

    private mutating func begin(_ change: Change) {
        target = change.factor
        remainingCount = rampSampleCount
        step = (target - factor) / Float(rampSampleCount)
    }

    /// The number of the first sample that was not heard before a change; it may lie behind all samples.
    private func firstSample(of change: Change, from time: MediaTime) -> Int {
        let distance = change.instant - time
        guard distance > .zero else { return 0 }
        let whole = format.sampleCount(in: distance)
        return format.duration(ofSamples: whole) < distance ? whole + 1 : whole
    }

    private func multiply(_ values: inout MutableSpan<Float>, _ samples: Range<Int>) {
        guard factor != 1 else { return }
        for index in samples.lowerBound * format.channelCount..<samples.upperBound * format.channelCount {
            // What is no number must not be heard either.
            values[index] = factor == 0 ? 0 : values[index] * factor
        }
    }
}
