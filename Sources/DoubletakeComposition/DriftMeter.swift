package import DoubletakeMedia

/// Tells how fast a device's clock runs against ours, and where its next sample belongs, from the times of its buffers
/// and the samples in them.
///
/// It is a line through the differences between both, by least squares, in which what is long ago counts less and less:
/// so the jitter of single times doesn't matter, and a crystal that gets warm is followed.
package struct DriftMeter {
    /// How a buffer continues what came before.
    package enum Arrival {
        /// It follows: what its time differs by is jitter, or drift.
        case following
        /// It follows, and yet the device's clock has stepped a little: the line begins anew, the run goes on.
        case stepping
        /// It is elsewhere: samples are missing, or the device's clock has jumped. A new run begins with it.
        case apart
    }

    /// How long sound has to come without a jump before the slope says anything.
    ///
    /// Shorter, and jitter of a few milliseconds is taken for hundreds of millionths; longer, and short films have no
    /// answer.
    package static let shortestRun = Duration.seconds(10)

    /// How far a buffer's time may be from where the line says it belongs: further, and it begins a new run.
    ///
    /// Smaller, and a stamp that a busy machine has taken late cuts the sound; larger, and sound that is missing for so
    /// long shifts what comes after it.
    package static let jumpTolerance = Duration.milliseconds(50)

    /// How far it may be and still be taken for jitter.
    ///
    /// Smaller, and the jitter of stamps begins the line anew all the time; larger, and the line takes a minute to
    /// believe in a step of that size.
    package static let jitterTolerance = Duration.milliseconds(15)

    /// After how long a difference counts a third of what it did, in seconds.
    ///
    /// Shorter, and the offsets of a `DeviceClock`, which stand still for ten seconds and then step, make the line sway;
    /// longer, and a drift that changes is followed so much later.
    private static let memory = 100.0

    /// What the line's slope is pulled towards nothing by, in square seconds.
    ///
    /// Smaller, and the jitter of the first two buffers gives a slope that no third one can follow; larger, and a device
    /// whose rate is wholly wrong is said to jump before its slope is known. After half a second it has no effect.
    private static let firmness = 0.002

    /// How many seconds long a line must be for its slope to be half worth.
    ///
    /// Shorter, and a busy machine that stamps the first buffers late puts sound off its place; longer, and a device that
    /// drifts a lot gets farther off before it is followed.
    private static let halfWorth = 15.0

    private struct Run {
        let start: MediaTime
        var sampleCount = 0
        /// How many samples had come when the line began.
        var lineStart = 0
        /// Seconds of the device's time between the run's beginning and the newest buffer's.
        var newest = 0.0
        /// A buffer that was too far off to be jitter, and may be a mistake or the first one after a step.
        var doubtful: (time: Double, lateness: Double, error: Double)?
        /// Sums over all buffers, each weighted by its age; times are seconds before the newest buffer.
        var weight = 0.0
        var timeSum = 0.0
        var timeSquareSum = 0.0
        var latenessSum = 0.0
        var productSum = 0.0

        mutating func take(lateness: Double, at time: Double) {
            let step = time - newest
            let rest = 1 / (1 + step / DriftMeter.memory)
            productSum = rest * (productSum - step * latenessSum)
            timeSquareSum = rest * (timeSquareSum - 2 * step * timeSum + step * step * weight)
            timeSum = rest * (timeSum - step * weight)
            latenessSum = rest * latenessSum + lateness
            weight = rest * weight + 1
            newest = time
            doubtful = nil
        }

        /// Forgets all buffers but that one.
        mutating func beginLine(at time: Double, lateness: Double) {
            lineStart = sampleCount
            newest = time
            (weight, timeSum, timeSquareSum, latenessSum, productSum) = (1, 0, 0, lateness, 0)
        }

        var slope: Double {
            let spread = timeSquareSum - timeSum * timeSum / weight
            return (productSum - timeSum * latenessSum / weight) / (spread + DriftMeter.firmness)
        }

        func lateness(at time: Double) -> Double {
            latenessSum / weight + slope * (time - newest - timeSum / weight)
        }
    }

    private let sampleRate: Double
    private var run: Run?

    /// Creates a meter that has seen nothing.
    ///
    /// - Parameter sampleRate: how many samples the device is said to deliver a second.
    package init(sampleRate: Int) {
        self.sampleRate = Double(sampleRate)
    }

    /// By how many millionths the device's clock is slow (positive) or fast; nil until enough has come without a jump.
    package var partsPerMillion: Double? {
        slope.map { $0 * 1e6 }
    }

    /// By what part of itself a second of the device is longer than one of ours; nil until enough has come.
    var slope: Double? {
        slope(ofRunsFrom: Self.shortestRun)
    }

    /// The slope when it comes from a run of that length; nil from a shorter one.
    func slope(ofRunsFrom shortest: Duration) -> Double? {
        guard let run else { return nil }
        let length = Double(run.sampleCount - run.lineStart) / sampleRate
        return length >= shortest.inSeconds ? run.slope : nil
    }

    /// How much the slope is worth, from 0 to 1: what the first buffers are off by turns a short line, and the turn
    /// vanishes with its length.
    var confidence: Double {
        guard let run else { return 0 }
        let length = Double(run.sampleCount - run.lineStart) / sampleRate
        let (own, half) = (length * length * length, Self.halfWorth * Self.halfWorth * Self.halfWorth)
        return own / (own + half)
    }

    /// When a sample of the run sounds, in seconds after the run's beginning; samples have fractions here.
    func time(ofSample number: Double) -> Double {
        let time = number / sampleRate
        return time + (run?.lateness(at: time) ?? 0)
    }

    /// Takes the device's next buffer.
    @discardableResult
    package mutating func take(_ buffer: AudioBuffer) -> Arrival {
        let arrival = place(buffer)
        run?.sampleCount += buffer.sampleCount
        return arrival
    }

    private mutating func place(_ buffer: AudioBuffer) -> Arrival {
        guard let run else { return begin(with: buffer) }
        let time = Double(run.sampleCount) / sampleRate
        let lateness = (buffer.time - run.start).inSeconds - time
        let error = lateness - run.lateness(at: time)
        if error.magnitude > Self.jumpTolerance.inSeconds { return begin(with: buffer) }
        if error.magnitude <= Self.jitterTolerance.inSeconds {
            self.run?.take(lateness: lateness, at: time)
            return .following
        }
        // One is a mistake, two on the same side are a step.
        guard let doubtful = run.doubtful, (doubtful.error < 0) == (error < 0) else {
            self.run?.doubtful = (time, lateness, error)
            return .following
        }
        self.run?.beginLine(at: doubtful.time, lateness: doubtful.lateness)
        self.run?.take(lateness: lateness, at: time)
        return .stepping
    }

    private mutating func begin(with buffer: AudioBuffer) -> Arrival {
        run = Run(start: buffer.time)
        run?.take(lateness: 0, at: 0)
        return .apart
    }
}
