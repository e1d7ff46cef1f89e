import DoubletakeMedia
import DoubletakeWriting

/// A film as an output of the encoders: their packets go into its parts.
///
/// The encoders are its own, opened for it; or those whose packets are kept in memory, and then it begins with some of
/// these. Its methods are called by one thread at a time.
final class MovieOutput: Sendable {
    /// The files.
    let parts: MovieParts
    /// The encoders.
    let stages: EncodingStages
    private let container: ContainerFormat
    private let report: @Sendable (RecordingEvent) -> Void
    private let buffer: ClipBuffer?
    private let feed = ConditionLock<FilmFeed?>(nil)
    /// What hands on the packets of encoders of its own.
    private let output = ConditionLock<Tee<EncodingStages.Output>.OutputID?>(nil)

    /// Makes the first file of `film`, and opens the encoders unless there are some.
    ///
    /// - Parameters:
    ///   - buffer: where the newest packets are kept, if they are.
    ///   - report: takes what happens to the files, on any thread.
    init(
        _ film: FilmFile,
        pipeline: RecordingPipeline,
        buffer: ClipBuffer?,
        configuration: RecordingConfiguration,
        codecs: any CodecProvider,
        clock: any MediaClock,
        report: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(WriterError) {
        self.buffer = buffer
        self.report = report
        container = film.container
        if let buffer {
            try film.container.check(buffer.stages)
            stages = buffer.stages
        } else {
            stages = try EncodingStages(
                pipeline,
                configuration,
                for: film.container,
                keyframes: .forSeeking,
                codecs: codecs,
                clock: clock
            )
        }
        do throws(WriterError) {
            parts = try MovieParts(
                film,
                tracks: stages.tracks,
                metadata: configuration.metadata,
                limits: configuration.limits,
                codecs: codecs,
                clock: clock,
                report: report
            )
        } catch {
            if buffer == nil { stages.drain() }
            throw error
        }
    }

    /// Begins the film.
    ///
    /// - Parameters:
    ///   - wanted: its first instant, before any buffer comes; with packets that are kept the one from which on they are
    ///     in the film.
    /// - Returns: its first instant; later than wanted when less is kept, and earlier in a container that shows all.
    func begin(at wanted: MediaTime, clock: any MediaClock) throws(WriterError) -> MediaTime {
        let requestKeyframe: @Sendable (MediaTime) -> Void = { [stages] in stages.requestKeyframe(at: $0) }
        let parts = parts
        guard let buffer else {
            try parts.begin(at: wanted, requestKeyframe: requestKeyframe)
            let id = stages.outputs.add { parts.take($0.output, ofTrack: $0.track) }
            output.withLock { $0 = id }
            return wanted
        }
        let feed = FilmFeed(clock: clock)
        self.feed.withLock { $0 = feed }
        buffer.closeGroup(at: wanted)
        let beginning = buffer.join(feed).map { buffer.beginning(of: $0, from: wanted, in: container) }
        if let error = beginning?.failure {
            report(.warning(RecordingWarning(inexact: parts.firstPath, because: error)))
        }
        let clip = beginning?.clip ?? PacketRing.Clip(start: max(wanted, clock.now))
        try parts.begin(at: clip.start, cuttingFrom: buffer.origin, requestKeyframe: requestKeyframe)
        do throws(SystemCallError) {
            try feed.start(with: clip) { parts.take($0.output, ofTrack: $0.track) }
        } catch {
            throw .cannotStart(error)
        }
        return clip.start
    }

    /// How many pictures were lost because the encoder was busy.
    var droppedFrameCount: Int {
        stages.droppedFrameCount
    }

    /// How many pictures the film has, where that isn't what has come out of the pipeline.
    var pictureCount: Int? {
        feed.read { $0?.pictureCount }
    }

    /// Waits until everything that came is in the writers' hands; after the pipeline has finished.
    func drain() {
        stages.drain()
        leave()
    }

    /// Ends the film without a file, when no buffer of it has come and none will.
    func cancel() {
        parts.cancel()
        giveUpStages()
    }

    /// Leaves the encoders alone, if others want their packets, or ends them.
    func giveUpStages() {
        if buffer == nil { stages.drain() }
        leave()
    }

    private func leave() {
        // The parts ask the encoders for keyframes: nobody must keep the other.
        if let id = output.read({ $0 }) { stages.outputs.remove(id) }
        guard let feed = feed.read({ $0 }) else { return }
        buffer?.leave(feed)
        feed.end()
    }
}
