import DoubletakeCapture
import DoubletakeMedia

/// What the thread of a `PulseAudioSource` does: it takes the sound as it comes, learns when it was heard, and delivers.
struct PulseAudioRecording {
    /// For how long the server is let wait when all is well.
    ///
    /// A server sends each period of its device by itself, as short as the most impatient program wants them. Shorter, and
    /// this thread and all those that the sound goes through are woken as often; longer, and sound comes that much later.
    static let rest = Duration.milliseconds(120)
    /// How long nothing may come before it is asked anew when the sound was heard.
    ///
    /// Shorter than a fragment and a rest, and each late wake-up of a busy machine asks; longer, and so much missing
    /// sound goes unnoticed until the next answer.
    private static let longestSilence = Duration.milliseconds(200)
    /// How often the server is asked when all is well.
    ///
    /// Less often, and a jump is noticed so much later; more often, and two threads of the server are woken for it.
    private static let questionInterval = Duration.milliseconds(250)
    /// How often it is asked while sound waits for an answer: a golden section of a server's usual period of 20 ms, so that
    /// a few questions meet it at places far from each other.
    static let urgentInterval = Duration.microseconds(12_360)
    /// How much sound waits for an answer at most.
    ///
    /// More, and it comes later than an `AudioTrack` waits for it.
    private static let longestWait = Duration.milliseconds(200)

    private struct Piece {
        let position: Int64
        var samples: [Float]
    }

    private let stream: PulseAudioStream
    private let clock: any MediaClock
    private let output: AudioSourceOutput
    private var timeline: CaptureTimeline
    /// What has come and isn't delivered; between two pieces samples are missing.
    private var waiting: [Piece] = []
    /// How many samples (of each channel) have come, with those that are missing.
    private var position: Int64 = 0
    private var lastArrival: MediaTime?
    private var lastQuestion: MediaTime?
    private var hasDelivered = false
    private var rests = UnevenRests(around: rest)
    private var deviceIndex: UInt32
    /// When the last buffer that was delivered was heard, also before this stream.
    private(set) var lastTime: MediaTime?

    init(
        _ stream: PulseAudioStream,
        clock: any MediaClock,
        output: AudioSourceOutput,
        after lastTime: MediaTime?
    ) {
        self.stream = stream
        self.lastTime = lastTime
        deviceIndex = stream.deviceIndex
        self.clock = clock
        self.output = output
        timeline = CaptureTimeline(format: stream.format)
    }

    /// Works until the loop is interrupted, until the device is gone, or until `isOutdated` says that it is another one's
    /// turn.
    ///
    /// - Parameter isOutdated: is asked after each turn, and told whether the stream was moved meanwhile.
    mutating func run(until isOutdated: (_ hasMoved: Bool) -> Bool) -> SoundEnd {
        while stream.connection.loop.turn(noLongerThan: nextTurn) {
            do throws(ServerFailure) {
                try take()
            } catch {
                deliver()
                return .lost
            }
            let hasMoved = stream.deviceIndex != deviceIndex
            // What has come with a move that isn't wanted may be another device's sound already: it is not delivered.
            if isOutdated(hasMoved) { return .outdated }
            if hasMoved { noteMove() }
            deliverKnown()
            if mayRest { stream.connection.loop.rest(until: clock.now + rests.next(), on: clock) }
        }
        deliver()
        return .stopped
    }

    /// Takes what has come.
    ///
    /// - Throws: why nothing more will.
    mutating func take() throws(ServerFailure) {
        try stream.check()
        try takeSound()
    }

    /// Learns when it was heard, and delivers that of which it is known.
    mutating func deliverKnown() {
        learnTimes()
        deliver()
    }

    /// How long the loop may wait for the server at most; nil for as long as it takes.
    ///
    /// A server that has gone while it was asked something says nothing more, and one that was too slow is asked again.
    var nextTurn: Duration? {
        if !stream.isGood { return .zero }
        guard isUrgent || stream.connection.hasNews else { return nil }
        let rest = (lastQuestion ?? clock.now) + Self.urgentInterval - clock.now
        // While an answer is on its way there is nothing to ask.
        return rest > .zero ? rest : Self.urgentInterval
    }

    /// Whether the server may be let wait: an answer that is waited for is stamped when it is read, so there is no rest
    /// before it.
    var mayRest: Bool {
        !isUrgent && !stream.isAsking
    }

    /// The stream is on another source now, whose sound takes another time to get here.
    private mutating func noteMove() {
        deviceIndex = stream.deviceIndex
        deliver()
        timeline.doubt()
    }

    private var isUrgent: Bool {
        timeline.needsTiming && !waiting.isEmpty
    }

    private var waitingCount: Int {
        waiting.reduce(0) { $0 + $1.samples.count } / stream.format.channelCount
    }

    private mutating func takeSound() throws(ServerFailure) {
        var samples: [Float] = []
        var isFirst = true
        while true {
            let piece = try stream.read(into: &samples)
            if case .nothing = piece { break }
            if isFirst { noteArrival() }
            isFirst = false
            switch piece {
            case .nothing: break
            case .samples(let count): position += Int64(count)
            case .hole(let count):
                keep(&samples)
                position += Int64(count)
            }
        }
        keep(&samples)
    }

    /// Puts samples that end at `position` behind those that wait.
    private mutating func keep(_ samples: inout [Float]) {
        guard !samples.isEmpty else { return }
        let count = Int64(samples.count / stream.format.channelCount)
        if let last = waiting.indices.last, end(of: waiting[last]) == position - count {
            waiting[last].samples += samples
        } else {
            waiting.append(Piece(position: position - count, samples: samples))
        }
        samples = []
    }

    private func end(of piece: Piece) -> Int64 {
        piece.position + Int64(piece.samples.count / stream.format.channelCount)
    }

    private mutating func noteArrival() {
        let now = clock.now
        if let lastArrival, now - lastArrival > Self.longestSilence {
            deliver()
            timeline.doubt()
        }
        lastArrival = now
    }

    private mutating func learnTimes() {
        // Before anything has come, some devices say when their first sample will be heard, and others don't know it.
        if let timing = stream.takeTiming(on: clock), position > 0 {
            // All that came before the answer has been read.
            count(missing: stream.nextReadPosition - position)
            timeline.learn(timing)
        }
        let now = clock.now
        if !timeline.isSettled, waitingCount > stream.format.sampleCount(in: Self.longestWait) {
            timeline.assume(StreamTiming(position: position, instant: now))
        }
        guard position > 0 else { return }
        let interval = timeline.needsTiming ? Self.urgentInterval : Self.questionInterval
        if let lastQuestion, now - lastQuestion < interval { return }
        stream.askForTiming(at: now)
        lastQuestion = now
    }

    /// Takes account of samples that the server has counted and never sent, as some do whose buffer ran over.
    private mutating func count(missing: Int64) {
        position += missing
        // Before the first answer there is no telling where among those that wait they are missing: it is before all.
        if !hasDelivered, !timeline.isSettled {
            waiting = waiting.map { Piece(position: $0.position + missing, samples: $0.samples) }
        }
    }

    /// Delivers what waits, once it is known when it was heard.
    private mutating func deliver() {
        guard timeline.isSettled else { return }
        for piece in waiting {
            guard let heard = timeline.instant(ofSample: piece.position) else { return }
            // The instants of two buffers come from different answers of the server and could be a little out of order.
            let time = max(heard, lastTime.map { $0 + .nanoseconds(1) } ?? heard)
            output.deliver(AudioBuffer(format: stream.format, time: time, samples: piece.samples))
            lastTime = time
            hasDelivered = true
        }
        waiting = []
    }
}
