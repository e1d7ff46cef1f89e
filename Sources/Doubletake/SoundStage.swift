import DoubletakeComposition
import DoubletakeMedia

/// The thread that places one source's sound on the clock.
///
/// Buffers come in by the source's thread and wait in a bounded inbox; an unbroken run of samples leaves on this
/// stage's thread, by the clock.
final class SoundStage: FilmStage {
    /// How the stage has fared, in samples of each channel.
    struct Counts: Sendable {
        var filled = 0
        var dropped = 0
    }

    /// What is told to the thread.
    struct Input: FilmStageInput {
        var buffers: [AudioBuffer] = []
        var start: MediaTime?
        var end: MediaTime?
        var lostSampleCount = 0

        init(start: MediaTime?, end: MediaTime?) {
            self.start = start
            self.end = end
        }

        init(_ buffer: AudioBuffer) {
            buffers = [buffer]
        }

        static func merge(_ earlier: Input, _ later: Input) -> Input {
            var merged = Input(start: later.start ?? earlier.start, end: later.end ?? earlier.end)
            merged.buffers = earlier.buffers + later.buffers
            merged.lostSampleCount = earlier.lostSampleCount + later.lostSampleCount
            while merged.buffers.count > SoundStage.inboxCapacity {
                merged.lostSampleCount += merged.buffers.removeFirst().sampleCount
            }
            return merged
        }
    }

    /// How many buffers wait for the thread at most: ten seconds of 20 ms each.
    ///
    /// More, and a machine that hangs fills the memory; fewer, and a disk that stalls for a moment costs sound.
    private static let inboxCapacity = 500

    private let type: SampleBufferType
    let inbox: LatestValue<Input>
    private let counts: ConditionLock<Counts>
    let thread: WorkerThread

    init(
        type: SampleBufferType,
        format: AudioFormat,
        clock: any MediaClock,
        output: @escaping @Sendable (CaptureOutput) -> Void,
        report: @escaping @Sendable (AudioTrack.Event) -> Void
    ) throws(SystemCallError) {
        let inbox = LatestValue<Input>(clock: clock, merge: Input.merge)
        let counts = ConditionLock(Counts())
        self.type = type
        self.inbox = inbox
        self.counts = counts
        thread = try WorkerThread(name: type.rawValue) {
            var run = Run(type: type, track: AudioTrack(format: format), output: output, report: report, counts: counts)
            run.work(through: inbox, by: clock)
        }
    }

    /// How the stage has fared until now.
    var currentCounts: Counts {
        counts.withLock { $0 }
    }

    /// Takes the source's next buffer.
    ///
    /// Never blocks.
    func place(_ buffer: AudioBuffer) {
        inbox.put(Input(buffer))
    }

    private struct Run {
        let type: SampleBufferType
        var track: AudioTrack
        let output: @Sendable (CaptureOutput) -> Void
        let report: @Sendable (AudioTrack.Event) -> Void
        let counts: ConditionLock<Counts>
        var lostSampleCount = 0

        /// Works until the film has ended, or the stage is told to go.
        mutating func work(through inbox: LatestValue<Input>, by clock: any MediaClock) {
            while !track.isComplete {
                switch inbox.take(until: track.deadline) {
                case .element(let input): apply(input)
                case .timedOut: break
                case .finished: return
                }
                for buffer in track.advance(to: clock.now) { output(.buffer(sampleBuffer(buffer))) }
                for event in track.takeEvents() { report(event) }
                counts.withLock { counts in
                    counts.filled = track.filledSampleCount
                    counts.dropped = track.droppedSampleCount + lostSampleCount
                }
            }
            output(.finished(type))
        }

        private mutating func apply(_ input: Input) {
            for buffer in input.buffers { track.place(buffer) }
            if let start = input.start { track.begin(at: start) }
            if let end = input.end { track.finish(at: end) }
            lostSampleCount += input.lostSampleCount
        }

        private func sampleBuffer(_ buffer: AudioBuffer) -> SampleBuffer {
            type == .audioMic ? SampleBuffer(microphone: buffer) : SampleBuffer(applications: buffer)
        }
    }
}
