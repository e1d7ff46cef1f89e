import DoubletakeCapture
import DoubletakeMedia
import DoubletakeWriting
import Synchronization

/// A camera's own film beside the one that is recorded: the same start, pauses and end, its own encoder and files.
///
/// Its methods are called by one thread at a time.
final class CameraMovie: Sendable {
    /// What is told of it when the recording begins.
    let description: StartedRecording.CameraFile
    /// The files.
    let parts: MovieParts
    private let source: SampleBufferSource
    private let stage: EncoderStage<VideoFrame>
    private let tap = ConditionLock<Tee<CaptureOutput>.OutputID?>(nil)
    private let dropped = Atomic(0)

    /// Makes the first file, and opens the encoder.
    ///
    /// - Parameters:
    ///   - path: where it shall be.
    ///   - report: takes what happens to its files, on any thread.
    init(
        of track: CameraTrack,
        path: String,
        replacement: FilmReplacement,
        configuration: RecordingConfiguration,
        codecs: any CodecProvider,
        files: any FileSystem,
        clock: any MediaClock,
        report: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(RecordingError) {
        let device = track.feed.device
        source = track.source
        let file = try FilmFile(path: path, replacement: replacement, files: files)
        let plannedPath: String
        do throws(SystemCallError) {
            plannedPath = try file.plannedPath()
        } catch {
            throw .cannotCreate(error)
        }
        do throws(WriterError) {
            let settings = try FilmCodecs(configuration, file.container)
                .settings(configuration, displaySize: track.displaySize, color: .bt709Limited)
            let encoder = try codecs.makeVideoEncoder(settings)
            let parts = try MovieParts(
                file,
                tracks: [MovieEncoders.Track(description: encoder.track, name: device.name, isEnabled: true)],
                metadata: configuration.metadata,
                limits: configuration.limits,
                codecs: codecs,
                clock: clock,
                report: { report($0.of(camera: device)) }
            )
            self.parts = parts
            do throws(SystemCallError) {
                stage = try EncoderStage(
                    encoder,
                    name: "encode-camera",
                    whenFull: configuration.timing == .constant ? .wait : .dropOldest,
                    clock: clock,
                    output: { parts.take($0, ofTrack: 0) }
                )
            } catch {
                parts.cancel()
                throw .cannotStart(error)
            }
        } catch {
            throw .writer(error, playableFile: nil)
        }
        description = StartedRecording.CameraFile(
            camera: device,
            file: plannedPath,
            partFile: parts.firstPath,
            displaySize: track.displaySize
        )
    }

    /// How many pictures were lost because the encoder was busy.
    var droppedFrameCount: Int {
        dropped.load(ordering: .relaxed)
    }

    /// Begins the film, before any picture of it comes.
    func begin(at start: MediaTime, from outputs: Tee<CaptureOutput>) throws(WriterError) {
        try parts.begin(at: start) { [stage] in stage.requestKeyframe(at: $0) }
        let id = outputs.add { [self] in take($0) }
        tap.withLock { $0 = id }
    }

    /// Waits until everything that came is in the writer's hands; after the pipeline has finished.
    func drain(from outputs: Tee<CaptureOutput>) {
        let id = tap.withLock { tap in
            defer { tap = nil }
            return tap
        }
        if let id { outputs.remove(id) }
        stage.finish()
        stage.join()
    }

    /// Ends the film, which is drained, at an instant of it.
    ///
    /// - Returns: its parts, all of which have their names.
    func finish(at end: MediaTime) async throws(RecordingError) -> [FinishedPart] {
        try await parts.finish(at: end).parts.map { $0.of(camera: description.camera) }
    }

    private func take(_ output: CaptureOutput) {
        switch output {
        case .buffer(let buffer):
            guard buffer.source == source, case .video(let frame) = buffer.content else { return }
            if case .replaced = stage.append(frame) { dropped.add(1, ordering: .relaxed) }
        case .finished(source): stage.finish()
        case .finished: break
        }
    }
}

extension FinishedPart {
    /// The same, as a part of a camera's film.
    fileprivate func of(camera: CaptureDevice) -> FinishedPart {
        var part = self
        part.camera = camera
        return part
    }
}

extension RecordingEvent {
    /// The same, of the files of a camera.
    fileprivate func of(camera: CaptureDevice) -> RecordingEvent {
        switch self {
        case .split(var part):
            part.camera = camera
            return .split(part)
        case .part(let part): return .part(part.of(camera: camera))
        case .armed, .levels, .started, .status, .warning, .paused, .resumed, .cancelled, .marker, .arranged, .sound,
            .finished, .failed:
            return self
        }
    }
}
