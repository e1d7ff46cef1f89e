import DoubletakeMedia
import DoubletakeWriting
import Synchronization

/// A film as an output of a pipeline: an encoder's stage for each source of buffers, whose packets go into its parts.
///
/// Buffers come on the pipeline's threads. Its other methods are called by one thread at a time.
final class MovieOutput: Sendable {
    /// The files.
    let parts: MovieParts
    /// The tracks in the order in which the file has them.
    let tracks: [StartedRecording.Track]
    /// What is worth knowing about its encoders.
    let warnings: [RecordingWarning]
    private let video: EncoderStage<VideoFrame>
    private let sounds: [SampleBufferSource: EncoderStage<AudioBuffer>]
    private let mixes: [MixStage]
    private let dropped = Atomic(0)

    /// Opens the encoders and makes the first file of `film`.
    ///
    /// - Parameter report: takes what happens to the files, on any thread.
    init(
        _ film: FilmFile,
        pipeline: RecordingPipeline,
        configuration: RecordingConfiguration,
        codecs: any CodecProvider,
        clock: any MediaClock,
        report: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(WriterError) {
        let encoders = try MovieEncoders(pipeline, configuration, film.container, codecs)
        let parts = try MovieParts(
            film,
            tracks: encoders.tracks,
            metadata: configuration.metadata,
            limits: configuration.limits,
            codecs: codecs,
            clock: clock,
            report: report
        )
        self.parts = parts
        tracks = encoders.names
        warnings = encoders.warnings
        do throws(SystemCallError) {
            video = try EncoderStage(
                encoders.video,
                name: "encode-video",
                // Constant timing promises every slot: what is missed meanwhile is repeated, which costs less.
                whenFull: configuration.timing == .constant ? .wait : .dropOldest,
                clock: clock,
                output: { parts.take($0, ofTrack: 0) }
            )
        } catch {
            parts.cancel()
            throw .cannotStart(error)
        }
        do throws(WriterError) {
            (sounds, mixes) = try Self.makeSoundStages(encoders.sounds, pipeline.recordedSounds, parts, clock)
        } catch {
            video.finish()
            video.join()
            parts.cancel()
            throw error
        }
    }

    private static func makeSoundStages(
        _ encoders: [MovieEncoders.Sound],
        _ recorded: [RecordedSound],
        _ parts: MovieParts,
        _ clock: any MediaClock
    ) throws(WriterError) -> ([SampleBufferSource: EncoderStage<AudioBuffer>], [MixStage]) {
        var sounds: [SampleBufferSource: EncoderStage<AudioBuffer>] = [:]
        var mixes: [MixStage] = []
        do throws(WriterError) {
            for sound in encoders {
                let stage = try makeSoundStage(sound, parts, clock)
                let mixed = recorded.filter { sound.source == nil || $0.source == sound.source }
                if let source = sound.source, mixed.allSatisfy({ $0.format == sound.format }) {
                    sounds[source] = stage
                } else {
                    // A sound that can't be encoded as it is takes the same way as the mix of all.
                    let mix = try MixStage(mixing: mixed, to: sound.format, into: stage, clock: clock) {
                        parts.fail(because: $0)
                    }
                    mixes.append(mix)
                }
            }
            return (sounds, mixes)
        } catch {
            end(Array(sounds.values))
            for mix in mixes { mix.end() }
            throw error
        }
    }

    private static func makeSoundStage(
        _ sound: MovieEncoders.Sound,
        _ parts: MovieParts,
        _ clock: any MediaClock
    ) throws(WriterError) -> EncoderStage<AudioBuffer> {
        do throws(SystemCallError) {
            return try EncoderStage(
                sound.encoder,
                name: "encode-\(sound.source?.type.rawValue ?? "mix")",
                whenFull: .wait,
                clock: clock,
                output: { parts.take($0, ofTrack: sound.track) }
            )
        } catch {
            throw .cannotStart(error)
        }
    }

    /// How many pictures were lost because the encoder was busy.
    var droppedFrameCount: Int {
        dropped.load(ordering: .relaxed)
    }

    /// Begins the film, before any buffer comes.
    func begin(at start: MediaTime) throws(WriterError) {
        try parts.begin(at: start) { [video] in video.requestKeyframe(at: $0) }
    }

    /// Takes what comes out of the pipeline.
    func take(_ output: CaptureOutput) {
        switch output {
        case .buffer(let buffer): append(buffer)
        case .finished(.video): video.finish()
        case .finished(let source):
            sounds[source]?.finish()
            for mix in mixes { mix.finish(source) }
        }
    }

    /// Waits until everything that came is in the writers' hands; after the pipeline has finished.
    func drain() {
        video.finish()
        video.join()
        Self.end(Array(sounds.values))
        for mix in mixes { mix.end() }
    }

    /// Ends the film without a file, when no buffer has come and none will.
    func cancel() {
        parts.cancel()
        drain()
    }

    private func append(_ buffer: SampleBuffer) {
        switch buffer.content {
        case .video(let frame):
            if case .replaced = video.append(frame) { dropped.add(1, ordering: .relaxed) }
        case .audio(let audio):
            _ = sounds[buffer.source]?.append(audio)
            for mix in mixes { mix.append(audio, of: buffer.source) }
        }
    }

    private static func end(_ stages: [EncoderStage<AudioBuffer>]) {
        for stage in stages { stage.finish() }
        for stage in stages { stage.join() }
    }
}
