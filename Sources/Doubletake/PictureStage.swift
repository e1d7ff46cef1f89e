import DoubletakeComposition
import DoubletakeMedia

/// The thread that decides which of a source's pictures are in the film.
///
/// Pictures come in by the source's thread, where the newest counts; they leave on this stage's thread.
final class PictureStage: FilmStage {
    /// How the stage has fared.
    struct Counts: Sendable {
        var frames = 0
        var repeated = 0
        var replaced = 0
    }

    /// What is told to the thread.
    struct Input: FilmStageInput {
        var frame: VideoFrame?
        var start: MediaTime?
        var end: MediaTime?

        init(start: MediaTime?, end: MediaTime?) {
            self.start = start
            self.end = end
        }

        init(_ frame: VideoFrame) {
            self.frame = frame
        }

        static func merge(_ earlier: Input, _ later: Input) -> Input {
            var merged = later
            if let frame = earlier.frame { merged.frame = later.frame.map { $0.superseding(frame) } ?? frame }
            merged.start = later.start ?? earlier.start
            merged.end = later.end ?? earlier.end
            return merged
        }
    }

    /// How long a film that was ended before any picture had come waits for one, so that it has a picture at all.
    ///
    /// Longer, and stopping takes too long when the source is dead; shorter, and on a busy machine a film that is
    /// stopped at once is empty.
    private static let firstPicturePatience = Duration.seconds(1)

    let inbox: LatestValue<Input>
    private let counts: ConditionLock<Counts>
    let thread: WorkerThread

    init(
        rate: FrameRate,
        timing: FrameTiming,
        clock: any MediaClock,
        output: @escaping @Sendable (CaptureOutput) -> Void
    ) throws(SystemCallError) {
        let inbox = LatestValue<Input>(clock: clock, merge: Input.merge)
        let counts = ConditionLock(Counts())
        self.inbox = inbox
        self.counts = counts
        thread = try WorkerThread(name: "pictures") {
            var run = Run(pacer: FramePacer(rate: rate, timing: timing), rate: rate, output: output, counts: counts)
            run.work(through: inbox, by: clock)
        }
    }

    /// How the stage has fared until now.
    var currentCounts: Counts {
        counts.withLock { $0 }
    }

    /// Offers the source's next picture.
    ///
    /// Never blocks.
    func offer(_ frame: VideoFrame) {
        inbox.put(Input(frame))
    }

    private struct Run {
        var pacer: FramePacer
        let rate: FrameRate
        let output: @Sendable (CaptureOutput) -> Void
        let counts: ConditionLock<Counts>
        var end: MediaTime?

        /// Works until the film has ended, or the stage is told to go.
        mutating func work(through inbox: LatestValue<Input>, by clock: any MediaClock) {
            while true {
                switch inbox.take(until: nextWake) {
                case .element(let input): apply(input)
                case .timedOut: break
                case .finished: return
                }
                let now = clock.now
                send(pacer.due(at: end.map { min($0, now) } ?? now))
                if let end, let lastCall, now >= lastCall {
                    send(pacer.finish(at: end))
                    output(.finished(.video))
                    return
                }
            }
        }

        /// When there is something to do if no picture comes until then.
        private var nextWake: MediaTime? {
            guard let end, let deadline = pacer.deadline else { return lastCall ?? pacer.deadline }
            // What would be due after the end is decided at the last call.
            return deadline <= end ? deadline : lastCall
        }

        /// When every change from before the end has come: a source takes up to a frame interval to see one.
        private var lastCall: MediaTime? {
            end.map { $0 + (pacer.hasPicture ? rate.frameDuration : PictureStage.firstPicturePatience) }
        }

        private mutating func apply(_ input: Input) {
            if let frame = input.frame, end.map({ frame.time < $0 }) ?? true || !pacer.hasPicture { pacer.offer(frame) }
            if let start = input.start { pacer.begin(at: start) }
            if let newEnd = input.end { end = newEnd }
        }

        private func send(_ frames: [VideoFrame]) {
            for frame in frames { output(.buffer(SampleBuffer(frame))) }
            counts.withLock { counts in
                counts.frames += frames.count
                counts.repeated = pacer.repeatedCount
                counts.replaced = pacer.replacedCount
            }
        }
    }
}
