import DoubletakeMedia
import DoubletakeWriting
import Synchronization

/// An encoder's stage for each source of buffers of a pipeline; the packets go to whoever wants them.
///
/// Buffers come on the pipeline's threads. Its other methods are called by one thread at a time.
final class EncodingStages: Sendable {
    /// What comes out of a track's encoder.
    struct Output: Sendable {
        let track: Int
        let output: EncoderStageOutput
    }

    /// The tracks, each with its place in a file.
    let tracks: [MovieEncoders.Track]
    /// What is told of them.
    let names: [StartedRecording.Track]
    /// What is worth knowing about the encoders.
    let warnings: [RecordingWarning]
    /// What the pictures' encoder was opened with.
    let videoSettings: VideoEncoderSettings
    /// Where the packets go, on the encoders' threads, each track's on its own.
    ///
    /// An output may wait, and then the encoder does.
    let outputs: Tee<Output>
    private let video: EncoderStage<VideoFrame>
    private let sounds: [SampleBufferSource: EncoderStage<AudioBuffer>]
    private let mixes: [MixStage]
    private let dropped = Atomic(0)

    /// Opens the encoders and starts their stages.
    ///
    /// - Parameters:
    ///   - container: what its usual codecs are taken for.
    ///   - keyframes: where decoding can begin.
    init(
        _ pipeline: RecordingPipeline,
        _ configuration: RecordingConfiguration,
        for container: ContainerFormat,
        keyframes: MovieEncoders.Keyframes,
        codecs: any CodecProvider,
        clock: any MediaClock
    ) throws(WriterError) {
        let encoders = try MovieEncoders(pipeline, configuration, container, keyframes, codecs)
        tracks = encoders.tracks
        names = encoders.names
        warnings = encoders.warnings
        videoSettings = encoders.videoSettings
        let outputs = Tee<Output>()
        self.outputs = outputs
        do throws(SystemCallError) {
            video = try EncoderStage(
                encoders.video,
                name: "encode-video",
                // Constant timing promises every slot: what is missed meanwhile is repeated, which costs less.
                whenFull: configuration.timing == .constant ? .wait : .dropOldest,
                clock: clock,
                output: { outputs.send(Output(track: 0, output: $0)) }
            )
        } catch {
            throw .cannotStart(error)
        }
        do throws(WriterError) {
            (sounds, mixes) = try Self.makeSoundStages(encoders.sounds, pipeline.recordedSounds, outputs, clock)
        } catch {
            video.finish()
            video.join()
            throw error
        }
    }

    private static func makeSoundStages(
        _ encoders: [MovieEncoders.Sound],
        _ recorded: [RecordedSound],
        _ outputs: Tee<Output>,
        _ clock: any MediaClock
    ) throws(WriterError) -> ([SampleBufferSource: EncoderStage<AudioBuffer>], [MixStage]) {
        var sounds: [SampleBufferSource: EncoderStage<AudioBuffer>] = [:]
        var mixes: [MixStage] = []
        do throws(WriterError) {
            for sound in encoders {
                let stage = try makeSoundStage(sound, outputs, clock)
                let mixed = recorded.filter { sound.source == nil || $0.source == sound.source }
                if let source = sound.source, mixed.allSatisfy({ $0.format == sound.format }) {
                    sounds[source] = stage
                } else {
                    // A sound that can't be encoded as it is takes the same way as the mix of all.
                    let mix = try MixStage(mixing: mixed, to: sound.format, into: stage, clock: clock) {
                        outputs.send(Output(track: sound.track, output: .failed($0)))
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
        _ outputs: Tee<Output>,
        _ clock: any MediaClock
    ) throws(WriterError) -> EncoderStage<AudioBuffer> {
        do throws(SystemCallError) {
            return try EncoderStage(
                sound.encoder,
                name: "encode-\(sound.source?.type.rawValue ?? "mix")",
                whenFull: .wait,
                clock: clock,
                output: { outputs.send(Output(track: sound.track, output: $0)) }
            )
        } catch {
            throw .cannotStart(error)
        }
    }

    /// How many pictures were lost because the encoder was busy.
    var droppedFrameCount: Int {
        dropped.load(ordering: .relaxed)
    }

    /// Wants a keyframe at that time or later.
    func requestKeyframe(at time: MediaTime) {
        video.requestKeyframe(at: time)
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

    /// Ends the stages; comes back when everything that came has left.
    ///
    /// More than once is harmless.
    func drain() {
        video.finish()
        video.join()
        Self.end(Array(sounds.values))
        for mix in mixes { mix.end() }
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
