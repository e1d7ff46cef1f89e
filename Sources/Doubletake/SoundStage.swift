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
        /// Millionths by which the device's clock is slow, when that can be told.
        var drift: Double?
    }

    /// What is told to the thread.
    struct Input: FilmStageInput {
        var buffers: [AudioBuffer] = []
        var commands: [FilmCommand] = []
        var lostSampleCount = 0

        init(_ command: FilmCommand) {
            commands = [command]
        }

        init(_ buffer: AudioBuffer) {
            buffers = [buffer]
        }

        static func merge(_ earlier: Input, _ later: Input) -> Input {
            var merged = later
            merged.commands = earlier.commands + later.commands
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

    /// How long nothing has to come before that is told.
    ///
    /// Shorter, and every recording warns whose applications are silent when it begins: a sink on which nothing plays
    /// says nothing for two seconds after it was opened. Longer, and a dead microphone is found out later.
    private static let tellingSilence = Duration.seconds(3)

    let type: SampleBufferType
    let inbox: LatestValue<Input>
    private let counts: ConditionLock<Counts>
    private let level = ConditionLock<AudioLevel?>(nil)
    let thread: WorkerThread

    /// Starts the stage.
    ///
    /// - Parameters:
    ///   - output: takes the film's sound, on the stage's thread; it may block.
    ///   - filmEnded: called when nothing more of a film will come.
    ///   - report: takes what happens to the track during a film.
    init(
        type: SampleBufferType,
        format: AudioFormat,
        clock: any MediaClock,
        output: @escaping @Sendable (CaptureOutput) -> Void,
        filmEnded: @escaping @Sendable () -> Void,
        report: @escaping @Sendable (AudioTrack.Event) -> Void
    ) throws(SystemCallError) {
        let inbox = LatestValue<Input>(clock: clock, merge: Input.merge)
        let counts = ConditionLock(Counts())
        self.type = type
        self.inbox = inbox
        self.counts = counts
        thread = try WorkerThread(name: type.rawValue) {
            var run = Run(
                type: type,
                track: AudioTrack(format: format),
                output: output,
                filmEnded: filmEnded,
                report: report,
                counts: counts
            )
            run.work(through: inbox, by: clock)
        }
    }

    /// How the stage has fared since the film's beginning.
    var currentCounts: Counts {
        counts.withLock { $0 }
    }

    /// Takes the source's next buffer.
    ///
    /// Never blocks.
    func place(_ buffer: AudioBuffer) {
        let newLevel = AudioLevel(of: buffer)
        level.withLock { $0 = $0.map { $0.union(newLevel) } ?? newLevel }
        inbox.put(Input(buffer))
    }

    /// How loud the source has been since this was last asked; nil when nothing came.
    func takeLevel() -> AudioLevel? {
        level.withLock { level in
            defer { level = nil }
            return level
        }
    }

    private struct Run {
        let type: SampleBufferType
        var track: AudioTrack
        let output: @Sendable (CaptureOutput) -> Void
        let filmEnded: @Sendable () -> Void
        let report: @Sendable (AudioTrack.Event) -> Void
        let counts: ConditionLock<Counts>
        var drift = DriftMeter()
        var lostSampleCount = 0
        /// The counts of a film stay as they are after its end.
        var isFilming = false
        /// Since when nothing has come, until that is told.
        var silenceStart: MediaTime?

        /// Works until the stage is told to go.
        mutating func work(through inbox: LatestValue<Input>, by clock: any MediaClock) {
            while true {
                switch inbox.take(until: track.deadline) {
                case .element(let input): apply(input)
                case .timedOut: break
                case .finished: return
                }
                for buffer in track.advance(to: clock.now) { output(.buffer(sampleBuffer(buffer))) }
                tell(track.takeEvents(), at: clock.now)
                if isFilming { count() }
                if track.isComplete {
                    output(.finished(type))
                    endFilm()
                }
            }
        }

        private mutating func apply(_ input: Input) {
            for buffer in input.buffers {
                drift.take(buffer)
                track.place(buffer)
            }
            lostSampleCount += input.lostSampleCount
            for command in input.commands {
                switch command {
                case .begin(let start):
                    isFilming = true
                    lostSampleCount = 0
                    track.begin(at: start)
                case .end(let end): track.finish(at: end)
                case .abandon: endFilm()
                }
            }
        }

        /// Tells of silence that lasts; what is over before anybody could act on it is only counted.
        private mutating func tell(_ events: [AudioTrack.Event], at now: MediaTime) {
            for event in events {
                switch event {
                case .starved(let since): silenceStart = since
                case .resumed where silenceStart != nil: silenceStart = nil
                case .resumed: report(event)
                }
            }
            guard let since = silenceStart, now - since >= SoundStage.tellingSilence else { return }
            silenceStart = nil
            report(.starved(since: since))
        }

        private func count() {
            counts.withLock { counts in
                counts.filled = track.filledSampleCount
                counts.dropped = track.droppedSampleCount + lostSampleCount
                counts.drift = drift.partsPerMillion
            }
        }

        private mutating func endFilm() {
            isFilming = false
            silenceStart = nil
            track = AudioTrack(format: track.format)
            filmEnded()
        }

        private func sampleBuffer(_ buffer: AudioBuffer) -> SampleBuffer {
            type == .audioMic ? SampleBuffer(microphone: buffer) : SampleBuffer(applications: buffer)
        }
    }
}
