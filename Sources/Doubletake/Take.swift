import DoubletakeMedia
import DoubletakeWriting

/// One film from its first instant to its finished file.
final class Take: Sendable {
    /// What is told to those who follow the recording.
    let description: StartedRecording
    /// What is told to them before.
    let warnings: [RecordingWarning]
    private let file: FilmFile
    private let pipeline: RecordingPipeline
    private let movie: MovieOutput
    private let tap: Tee<CaptureOutput>.OutputID
    private let statusTicker: Ticker
    private let startLatency: Duration
    private let clock: any MediaClock

    /// Makes the file, opens the encoders, and begins the film.
    ///
    /// Blocks; when it throws, no file is left and the pipeline is as it was.
    ///
    /// - Parameters:
    ///   - start: the film's first instant, a little ago; nil for the one at which all is ready.
    ///   - reportStatus: called once a second until the film is finished, on a thread of the take's own.
    init(
        path: String,
        replacement: FilmReplacement,
        start wantedStart: MediaTime?,
        pipeline: RecordingPipeline,
        configuration: RecordingConfiguration,
        codecs: any CodecProvider,
        clock: any MediaClock,
        reportStatus: @escaping @Sendable (RecordingStatus) -> Void
    ) throws(RecordingError) {
        let file = try FilmFile(path: path, replacement: replacement)
        let movie: MovieOutput
        let start: MediaTime
        do throws(WriterError) {
            movie = try Self.makeMovie(file, pipeline, configuration, codecs, clock)
            startLatency = wantedStart.map { clock.now - $0 } ?? .zero
            start = wantedStart ?? clock.now
            do throws(WriterError) {
                try movie.begin(at: start)
                statusTicker = try Self.startStatus(from: start, pipeline, movie, clock, report: reportStatus)
            } catch {
                movie.cancel()
                throw error
            }
        } catch {
            throw .writer(error, playableFile: nil)
        }
        self.file = file
        self.movie = movie
        warnings = movie.warnings
        self.pipeline = pipeline
        self.clock = clock
        description = StartedRecording(
            file: file.plannedPath,
            partFile: movie.writer.path,
            displaySize: pipeline.displaySize,
            codedSize: pipeline.displaySize.roundedUpToEven,
            frameRate: configuration.frameRate,
            tracks: movie.tracks,
            start: start
        )
        tap = pipeline.outputs.add { movie.take($0) }
        pipeline.begin(at: start)
    }

    private static func startStatus(
        from start: MediaTime,
        _ pipeline: RecordingPipeline,
        _ movie: MovieOutput,
        _ clock: any MediaClock,
        report: @escaping @Sendable (RecordingStatus) -> Void
    ) throws(WriterError) -> Ticker {
        do throws(SystemCallError) {
            return try Ticker(name: "status", every: .seconds(1), from: start, clock: clock) { elapsed in
                report(
                    RecordingStatus(
                        elapsed: elapsed,
                        byteCount: FilmFile.byteCount(of: movie.writer.path) ?? 0,
                        statistics: statistics(pipeline, movie),
                        levels: pipeline.takeLevels()
                    )
                )
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

    /// Ends the film at `end`, closes the devices, finishes the file and gives it its name.
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
            pipeline.close()
            movie.drain()
            statusTicker.stop()
        }
        await movie.writer.finishWriting()
        return try await onThread("publish") { [self] () throws(RecordingError) in try publish(end: end) }
    }

    /// Gives the film up; no file is left, and the pipeline is ready for the next one.
    func takeBack() async throws(RecordingError) {
        try await onThread("take-back") { [self] () throws(RecordingError) in
            // First the writer: once every stage has finished, it would complete the film.
            movie.cancelWriting()
            pipeline.abandon()
            pipeline.outputs.remove(tap)
            movie.drain()
            statusTicker.stop()
        }
    }

    /// Gives the film up and closes the devices; no file is left.
    func cancel() async throws(RecordingError) {
        try await takeBack()
        try await onThread("cancel") { [self] () throws(RecordingError) in pipeline.close() }
    }

    private func publish(end: MediaTime) throws(RecordingError) -> FinishedRecording {
        let part = movie.writer.path
        if let error = movie.writer.error {
            guard movie.writer.isFilePlayable else { throw .writer(error, playableFile: nil) }
            throw .writer(error, playableFile: saved(part))
        }
        let film = try file.publish(part)
        guard let byteCount = FilmFile.byteCount(of: film) else {
            throw .system(.last(call: "stat", subject: film))
        }
        return FinishedRecording(
            file: film,
            duration: end - description.start,
            byteCount: byteCount,
            statistics: Self.statistics(pipeline, movie),
            startLatency: startLatency,
            stopLatency: clock.now - end,
            sounds: pipeline.soundReports
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
