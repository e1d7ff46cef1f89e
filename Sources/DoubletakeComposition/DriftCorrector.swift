package import DoubletakeMedia

/// Lets a device's sound follow our clock: it makes it longer or shorter by what the device's own clock is wrong by.
///
/// A crystal that is wrong by 100 millionths is a third of a second off after an hour. The sound of such a device goes
/// through a resampler whose rate follows slowly, so that nobody hears it, and never steps. A device that is right, as
/// most monitors of a sink are, needs none: its samples pass through as they are. The resampler is put into the road
/// only when a device is `tolerance` off; it begins at a stretch of nothing, with the samples from before, so the sound
/// goes on where it was.
///
/// What comes out is a run of sound at the device's nominal rate, on our clock, without a seam. Where the device's
/// sound jumps, a new run begins at its own time, and whoever places it fills the gap. A device whose rate is wholly
/// another one than it says (44,100 instead of 48,000) is resampled from the rate that it has.
///
/// It is a value without threads or a clock of its own: it knows the time from the buffers' stamps.
package struct DriftCorrector {
    /// Makes a resampler to a format, from another rate.
    package typealias ResamplerMaker =
        @Sendable (_ format: AudioFormat, _ deliveryRate: Int) throws(SoundConversionError) -> any VariableRateResampler

    /// What happened to the device's sound.
    package enum Event: Equatable, Sendable {
        /// It delivers so many samples a second and not as many as it says.
        case otherRate(Int)
        /// It can't be corrected, and is placed anew whenever it is too far off.
        case failed(SoundConversionError)
    }

    /// What the sound is for now.
    package enum Use: Sendable {
        /// For a film, so it must not have a seam.
        case film
        /// For nothing that is heard yet: it is put where it belongs at once.
        case waiting
    }

    /// The most that sound is made longer or shorter by.
    ///
    /// Larger, and people with good ears hear that it is out of tune: the smallest step that they hear is 0.3 %. Smaller,
    /// and what is far off takes minutes to come back.
    package static let largestStretch = 0.005

    /// How far sound may be from its place before a resampler is used.
    ///
    /// Smaller, and the jitter of the first stamps puts one into the road of devices that need none; larger, and sound is
    /// off by so much, for as long as it takes a drift to get there, without anybody doing something.
    package static let tolerance = Duration.milliseconds(3)

    /// Within how many seconds what is left of an error is corrected.
    ///
    /// Smaller, and the jitter of stamps is heard as a wavering pitch; larger, and sound stays off longer.
    private static let settlingTime = 20.0

    /// How much the stretch changes in a second when it is nearly right, and from how far away it changes faster.
    ///
    /// Larger and smaller, and a pure tone audibly glides; smaller and larger, and a device that is far off gets farther
    /// off while the stretch is on its way.
    private static let gentleSlew = 15e-6
    private static let farStretch = 500e-6

    /// How many samples from before a resampler begins it is given: more than its filter is long.
    private static let runUp = 256

    /// From how long a run on a drift is certain.
    ///
    /// Shorter, and a busy machine that stamps the first buffers ten milliseconds late is taken for a device that is
    /// wrong by hundreds of millionths; longer, and a broken device is named so much later.
    private static let certainRun = Duration.seconds(60)

    /// The rates that devices have; one that is near one of them has it.
    private static let usualRates = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000, 176_400,
        192_000, 352_800, 384_000, 768_000,
    ]

    /// Sound without a seam.
    private struct Run {
        /// When the first sample that came in sounds.
        let start: MediaTime
        var receivedCount = 0
        /// The newest samples that came in.
        var recent: [Float] = []
        /// Where the samples that go out are counted from.
        var outputStart: MediaTime
        var deliveredCount = 0
        var resampler: (any VariableRateResampler)?
        /// How many of the samples that come out of the resampler were delivered before there was one.
        var repeatedCount = 0
        var stretch = 0.0
    }

    private let format: AudioFormat
    private let makeResampler: ResamplerMaker
    /// How many samples the device delivers a second.
    private var deliveryRate: Int
    private var meter: DriftMeter
    private var run: Run?
    /// The last that was known of the drift, by what part of itself a second of the device is longer than ours.
    private var knownDrift: Double?
    /// What was known of it when the meter's line began.
    private var earlierDrift = 0.0
    private var hasFailed = false
    private var events: [Event] = []
    /// The largest stretch since `forgetLargestStretch()`, in millionths, without its sign.
    package private(set) var largestCorrectionInPartsPerMillion = 0.0

    /// Creates a corrector for a device that says that it has that format.
    package init(format: AudioFormat, makeResampler: @escaping ResamplerMaker) {
        self.format = format
        self.makeResampler = makeResampler
        deliveryRate = format.sampleRate
        meter = DriftMeter(sampleRate: format.sampleRate)
    }

    /// By how many millionths the device's clock is slow (positive) or fast; nil until enough has come without a jump.
    package var partsPerMillion: Double? {
        meter.slope.map(partsPerMillion)
    }

    /// The same when it is certain enough to complain of the device; nil until then.
    package var certainPartsPerMillion: Double? {
        meter.slope(ofRunsFrom: Self.certainRun).map(partsPerMillion)
    }

    private func partsPerMillion(_ slope: Double) -> Double {
        ((1 + slope) * Double(format.sampleRate) / Double(deliveryRate) - 1) * 1e6
    }

    /// Whether the sound goes through a resampler.
    package var isResampling: Bool {
        run?.resampler != nil
    }

    /// What has happened since this was last called.
    package mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// Begins to look for the largest correction anew, as when a film begins.
    package mutating func forgetLargestCorrection() {
        largestCorrectionInPartsPerMillion = 0
    }

    /// Takes the device's next buffer.
    ///
    /// - Returns: what can be said by now; often one buffer, or none.
    package mutating func correct(_ buffer: AudioBuffer, for use: Use) -> [AudioBuffer] {
        precondition(buffer.format == format, "a device keeps its format")
        if buffer.samples.isEmpty { return [] }
        var corrected: [AudioBuffer] = []
        let arrival = meter.take(buffer)
        if arrival != .following { earlierDrift = knownDrift ?? 0 }
        do throws(SoundConversionError) {
            if run == nil || arrival == .apart {
                corrected += try endRun()
                try beginRun(at: buffer.time)
            }
            corrected += try pass(buffer.samples)
            // Where a step has led isn't known before the next buffer.
            if arrival != .stepping { corrected += try steer(after: buffer.duration, for: use) }
        } catch {
            // From here on the samples go out as they are. Those that the resampler held back are lost.
            hasFailed = true
            run?.resampler = nil
            run?.repeatedCount = 0
            events.append(.failed(error))
        }
        return corrected
    }

    private mutating func endRun() throws(SoundConversionError) -> [AudioBuffer] {
        guard let resampler = run?.resampler else { return [] }
        return deliver(try resampler.finish())
    }

    private mutating func beginRun(at time: MediaTime) throws(SoundConversionError) {
        run = Run(start: time, outputStart: time)
        let drift = knownDrift ?? 0
        if deliveryRate != format.sampleRate || drift.magnitude > Self.farStretch { try engage() }
        if isResampling { setStretch(Self.limited(drift)) }
    }

    private mutating func pass(_ samples: [Float]) throws(SoundConversionError) -> [AudioBuffer] {
        run?.receivedCount += samples.count / format.channelCount
        let runUp = Self.runUp * format.channelCount
        let before = samples.count >= runUp ? [] : run?.recent ?? []
        run?.recent = Array((before + samples).suffix(runUp))
        guard let run, let resampler = run.resampler else { return deliver(samples) }
        try resampler.stretch(by: run.stretch)
        return deliver(try resampler.convert(samples))
    }

    /// Gives samples their place behind those before.
    private mutating func deliver(_ samples: [Float]) -> [AudioBuffer] {
        guard let current = run else { return [] }
        let repeated = min(current.repeatedCount, samples.count / format.channelCount)
        run?.repeatedCount -= repeated
        let new = repeated > 0 ? Array(samples.dropFirst(repeated * format.channelCount)) : samples
        if new.isEmpty { return [] }
        let time = current.outputStart + format.duration(ofSamples: current.deliveredCount)
        run?.deliveredCount += new.count / format.channelCount
        return [AudioBuffer(format: format, time: time, samples: new)]
    }
}

// MARK: - The control loop

extension DriftCorrector {
    private static func limited(_ stretch: Double) -> Double {
        min(max(stretch, -largestStretch), largestStretch)
    }

    /// Looks at where the sound is and where it belongs.
    private mutating func steer(after duration: Duration, for use: Use) throws(SoundConversionError) -> [AudioBuffer] {
        if let drift = meter.slope { knownDrift = earlierDrift + meter.confidence * (drift - earlierDrift) }
        if let drift = meter.slope, drift.magnitude > Self.largestStretch, !hasFailed {
            return try changeRate(to: Int((Double(deliveryRate) / (1 + drift)).rounded()))
        }
        let error = error
        if error.magnitude > DriftMeter.jumpTolerance.inSeconds || (use == .waiting && !isResampling) {
            shift(by: error)
        } else if let drift = knownDrift, isResampling {
            adjust(to: Self.limited(drift + error / Self.settlingTime), within: duration.inSeconds)
        } else if meter.slope != nil, error.magnitude > Self.tolerance.inSeconds, !hasFailed {
            try engage()
        }
        return []
    }

    /// By how many seconds the next sample that goes out is earlier than it belongs.
    private var error: Double {
        guard let run else { return 0 }
        let position = Double(run.receivedCount) - (run.resampler?.heldSampleCount ?? 0)
        // What a resampler repeats at first lies before what has gone out.
        let delivered = Double(run.deliveredCount - run.repeatedCount) / Double(format.sampleRate)
        return meter.time(ofSample: position) - ((run.outputStart - run.start).inSeconds + delivered)
    }

    /// Lets the next sample go out at its own time, whatever was before.
    private mutating func shift(by seconds: Double) {
        guard let current = run else { return }
        let end = current.outputStart + format.duration(ofSamples: current.deliveredCount)
        run?.outputStart = end + .nanoseconds(Int64((seconds * 1e9).rounded()))
        run?.deliveredCount = 0
    }

    private mutating func adjust(to wanted: Double, within seconds: Double) {
        guard let stretch = run?.stretch else { return }
        let missing = wanted - stretch
        let distance = missing / Self.farStretch
        let step = Self.gentleSlew * (1 + distance * distance) * seconds
        setStretch(stretch + min(max(missing, -step), step))
    }

    private mutating func setStretch(_ stretch: Double) {
        run?.stretch = stretch
        largestCorrectionInPartsPerMillion = max(largestCorrectionInPartsPerMillion, stretch.magnitude * 1e6)
    }

    /// Puts a resampler into the road; it goes on where the samples are that went out.
    private mutating func engage() throws(SoundConversionError) {
        guard let current = run else { return }
        let resampler = try makeResampler(format, deliveryRate)
        let samples = try resampler.convert(current.recent)
        run?.resampler = resampler
        run?.stretch = 0
        // With a stretch of nothing, as many samples come out as came in.
        let received = current.recent.count / format.channelCount
        run?.repeatedCount = received - samples.count / format.channelCount
    }

    /// Resamples from the next buffer on from the rate that the device has.
    private mutating func changeRate(to measured: Int) throws(SoundConversionError) -> [AudioBuffer] {
        let rest = try endRun()
        run = nil
        knownDrift = nil
        let usual = ([format.sampleRate] + Self.usualRates).min { abs($0 - measured) < abs($1 - measured) }
        // Half of what can be corrected is left for the drift.
        let nearest = usual.flatMap { abs(Double($0 - measured)) <= Self.largestStretch / 2 * Double($0) ? $0 : nil }
        deliveryRate = nearest ?? measured
        meter = DriftMeter(sampleRate: deliveryRate)
        events.append(.otherRate(deliveryRate))
        return rest
    }
}
