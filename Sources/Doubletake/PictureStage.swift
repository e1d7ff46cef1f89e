import DoubletakeComposition
import DoubletakeMedia
import DoubletakeWriting

/// The thread that decides which of a source's pictures are in the film.
///
/// Pictures come in by the source's thread, where the newest counts; they leave on this stage's thread.
final class PictureStage: FilmStage {
    /// How the stage has fared.
    struct Counts: Sendable {
        var frames = 0
        var repeated = 0
        var replaced = 0
        /// Pictures that no canvas was free for, or that had no room to wait.
        var dropped = 0
    }

    /// What is told to the thread.
    struct Input: FilmStageInput {
        /// The oldest first.
        var frames: [VideoFrame] = []
        /// How many of them may wait; the older ones are replaced by those behind them.
        var room = 1
        /// How many were replaced that had room once.
        var lostCount = 0
        var commands: [FilmCommand] = []
        /// When a picture is wanted, though nothing may have changed.
        var wanted: MediaTime?

        init(_ command: FilmCommand) {
            commands = [command]
        }

        init(_ frame: VideoFrame, room: Int) {
            frames = [frame]
            self.room = room
        }

        init(showingAt time: MediaTime) {
            wanted = time
        }

        static func merge(_ earlier: Input, _ later: Input) -> Input {
            var merged = later
            merged.frames = earlier.frames + later.frames
            merged.room = max(earlier.room, later.room)
            merged.lostCount = earlier.lostCount + later.lostCount
            while merged.frames.count > merged.room {
                let replaced = merged.frames.removeFirst()
                merged.frames[0] = merged.frames[0].superseding(replaced)
                // Where only the newest matters nothing is lost.
                if merged.room > 1 { merged.lostCount += 1 }
            }
            merged.commands = earlier.commands + later.commands
            merged.wanted = later.wanted ?? earlier.wanted
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
    private let room: Int

    /// Starts the stage.
    ///
    /// - Parameters:
    ///   - source: what its pictures are called on the road.
    ///   - canvasSize: the size of the film's pictures.
    ///   - color: what the pictures' samples mean.
    ///   - waitingPictures: how many pictures wait for the stage; of a screen the newest one has it all.
    ///   - output: takes the film's pictures, on the stage's thread.
    ///   - filmEnded: called when nothing more of a film will come.
    init(
        of source: SampleBufferSource = .video,
        rate: FrameRate,
        timing: FrameTiming,
        canvasSize: PixelSize,
        color: ColorDescription,
        waitingPictures: Int = 1,
        clock: any MediaClock,
        output: @escaping @Sendable (CaptureOutput) -> Void,
        filmEnded: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        let inbox = LatestValue<Input>(clock: clock, merge: Input.merge)
        let counts = ConditionLock(Counts())
        self.inbox = inbox
        self.counts = counts
        room = waitingPictures
        let makePacer: @Sendable () -> FramePacer = {
            // A fragment without a picture would leave the film's last one in the fragment before.
            FramePacer(rate: rate, timing: timing, period: AssetWriter.defaultFragmentInterval)
        }
        thread = try WorkerThread(name: "pictures") {
            var run = Run(
                source: source,
                makePacer: makePacer,
                rate: rate,
                compositor: Compositor(canvasSize: canvasSize, color: color),
                output: output,
                filmEnded: filmEnded,
                counts: counts
            )
            run.work(through: inbox, by: clock)
        }
    }

    /// How the stage has fared since the film's beginning.
    var currentCounts: Counts {
        counts.withLock { $0 }
    }

    /// Offers the source's next picture.
    ///
    /// Never blocks.
    func offer(_ frame: VideoFrame) {
        inbox.put(Input(frame, room: room))
    }

    /// Wants a picture of that instant in the film, also when nothing has changed there.
    ///
    /// Never blocks.
    func show(at time: MediaTime) {
        inbox.put(Input(showingAt: time))
    }

    private struct Run {
        let source: SampleBufferSource
        let makePacer: () -> FramePacer
        let rate: FrameRate
        var compositor: Compositor
        let output: @Sendable (CaptureOutput) -> Void
        let filmEnded: @Sendable () -> Void
        let counts: ConditionLock<Counts>
        var pacer: FramePacer
        /// The newest picture of the source: the next film begins with it, also on a screen that never changes again.
        var newest: VideoFrame?
        var end: MediaTime?
        /// The counts of a film stay as they are after its end.
        var isFilming = false

        init(
            source: SampleBufferSource,
            makePacer: @escaping () -> FramePacer,
            rate: FrameRate,
            compositor: Compositor,
            output: @escaping @Sendable (CaptureOutput) -> Void,
            filmEnded: @escaping @Sendable () -> Void,
            counts: ConditionLock<Counts>
        ) {
            self.source = source
            self.makePacer = makePacer
            self.rate = rate
            self.compositor = compositor
            self.output = output
            self.filmEnded = filmEnded
            self.counts = counts
            pacer = makePacer()
        }

        /// Works until the stage is told to go.
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
                    output(.finished(source))
                    endFilm()
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
            if isFilming, input.lostCount > 0 { counts.withLock { $0.dropped += input.lostCount } }
            for frame in input.frames {
                newest = frame
                if end.map({ frame.time < $0 }) ?? true || !pacer.hasPicture { pacer.offer(frame) }
            }
            for command in input.commands {
                switch command {
                case .begin(let start):
                    isFilming = true
                    counts.withLock { $0 = Counts() }
                    pacer.begin(at: start)
                case .end(let newEnd): end = newEnd
                case .abandon: endFilm()
                }
            }
            if let wanted = input.wanted { pacer.show(at: wanted) }
        }

        private mutating func endFilm() {
            isFilming = false
            end = nil
            pacer = makePacer()
            if let newest { pacer.offer(newest) }
            filmEnded()
        }

        private mutating func send(_ frames: [VideoFrame]) {
            var dropped = 0
            for frame in frames {
                if let composed = compositor.compose(frame) {
                    output(.buffer(SampleBuffer(composed, from: source)))
                } else {
                    dropped += 1
                }
            }
            guard isFilming else { return }
            counts.withLock { counts in
                counts.frames += frames.count - dropped
                counts.dropped += dropped
                counts.repeated = pacer.repeatedCount
                counts.replaced = pacer.replacedCount
            }
        }
    }
}
