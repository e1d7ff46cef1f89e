package import DoubletakeMedia

/// Tells how fast a device's clock runs against ours, from the times of its buffers and the samples in them.
///
/// It is the slope of a line through the differences between both, by least squares, so that the jitter of single times
/// doesn't matter.
package struct DriftMeter {
    /// How long sound has to come without a gap before the slope says anything.
    ///
    /// Shorter, and jitter of a few milliseconds is taken for hundreds of millionths; longer, and short films have no
    /// answer.
    package static let shortestRun = Duration.seconds(10)

    /// How far a buffer may be from the end of the one before: further, and it begins a new run.
    private static let gapTolerance = Duration.milliseconds(100)

    private struct Run {
        let start: MediaTime
        let format: AudioFormat
        var sampleCount = 0
        var count = 0.0
        var timeSum = 0.0
        var differenceSum = 0.0
        var timeSquareSum = 0.0
        var productSum = 0.0

        var end: MediaTime { start + format.duration(ofSamples: sampleCount) }

        mutating func take(_ buffer: AudioBuffer) {
            let time = (buffer.time - start).inSeconds
            let difference = (buffer.time - end).inSeconds
            count += 1
            timeSum += time
            differenceSum += difference
            timeSquareSum += time * time
            productSum += time * difference
            sampleCount += buffer.sampleCount
        }

        var slope: Double? {
            let spread = count * timeSquareSum - timeSum * timeSum
            return spread > 0 ? (count * productSum - timeSum * differenceSum) / spread : nil
        }
    }

    private var run: Run?

    /// Creates a meter that has seen nothing.
    package init() {}

    /// By how many millionths the device's clock is slow (positive) or fast; nil until enough has come without a gap.
    package var partsPerMillion: Double? {
        guard let run, run.end - run.start >= Self.shortestRun else { return nil }
        return run.slope.map { $0 * 1e6 }
    }

    /// Takes the device's next buffer.
    package mutating func take(_ buffer: AudioBuffer) {
        if let run, abs((buffer.time - run.end).inSeconds) > Self.gapTolerance.inSeconds { self.run = nil }
        if run == nil { run = Run(start: buffer.time, format: buffer.format) }
        run?.take(buffer)
    }
}
