import DoubletakeMedia

/// Where pauses are cut out of a film: what the stages make goes through it, before anybody else gets it.
///
/// Pictures and sounds come on the threads of their stages, each source on its own, and leave on them. All of them are cut
/// by one timeline, so that they stay together to the sample.
final class PauseGate: Sendable {
    /// What pauses have kept out of the film, as far as the stages have counted it.
    struct Counts: Sendable {
        var frames = 0
        /// Of these, pictures that a stage had repeated.
        var repeated = 0
    }

    private struct State {
        var timeline: RecordingTimeline
        var counts = Counts()
        /// Those of the film, and of the cameras that have files of their own.
        var pictures: [SampleBufferSource: Pictures] = [.video: Pictures()]
        var sounds: [SampleBufferSource: Sound] = [:]
        /// The end of what is in the film for certain, since it has gone there.
        var sentEnd: MediaTime
    }

    private let state: ConditionLock<State>
    private let send: @Sendable (CaptureOutput) -> Void

    /// Creates the gate.
    ///
    /// - Parameter send: takes what is in the film, with its times there; on the stages' threads.
    init(send: @escaping @Sendable (CaptureOutput) -> Void) {
        self.send = send
        state = ConditionLock(State(timeline: RecordingTimeline(start: .zero), sentEnd: .zero))
    }

    /// The film's timeline, as it is now.
    var timeline: RecordingTimeline {
        state.read { $0.timeline }
    }

    /// What was kept out of the film.
    var counts: Counts {
        state.read { $0.counts }
    }

    /// Begins a film, before any of its buffers comes.
    func begin(_ timeline: RecordingTimeline) {
        state.withLock { $0 = State(timeline: timeline, sentEnd: timeline.start) }
    }

    /// Begins a pause; what has left already was before it.
    ///
    /// - Returns: when it begins, which may be a little later than wanted; nil when one lasts already.
    func pause(at instant: MediaTime) -> MediaTime? {
        state.withLock { state in
            guard state.timeline.pauseStart == nil else { return nil }
            return state.timeline.pause(at: max(instant, state.sentEnd))
        }
    }

    /// Ends a pause.
    ///
    /// - Returns: when it ends; nil when none lasts.
    func resume(at instant: MediaTime) -> MediaTime? {
        state.withLock { state in
            let earliest = state.sounds.values.compactMap(\.keptStart).max() ?? instant
            guard let end = state.timeline.resume(at: max(instant, earliest)) else { return nil }
            for source in state.pictures.keys { state.pictures[source]?.resumption = end }
            return end
        }
    }

    /// Takes what a stage has made.
    func take(_ output: CaptureOutput) {
        for output in state.withLock({ Self.cut(output, &$0) }) { send(output) }
    }

    private static func cut(_ output: CaptureOutput, _ state: inout State) -> [CaptureOutput] {
        switch output {
        case .finished(let source):
            let rest = state.sounds[source]?.takeKept(by: state.timeline) ?? []
            return rest.map { .buffer(SampleBuffer($0, from: source)) } + [output]
        case .buffer(let buffer):
            switch buffer.content {
            case .video(let frame):
                let source = buffer.source
                guard let shown = state.pictures[source, default: Pictures()].take(frame, by: state.timeline) else {
                    guard source == .video else { return [] }
                    state.counts.frames += 1
                    state.counts.repeated += frame.damageBase == frame.sequenceNumber ? 1 : 0
                    return []
                }
                state.sentEnd = max(state.sentEnd, frame.time + .nanoseconds(1))
                return [.buffer(SampleBuffer(shown, from: source))]
            case .audio(let audio):
                let pieces = state.sounds[buffer.source, default: Sound()].take(audio, by: state.timeline)
                if !pieces.isEmpty { state.sentEnd = max(state.sentEnd, audio.endTime) }
                return pieces.map { .buffer(SampleBuffer($0, from: buffer.source)) }
            }
        }
    }
}

extension PauseGate {
    /// The pictures of a film on their way through the gate.
    private struct Pictures {
        /// The newest picture that nobody has seen, with all that has changed since the last one that somebody saw.
        private var unseen: VideoFrame?
        /// When the film goes on, until a picture has been shown there.
        var resumption: MediaTime?

        /// The picture as it is in the film; nil when it isn't.
        mutating func take(_ next: VideoFrame, by timeline: RecordingTimeline) -> VideoFrame? {
            let frame = unseen.map { next.superseding($0) } ?? next
            guard !timeline.isPaused(at: frame.time) else {
                unseen = frame
                return nil
            }
            unseen = nil
            var time = frame.time
            if let end = resumption, time >= end {
                // It is the newest there is, and may have been made a moment later.
                time = end
                resumption = nil
            }
            return frame.retimed(to: timeline.filmTime(ofPictureAt: time))
        }
    }

    /// A sound of a film on its way through the gate.
    private struct Sound {
        /// How much of a pause is kept, since its end may be heard of late: by a key, on a busy machine.
        ///
        /// Shorter, and what comes right after such a press is lost; longer, and it takes memory for nothing.
        private static let keptLength = Duration.seconds(1)

        /// The newest sound of a pause.
        private var kept: [AudioBuffer] = []
        /// How many samples have left.
        private var sentCount = 0

        /// From when on the sound of a pause could still be in the film.
        var keptStart: MediaTime? {
            kept.first?.time
        }

        mutating func take(_ buffer: AudioBuffer, by timeline: RecordingTimeline) -> [AudioBuffer] {
            // What was kept of a pause that is over by now comes first, also when another one has begun since.
            let before = takeKept(by: timeline)
            if let pauseStart = timeline.pauseStart, buffer.endTime > pauseStart {
                kept.append(buffer)
                kept.removeAll { $0.endTime < buffer.endTime - Self.keptLength }
            }
            return before + new(timeline.cut(buffer), of: timeline)
        }

        /// What was kept of pauses, as far as it is in the film.
        mutating func takeKept(by timeline: RecordingTimeline) -> [AudioBuffer] {
            let pieces = kept.flatMap { new(timeline.cut($0), of: timeline) }
            let pauseStart = timeline.pauseStart
            kept.removeAll { buffer in pauseStart.map { buffer.endTime <= $0 } ?? true }
            return pieces
        }

        /// Leaves out what has left before: the first part of a buffer in which a pause began.
        private mutating func new(_ pieces: [AudioBuffer], of timeline: RecordingTimeline) -> [AudioBuffer] {
            pieces.compactMap { piece in
                let first = piece.format.sampleCount(in: piece.time - timeline.start)
                let rest = piece.dropping(first: sentCount - first)
                guard rest.sampleCount > 0 else { return nil }
                sentCount = max(sentCount, first) + rest.sampleCount
                return rest
            }
        }
    }
}
