import DoubletakeMedia

/// When the samples of a recording were heard, by what the sound server says about some of them.
///
/// The number of a sample is a device's clock (`DeviceClock`): it ticks with the sound card's crystal, and what the
/// server says of one sample (`StreamTiming`) holds for those around it. Samples that get lost without a word (a device
/// that was asleep, a server whose buffer ran over) make the clock jump. What differs by more than `tolerance` is
/// therefore doubted first: before anything is known, and after a silence, `witnessCount` answers in a row decide, or
/// `disputeCount` when they don't agree; while sound comes steadily, all answers of as long as `proof`.
///
/// It is a value that the source's own thread owns.
struct CaptureTimeline {
    /// How far an answer may be from what is known and still be taken for its jitter.
    ///
    /// Smaller, and the answers of servers that ask their device only once a period look like jumps; larger, and sound
    /// that is missing for so long shifts what comes after it for seconds. It must stay below
    /// `AudioTrack.jitterTolerance`.
    static let tolerance = Duration.milliseconds(15)
    /// How many answers in a row decide when the first samples were heard, and those after a silence, when they agree.
    ///
    /// Fewer, and an answer that a busy machine has held up decides; more, and those samples wait for longer: an answer
    /// takes up to `PulseAudioRecording.urgentInterval`.
    static let witnessCount = 4
    /// How many decide when they don't agree.
    ///
    /// Fewer, and none may come from the place in a period of the server at which its answers are exact: sound then begins
    /// late, and takes half a minute to be in step; more, and it comes later than an `AudioTrack` waits for it.
    static let disputeCount = 8
    /// How far answers may be from each other and still agree.
    static let agreement = Duration.milliseconds(2)
    /// For how long all answers must differ before a jump is believed while sound comes steadily.
    ///
    /// Shorter than a period of the server, and an answer from the end of a period is taken for a jump; longer, and
    /// sound is misplaced for as long after a real one.
    static let proof = Duration.milliseconds(200)
    /// The same for a jump of less than `slightJump`, which a server that is busy looks like for longer.
    ///
    /// Shorter, and a source that is made of another one, which says only after its block when that was heard, is misplaced
    /// by a spell of late answers; longer, and a few samples that were lost misplace what follows for as long.
    static let slightProof = Duration.seconds(3)
    /// From what size on a jump is no spell of late answers.
    static let slightJump = Duration.milliseconds(50)

    private let format: AudioFormat
    private var clock: DeviceClock
    private var doubts: [StreamTiming] = []
    /// Whether it is known when the newest samples were heard.
    private(set) var isSettled = false

    /// Makes a timeline on which nothing is known.
    init(format: AudioFormat) {
        self.format = format
        clock = DeviceClock(ticksPerSecond: Int64(format.sampleRate))
    }

    /// Whether it would be good to ask the server soon.
    var needsTiming: Bool {
        !isSettled || !doubts.isEmpty
    }

    /// Takes what the server says.
    mutating func learn(_ timing: StreamTiming) {
        if let known = instant(ofSample: timing.position),
            abs(timing.instant - known) <= Self.tolerance
        {
            doubts = []
            believe(timing)
            return
        }
        let isSlight =
            instant(ofSample: timing.position).map { abs(timing.instant - $0) < Self.slightJump } ?? false
        doubts.append(timing)
        let proof = isSlight ? Self.slightProof : Self.proof
        let isProved =
            isSettled
            ? doubts.count >= Self.witnessCount && timing.instant - doubts[0].instant >= proof
            : doubts.count >= (doTheyAgree ? Self.witnessCount : Self.disputeCount)
        guard isProved else { return }
        clock = DeviceClock(ticksPerSecond: Int64(format.sampleRate))
        for timing in doubts { believe(timing) }
        doubts = []
    }

    /// Remembers that nothing came for a while: what comes now may be later than its number says.
    mutating func doubt() {
        isSettled = false
        doubts = []
    }

    /// Takes the instant of a sample from the time at which it came, when the server doesn't say anything.
    mutating func assume(_ timing: StreamTiming) {
        clock = DeviceClock(ticksPerSecond: Int64(format.sampleRate))
        doubts = []
        believe(timing)
    }

    /// When a sample was heard; nil when nothing is known at all.
    func instant(ofSample position: Int64) -> MediaTime? {
        clock.offset.map { MediaTime.zero + format.timeBase.duration(ofTicks: position) + $0 }
    }

    /// Whether those that are doubted say the same of the first sample.
    private var doTheyAgree: Bool {
        let starts = doubts.map { $0.instant - format.timeBase.duration(ofTicks: $0.position) }
        guard let first = starts.min(), let last = starts.max() else { return true }
        return last - first <= Self.agreement
    }

    private mutating func believe(_ timing: StreamTiming) {
        _ = clock.instant(ofTicks: UInt64(max(timing.position, 0)), seenAt: timing.instant)
        isSettled = true
    }
}

private func abs(_ duration: Duration) -> Duration {
    max(duration, .zero - duration)
}
