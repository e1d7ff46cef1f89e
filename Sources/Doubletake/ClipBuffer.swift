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

    /// Begins a film: `feed` gets all that comes after what this answers with.
    func join(_ feed: FilmFeed, from wanted: MediaTime, _ cut: PacketRing.Cut) -> PacketRing.Clip {
        state.withLock { state in
            state.feed = feed
            // What can't be encoded any more is told where the film is told of it.
            if let (track, error) = state.failure {
                feed.take(EncodingStages.Output(track: track, output: .failed(error)))
            }
            return state.ring?.clip(from: wanted, cut)
                ?? PacketRing.Clip(start: max(wanted, clock.now))
        }
    }

    /// Ends a film's packets; what is kept goes on.
    func leave(_ feed: FilmFeed) {
        state.withLock { state in
            if state.feed === feed { state.feed = nil }
        }
    }

    // MARK: Clips

    /// The clip of that length that ends at an instant, as far as it is there; comes back when its end has come.
    ///
    /// Blocks for a moment. Nil when nothing is kept.
    func clip(
        of duration: Duration,
        endingAt instant: MediaTime,
        _ cut: PacketRing.Cut
    ) -> (clip: PacketRing.Clip, end: MediaTime)? {
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
        return state.withLock { state in
            state.waitingCount -= 1
            return state.ring.map { ($0.clip(from: end - duration, cut), end) }
        }
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

    /// How a film of it can begin in the middle of what is there.
    var cut: PacketRing.Cut {
        finishing == .movieIndex ? .atInstant : .atKeyframe
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
