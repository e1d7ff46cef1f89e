import DoubletakeMedia
import DoubletakeWriting

/// The newest packets of what a pipeline delivers, kept in memory: its encoders run all the time, and a film or a clip
/// begins with what is there.
///
/// Any thread may ask; the packets come on the encoders' threads.
final class ClipBuffer: Sendable {
    /// How long a clip waits for its last packets at most: sound comes a quarter of a second late, and a picture is made for
    /// its end.
    ///
    /// Shorter, and on a busy machine a clip lacks its end; longer, and a dead source delays it for no reason.
    private static let patience = Duration.seconds(2)

    /// The same in a pause, in which the last samples stay in their encoder.
    private static let pausePatience = Duration.milliseconds(500)

    private struct State {
        var ring: PacketRing?
        var feed: FilmFeed?
        var failure: (track: Int, error: WriterError)?
        var isShorteningTold = false
        var isOver = false
        /// How many clips wait for their last packets.
        var waitingCount = 0

        /// Whether no more packets will come.
        var isEnded: Bool {
            isOver || failure != nil
        }
    }

    /// The encoders.
    let stages: EncodingStages
    let configuration: RecordingConfiguration
    let codecs: any CodecProvider
    private let pipeline: RecordingPipeline
    private let frameDuration: Duration
    private let tap: ConditionLock<Tee<CaptureOutput>.OutputID?>
    private let state: ConditionLock<State>
    private let clock: any MediaClock

    /// Opens the encoders, and begins to keep what comes from now on; the pipeline is armed.
    ///
    /// - Parameters:
    ///   - report: takes what is worth knowing, on any thread.
    ///   - failed: called when an encoder has failed while no film is recorded, on any thread.
    init(
        _ pipeline: RecordingPipeline,
        _ buffering: ClipBuffering,
        configuration: RecordingConfiguration,
        codecs: any CodecProvider,
        clock: any MediaClock,
        report: @escaping @Sendable (RecordingWarning) -> Void,
        failed: @escaping @Sendable (WriterError) -> Void
    ) throws(WriterError) {
        let stages = try EncodingStages(
            pipeline,
            configuration,
            for: buffering.container,
            keyframes: .forClips,
            codecs: codecs,
            clock: clock
        )
        let start = clock.now
        let ring = PacketRing(
            stages.tracks.map(\.description.mediaType),
            from: start,
            duration: buffering.duration,
            byteLimit: buffering.byteLimit
        )
        let state = ConditionLock(State(ring: ring))
        self.stages = stages
        self.pipeline = pipeline
        self.configuration = configuration
        self.codecs = codecs
        frameDuration = configuration.frameRate.frameDuration
        self.state = state
        self.clock = clock
        stages.outputs.add { Self.take($0, state, report: report, failed: failed) }
        tap = ConditionLock(pipeline.outputs.add { stages.take($0) })
        pipeline.begin(at: start)
    }

    private static func take(
        _ output: EncodingStages.Output,
        _ state: ConditionLock<State>,
        report: (RecordingWarning) -> Void,
        failed: (WriterError) -> Void
    ) {
        let (feed, shortened) = state.withLock { state -> (FilmFeed?, PacketRing?) in
            switch output.output {
            case .packet(let packet): state.ring?.append(packet, ofTrack: output.track)
            case .finished: break
            case .failed(let error): state.failure = state.failure ?? (output.track, error)
            }
            let isNew = !state.isShorteningTold && state.ring?.isShortened == true
            if isNew { state.isShorteningTold = true }
            return (state.feed, isNew ? state.ring : nil)
        }
        if let shortened { report(RecordingWarning(shortened: shortened)) }
        if let feed {
            feed.take(output)
        } else if case .failed(let error) = output.output {
            failed(error)
        }
    }

    /// When the first packets began.
    var origin: MediaTime {
        pipeline.timeline.start
    }

    /// How much is kept; nil when nothing is any more.
    var status: ClipBufferStatus? {
        state.read { state in
            state.ring.map { ring in
                ClipBufferStatus(
                    duration: min(ring.duration, ring.start.map { max(ring.end - $0, .zero) } ?? .zero),
                    byteCount: ring.byteCount,
                    byteLimit: ring.byteLimit
                )
            }
        }
    }

    // MARK: Films

    /// Begins a film: `feed` gets all that comes after what this answers with; nil when nothing is kept any more.
    func join(_ feed: FilmFeed) -> PacketRing? {
        state.withLock { state in
            state.feed = feed
            // What can't be encoded any more is told where the film is told of it.
            if let (track, error) = state.failure {
                feed.take(EncodingStages.Output(track: track, output: .failed(error)))
            }
            return state.ring
        }
    }

    /// Ends a film's packets; what is kept goes on.
    func leave(_ feed: FilmFeed) {
        state.withLock { state in
            if state.feed === feed { state.feed = nil }
        }
    }

    // MARK: Beginnings

    /// How long a keyframe is waited for that ends what is encoded anew.
    ///
    /// Shorter, and on a busy machine a start is not exact; longer, and a dead source delays it for no reason.
    private static let keyframePatience = Duration.seconds(1)

    /// Waits until what begins there can be encoded anew, if it has to be: up to the next keyframe.
    ///
    /// Blocks for a moment.
    func closeGroup(at start: MediaTime) {
        guard configuration.clipStart == .exact, state.read({ $0.ring?.isOpen(at: start) ?? false }) else { return }
        let now = clock.now
        stages.requestKeyframe(at: pipeline.timeline.filmTime(of: now))
        pipeline.show(at: now)
        _ = state.wait(until: now + Self.keyframePatience, on: clock) { state -> Bool? in
            state.isEnded || !(state.ring?.isOpen(at: start) ?? false) ? true : nil
        }
    }

    /// What is shown from an instant on, for a file of that kind.
    ///
    /// Blocks for as long as a second of pictures takes to be encoded anew, if that is wanted.
    func beginning(of ring: PacketRing, from wanted: MediaTime, in container: ContainerFormat) -> ClipBeginning {
        let wanted = pictureTime(at: wanted)
        let isMovie = container.finishing == .movieIndex
        var failure: WriterError?
        if configuration.clipStart == .exact {
            let exact = ExactStart(stages.tracks[0].description, stages.videoSettings, codecs: codecs)
            do throws(WriterError) {
                let clip = ring.clip(from: wanted, isMovie ? .exact : .exactBetweenPackets)
                return ClipBeginning(clip: try exact.apply(to: clip))
            } catch {
                failure = error
            }
        }
        return ClipBeginning(clip: ring.clip(from: wanted, isMovie ? .atInstant : .atKeyframe), failure: failure)
    }

    /// With constant timing a film begins with one of its pictures, so that all are a whole interval apart.
    private func pictureTime(at wanted: MediaTime) -> MediaTime {
        guard configuration.timing == .constant, wanted > origin else { return wanted }
        let rate = configuration.frameRate
        return origin + rate.offset(ofFrame: rate.frameNumber(at: wanted - origin))
    }

    // MARK: Clips

    /// The clip of that length that ends at an instant, as far as it is there; comes back when its end has come.
    ///
    /// Blocks for a moment. Nil when nothing is kept.
    func clip(
        of duration: Duration,
        endingAt instant: MediaTime,
        in container: ContainerFormat
    ) -> (clip: ClipBeginning, end: MediaTime)? {
        state.withLock { $0.waitingCount += 1 }
        let timeline = pipeline.timeline
        let isPaused = timeline.pauseStart != nil
        let end = timeline.filmTime(of: instant)
        // Its last picture, as in any film; a still screen would have its next one a second later.
        pipeline.show(at: instant - frameDuration)
        // By then what has changed before its end has come out of the pacer.
        _ = state.wait(until: instant + frameDuration * 2, on: clock) { $0.isEnded ? true : nil }
        let deadline = clock.now + (isPaused ? Self.pausePatience : Self.patience)
        _ = state.wait(until: deadline, on: clock) { [frameDuration] state -> Bool? in
            if state.isEnded { return true }
            return state.ring.map { $0.holds(upTo: end, pictures: end - frameDuration) } ?? true ? true : nil
        }
        closeGroup(at: end - duration)
        let ring = state.withLock { state in
            state.waitingCount -= 1
            return state.ring
        }
        return ring.map { (beginning(of: $0, from: end - duration, in: container), end) }
    }

    /// Forgets what was before an instant of the film.
    func forget(before instant: MediaTime) {
        state.withLock { $0.ring?.forget(before: instant) }
    }

    // MARK: The end

    /// Comes back when every clip that is wanted has its packets.
    ///
    /// Blocks for a moment.
    func awaitClips() {
        _ = state.wait(until: nil, on: clock) { $0.waitingCount == 0 ? true : nil }
    }

    /// Keeps nothing any more; a film goes on.
    func stopKeeping() {
        state.withLock { $0.ring = nil }
    }

    /// Ends the encoders; the pipeline is closed, or goes on without them.
    ///
    /// Blocks; more than once is harmless.
    func close() {
        state.withLock { $0.isOver = true }
        awaitClips()
        stopKeeping()
        let tap = tap.withLock { tap in
            defer { tap = nil }
            return tap
        }
        if let tap { pipeline.outputs.remove(tap) }
        stages.drain()
    }

    /// Ends the encoders; the pipeline is armed as before.
    func detach() {
        pipeline.abandon()
        close()
    }
}

/// What a film or a clip begins with.
struct ClipBeginning {
    let clip: PacketRing.Clip
    /// Why it isn't as exact as it was to be.
    var failure: WriterError?
}

extension ContainerFormat {
    /// Refuses encoders whose packets it can't hold.
    func check(_ stages: EncodingStages) throws(WriterError) {
        for track in stages.tracks {
            switch track.description.media {
            case .video(let codec, _, _, _): try check(codec)
            case .audio(let codec, _, _, _): try check(codec)
            }
        }
    }
}

extension RecordingWarning {
    /// What is kept in memory is shorter than was asked for, since it may not take more.
    init(shortened ring: PacketRing) {
        let kept = ring.start.map { (max(ring.end - $0, .zero).inSeconds * 10).rounded() / 10 } ?? 0
        self.init(
            code: "replay_shortened",
            subject: "replay",
            message: "only the last \(kept) s of \(ring.duration.inSeconds) s fit into its "
                + "\(ring.byteLimit / 1_000_000) MB of memory",
            help: "Choose a lower --quality, --bitrate or --fps, or a shorter time."
        )
    }
}
