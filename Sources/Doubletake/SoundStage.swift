import DoubletakeComposition
import DoubletakeLibAV
import DoubletakeMedia

/// The thread that places one source's sound on the clock.
///
/// Buffers come in by the source's thread and wait in a bounded inbox; an unbroken run of samples leaves on this
/// stage's thread, by the clock.
final class SoundStage: FilmStage {
    /// What happens to the sound during a film.
    enum Event: Equatable, Sendable {
        /// Something happened to its place on the clock.
        case track(AudioTrack.Event)
        /// Something happened to its rate.
        case rate(DriftCorrector.Event)
        /// The device's clock is wrong by so many millionths: more than a working one is.
        case largeDrift(Double)
        /// Something is wrong with what the device delivers.
        case watch(SoundWatch.Event)

        /// Since when nothing is heard, of an event that says that.
        var silenceStart: MediaTime? {
            switch self {
            case .track(.starved(let start)), .watch(.onlyZeros(let start)): start
            case .track, .rate, .largeDrift, .watch: nil
            }
        }
    }

    /// What is told to the thread.
    struct Input: FilmStageInput {
        var buffers: [AudioBuffer] = []
        var commands: [FilmCommand] = []
        var lostSampleCount = 0
        var volumes: [(volume: SoundVolume, instant: MediaTime)] = []

        init(_ volume: SoundVolume, at instant: MediaTime) {
            volumes = [(volume, instant)]
        }

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
            merged.volumes = earlier.volumes + later.volumes
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

    /// From which drift on a device is worth a warning, in millionths.
    ///
    /// Smaller, and cheap crystals that are corrected without a sound are complained of; larger, and a device that is
    /// broken isn't named.
    private static let tellingDrift = 1_000.0

    let source: SampleBufferSource
    let inbox: LatestValue<Input>
    private let counts: ConditionLock<SoundStatistics>
    private let meter: ConditionLock<LevelMeter>
    /// Rate and channels of what leaves.
    let format: AudioFormat
    let thread: WorkerThread

    /// Starts the stage.
    ///
    /// - Parameters:
    ///   - source: which source of the film's sound it is.
    ///   - format: what the source delivers.
    ///   - shape: how it is to be.
    ///   - output: takes the film's sound, on the stage's thread; it may block.
    ///   - filmEnded: called when nothing more of a film will come.
    ///   - report: takes what happens to the track during a film.
    init(
        source: SampleBufferSource,
        format: AudioFormat,
        shape: SoundShape = SoundShape(),
        clock: any MediaClock,
        output: @escaping @Sendable (CaptureOutput) -> Void,
        filmEnded: @escaping @Sendable () -> Void,
        report: @escaping @Sendable (Event) -> Void
    ) throws(SystemCallError) {
        let inbox = LatestValue<Input>(clock: clock, merge: Input.merge)
        let counts = ConditionLock(SoundStatistics(source: source))
        let meter = ConditionLock(LevelMeter())
        let shaper = SoundShaper(shape, for: format)
        let format = shaper.format
        self.source = source
        self.inbox = inbox
        self.counts = counts
        self.meter = meter
        self.format = format
        thread = try WorkerThread(name: source.type.rawValue) {
            var run = Run(
                source: source,
                shaper: shaper,
                offset: shape.offset,
                track: AudioTrack(format: format, offset: shape.offset),
                corrector: DriftCorrector(format: format) { (format, deliveryRate) throws(SoundConversionError) in
                    try LibAVVariableRateResampler(to: format, fromRate: deliveryRate)
                },
                output: output,
                filmEnded: filmEnded,
                report: report,
                counts: counts,
                meter: meter
            )
            run.work(through: inbox, by: clock)
        }
    }

    /// How the stage has fared since the film's beginning.
    var currentCounts: SoundStatistics {
        counts.read { $0 }
    }

    /// Takes the source's next buffer.
    ///
    /// Never blocks.
    func place(_ buffer: AudioBuffer) {
        inbox.put(Input(buffer))
    }

    /// Changes how loud it is in the film, from an instant on.
    ///
    /// Never blocks.
    func setVolume(_ volume: SoundVolume, at instant: MediaTime) {
        inbox.put(Input(volume, at: instant))
    }

    /// How loud the source has been since this reader last asked; nil when nothing came.
    func takeLevel(for reader: LevelMeter.Reader) -> AudioLevel? {
        meter.withLock { $0.take(for: reader) }
    }

    private struct Run {
        let source: SampleBufferSource
        var shaper: SoundShaper
        let offset: Duration
        var track: AudioTrack
        var corrector: DriftCorrector
        let output: @Sendable (CaptureOutput) -> Void
        let filmEnded: @Sendable () -> Void
        let report: @Sendable (Event) -> Void
        let counts: ConditionLock<SoundStatistics>
        let meter: ConditionLock<LevelMeter>
        var watch = SoundWatch()
        var lostSampleCount = 0
        /// The counts of a film stay as they are after its end.
        var isFilming = false
        /// Since when nothing has come, until that is told.
        var silenceStart: MediaTime?
        var hasToldOfDrift = false

        /// Works until the stage is told to go.
        mutating func work(through inbox: LatestValue<Input>, by clock: any MediaClock) {
            while true {
                switch inbox.take(until: track.deadline) {
                case .element(let input): apply(input)
                case .timedOut: break
                case .finished: return
                }
                for buffer in track.advance(to: clock.now) { output(.buffer(SampleBuffer(buffer, from: source))) }
                tell(track.takeEvents(), at: clock.now)
                if isFilming {
                    tellOfRate()
                    count()
                }
                if track.isComplete {
                    output(.finished(source))
                    endFilm()
                }
            }
        }

        private mutating func apply(_ input: Input) {
            for change in input.volumes { shaper.change(to: change.volume, at: change.instant) }
            for delivered in input.buffers {
                let buffer = look(at: delivered)
                for corrected in corrector.correct(buffer, for: isFilming ? .film : .waiting) { track.place(corrected) }
            }
            lostSampleCount += input.lostSampleCount
            for command in input.commands {
                switch command {
                case .begin(let start):
                    isFilming = true
                    lostSampleCount = 0
                    hasToldOfDrift = false
                    watch.restart()
                    corrector.forgetLargestCorrection()
                    track.begin(at: start)
                case .end(let end): track.finish(at: end)
                case .abandon: endFilm()
                }
            }
        }

        /// Shapes a buffer, and notes how loud it is and what is wrong with it.
        private mutating func look(at delivered: AudioBuffer) -> AudioBuffer {
            let shaped = shaper.shape(delivered)
            let level = AudioLevel(of: shaped)
            meter.withLock { $0.add(level) }
            // What was changed on purpose is not the device's fault.
            watch.watch(delivered, level: shaper.changesLoudness ? AudioLevel(of: delivered) : level)
            for event in watch.takeEvents() { report(.watch(event)) }
            return shaped
        }

        /// Tells of silence that lasts; what is over before anybody could act on it is only counted.
        private mutating func tell(_ events: [AudioTrack.Event], at now: MediaTime) {
            for event in events {
                switch event {
                case .starved(let since): silenceStart = since
                case .resumed where silenceStart != nil: silenceStart = nil
                case .resumed: report(.track(event))
                }
            }
            guard let since = silenceStart, now - since >= SoundStage.tellingSilence else { return }
            silenceStart = nil
            report(.track(.starved(since: since)))
        }

        /// Tells of a device whose clock is wrong; events from before the film are told at its beginning.
        private mutating func tellOfRate() {
            for event in corrector.takeEvents() { report(.rate(event)) }
            guard !hasToldOfDrift, let drift = corrector.certainPartsPerMillion, abs(drift) > SoundStage.tellingDrift
            else {
                return
            }
            hasToldOfDrift = true
            report(.largeDrift(drift))
        }

        private func count() {
            counts.withLock { counts in
                counts.samplesFilled = track.filledSampleCount
                counts.samplesDropped = track.droppedSampleCount + lostSampleCount
                counts.gaps = track.gapCount
                counts.samplesClipped = watch.clippedSampleCount
                counts.driftInPartsPerMillion = corrector.partsPerMillion
                counts.largestCorrectionInPartsPerMillion = corrector.largestCorrectionInPartsPerMillion
            }
        }

        private mutating func endFilm() {
            isFilming = false
            silenceStart = nil
            track = AudioTrack(format: track.format, offset: offset)
            filmEnded()
        }
    }
}
