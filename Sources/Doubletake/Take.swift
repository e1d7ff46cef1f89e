import DoubletakeMedia
import DoubletakeWriting

/// One film from its first instant to its finished file.
final class Take: Sendable {
    /// What is told to those who follow the recording.
    let description: StartedRecording
    private let file: FilmFile
    private let pipeline: RecordingPipeline
    private let movie: MovieOutput
    private let statusRequest: BoundedQueue<Never>
    private let statusThread: WorkerThread

    /// Makes the file, opens the encoders, and then begins the film: its first instant is the one at which all is ready.
    ///
    /// Blocks; when it throws, no file is left and the pipeline is as it was.
    ///
    /// - Parameter reportStatus: called once a second until the film is finished, on a thread of the take's own.
    init(
        path: String,
        replacement: FilmReplacement,
        pipeline: RecordingPipeline,
        configuration: RecordingConfiguration,
        codecs: any CodecProvider,
        clock: any MediaClock,
        reportStatus: @escaping @Sendable (_ elapsed: Duration, RecordingStatistics) -> Void
    ) throws(RecordingError) {
        let file = try FilmFile(path: path, replacement: replacement)
        let request = BoundedQueue<Never>(capacity: 1, whenFull: .refuse, clock: clock)
        let movie: MovieOutput
        let start: MediaTime
        do throws(WriterError) {
            movie = try Self.makeMovie(file, pipeline, configuration, codecs, clock)
            start = clock.now
            do throws(WriterError) {
                try movie.begin(at: start)
                statusThread = try Self.startStatus(until: request, from: start) { elapsed in
                    reportStatus(elapsed, Self.statistics(pipeline, movie))
                }
            } catch {
                movie.cancel()
                throw error
            }
        } catch {
            throw .writer(error, playableFile: nil)
        }
        self.file = file
        self.movie = movie
        self.pipeline = pipeline
        statusRequest = request
        description = StartedRecording(
            file: file.plannedPath,
            partFile: movie.writer.path,
            displaySize: pipeline.displaySize,
            codedSize: pipeline.displaySize.roundedUpToEven,
            frameRate: configuration.frameRate,
            tracks: movie.tracks,
            start: start
        )
        pipeline.outputs.add { movie.take($0) }
        pipeline.begin(at: start)
    }

    private static func startStatus(
        until request: BoundedQueue<Never>,
        from start: MediaTime,
        report: @escaping @Sendable (_ elapsed: Duration) -> Void
    ) throws(WriterError) -> WorkerThread {
        do throws(SystemCallError) {
            return try WorkerThread(name: "status") {
                var elapsed = Duration.seconds(1)
                while case .timedOut = request.pop(until: start + elapsed) {
                    report(elapsed)
                    elapsed += .seconds(1)
                }
            }
        } catch {
            throw .cannotStart(error)
        }
    }

    private static func statistics(_ pipeline: RecordingPipeline, _ movie: MovieOutput) -> RecordingStatistics {
        var statistics = pipeline.statistics
        statistics.framesDropped += movie.droppedFrameCount
        return statistics
    }

    /// Makes the part file under the first name that is free, also when somebody else takes one meanwhile.
    private static func makeMovie(
        _ file: FilmFile,
        _ pipeline: RecordingPipeline,
        _ configuration: RecordingConfiguration,
        _ codecs: any CodecProvider,
        _ clock: any MediaClock
    ) throws(WriterError) -> MovieOutput {
        while true {
            do throws(WriterError) {
                return try MovieOutput(
                    path: file.freePartPath(),
                    container: file.container,
                    pipeline: pipeline,
                    configuration: configuration,
                    codecs: codecs,
                    clock: clock
                )
            } catch {
                guard case .fileExists = error else { throw error }
            }
        }
    }

    /// Comes back when the file is complete, or has failed.
    func fileEnded() async {
        await movie.writer.ended()
    }

    /// Ends the film at `end`, finishes the file and gives it its name.
    func result(endingAt end: MediaTime) async -> Result<FinishedRecording, RecordingError> {
        do throws(RecordingError) {
            return .success(try await finish(at: end))
        } catch {
            return .failure(error)
        }
    }

    private func finish(at end: MediaTime) async throws(RecordingError) -> FinishedRecording {
        try await onThread("finish") { [self] () throws(RecordingError) in
            movie.end(at: end)
            pipeline.finish(at: end)
            movie.drain()
            endStatus()
        }
        await movie.writer.finishWriting()
        return try await onThread("publish") { [self] () throws(RecordingError) in try publish(end: end) }
    }

    /// Gives the film up; no file is left.
    func cancel() async throws(RecordingError) {
        try await onThread("cancel") { [self] () throws(RecordingError) in
            pipeline.cancel()
            movie.cancel()
            endStatus()
        }
    }

    private func endStatus() {
        statusRequest.finish()
        statusThread.join()
    }

    private func publish(end: MediaTime) throws(RecordingError) -> FinishedRecording {
        let part = movie.writer.path
        if let error = movie.writer.error {
            guard movie.writer.isFilePlayable else { throw .writer(error, playableFile: nil) }
            throw .writer(error, playableFile: saved(part))
        }
        let film = try file.publish(part)
        let byteCount: Int64
        do throws(SystemCallError) {
            byteCount = try FileStorage(path: film, access: .readOnly).byteCount()
        } catch {
            throw .system(error)
        }
        return FinishedRecording(
            file: film,
            duration: end - description.start,
            byteCount: byteCount,
            statistics: Self.statistics(pipeline, movie)
        )
    }

    /// Gives what a failed recording left its name too; where that can't be had, it keeps that of the part file.
    private func saved(_ part: String) -> String {
        do throws(RecordingError) {
            return try file.publish(part)
        } catch {
            return part
        }
    }
}
