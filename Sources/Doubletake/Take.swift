import DoubletakeMedia
import DoubletakeWriting
import Synchronization

/// One film from its first instant to its finished file.
final class Take: Sendable {
    /// What is told to those who follow the recording.
    let description: StartedRecording
    /// What is told to them before.
    let warnings: [RecordingWarning]
    private let pipeline: RecordingPipeline
    /// Where the newest packets are kept; nil when they aren't.
    let buffer: ClipBuffer?
    private let movie: MovieOutput
    /// The cameras' own films.
    private let cameras: [CameraMovie]
    private let report: @Sendable (RecordingEvent) -> Void
    private let space: DiskGuard
    private let tap: Tee<CaptureOutput>.OutputID?
    private let statusTicker: Ticker
    private let startLatency: Duration
    /// What the pipeline had counted before the film.
    private let countedBefore: RecordingStatistics?
    private let clock: any MediaClock
    /// How many markers the film has.
    private let markerCount = Atomic(0)

    /// Makes the file, opens the encoders, and begins the film.
    ///
    /// Blocks; when it throws, no file is left and the pipeline is as it was.
    ///
    /// - Parameters:
    ///   - start: the film's first instant, a little ago; nil for the one at which all is ready.
    ///   - buffer: where the newest packets are kept, if they are: then what was before the start can be in the film.
    ///   - report: takes what happens until the film is finished, its status once a second; on any thread.
    init(
        path: String,
        replacement: FilmReplacement,
        start wantedStart: MediaTime?,
        pipeline: RecordingPipeline,
        buffer: ClipBuffer?,
        configuration: RecordingConfiguration,
        codecs: any CodecProvider,
        files: any FileSystem,
        clock: any MediaClock,
        report: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(RecordingError) {
        let file = try FilmFile(path: path, replacement: replacement, files: files)
        let space = DiskGuard(file, limits: configuration.limits, report: report)
        try space.checkBeforeRecording()
        let plannedPath: String
        do throws(SystemCallError) {
            plannedPath = try file.plannedPath()
        } catch {
            throw .cannotCreate(error)
        }
        let movie: MovieOutput
        let cameras: [CameraMovie]
        let start: MediaTime
        let pressed: MediaTime
        let countedBefore = buffer.map { buffer in
            var counted = pipeline.statistics
            counted.framesDropped += buffer.stages.droppedFrameCount
            return counted
        }
        self.report = report
        do throws(WriterError) {
            movie = try MovieOutput(
                file,
                pipeline: pipeline,
                buffer: buffer,
                configuration: configuration,
                codecs: codecs,
                clock: clock,
                report: report
            )
        } catch {
            throw .writer(error, playableFile: nil)
        }
        do throws(RecordingError) {
            cameras = try pipeline.makeMovies(
                beside: plannedPath, replacement, configuration, codecs, files, clock, report)
        } catch {
            movie.cancel()
            throw error
        }
        startLatency = wantedStart.map { clock.now - $0 } ?? .zero
        pressed = wantedStart ?? clock.now
        do throws(WriterError) {
            start = try movie.begin(at: pressed - configuration.preroll, clock: clock)
            for camera in cameras { try camera.begin(at: start, from: pipeline.cameras.outputs) }
            let statistics: @Sendable () -> RecordingStatistics = {
                Self.statistics(pipeline, movie, cameras, buffer, since: countedBefore)
            }
            let written: @Sendable () -> Int64 = {
                cameras.reduce(movie.parts.byteCount) { $0 + $1.parts.byteCount }
            }
            statusTicker = try Self.startStatus(
                from: start, pipeline, movie, space, written, configuration.levelMeters, clock, statistics, report)
        } catch {
            movie.cancel()
            pipeline.cancel(cameras)
            throw .writer(error, playableFile: nil)
        }
        self.movie = movie
        self.cameras = cameras
        self.buffer = buffer
        self.countedBefore = countedBefore
        warnings = movie.stages.warnings
        self.space = space
        self.pipeline = pipeline
        self.clock = clock
        description = StartedRecording(
            file: plannedPath,
            partFile: movie.parts.firstPath,
            displaySize: pipeline.displaySize,
            codedSize: pipeline.displaySize.roundedUpToEven,
            frameRate: configuration.frameRate,
            tracks: movie.stages.names,
            start: start,
            preroll: max(pressed - start, .zero),
            cameraFiles: cameras.map(\.description)
        )
        guard buffer == nil else {
            tap = nil
            // What the cameras' films begin with has passed by then.
            pipeline.cameras.show(at: max(start, clock.now))
            return
        }
        tap = pipeline.outputs.add { [stages = movie.stages] in stages.take($0) }
        pipeline.begin(at: start)
    }

    private static func startStatus(
        from start: MediaTime,
        _ pipeline: RecordingPipeline,
        _ movie: MovieOutput,
        _ space: DiskGuard,
        _ written: @escaping @Sendable () -> Int64,
        _ meters: LevelMeters,
        _ clock: any MediaClock,
        _ statistics: @escaping @Sendable () -> RecordingStatistics,
        _ report: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(WriterError) -> Ticker {
        // Nobody waits for how it stood in what was before.
        let passed = Duration.seconds(Int64(max((clock.now - start) / .seconds(1), 0)))
        do throws(SystemCallError) {
            let interval = meters == .always ? ArmedPipeline.levelInterval : .seconds(1)
            return try Ticker(name: "status", every: interval, from: start + passed, clock: clock) { sincePassed in
                if meters == .always { report(.levels(pipeline.takeLevels(for: .meter))) }
                let elapsed = passed + sincePassed
                guard elapsed.components.attoseconds == 0 else { return }
                let timeline = pipeline.timeline
                let status = RecordingStatus(
                    state: timeline.pauseStart == nil ? .recording : .paused,
                    elapsed: timeline.filmTime(of: start + elapsed) - start,
                    byteCount: movie.parts.byteCount,
                    statistics: statistics(),
                    levels: pipeline.takeLevels(for: .status)
                )
                report(.status(status))
                space.look(afterWriting: written(), in: status.elapsed)
            }
        } catch {
            throw .cannotStart(error)
        }
    }

    /// - Parameter before: what the pipeline had counted before the film.
    private static func statistics(
        _ pipeline: RecordingPipeline,
        _ movie: MovieOutput,
        _ cameras: [CameraMovie],
        _ buffer: ClipBuffer?,
        since before: RecordingStatistics?
    ) -> RecordingStatistics {
        var statistics = pipeline.statistics
        statistics.framesDropped += movie.droppedFrameCount
        statistics.cameraFramesDropped += cameras.reduce(0) { $0 + $1.droppedFrameCount }
        if let before { statistics = statistics.since(before) }
        if let pictureCount = movie.pictureCount { statistics.frames = pictureCount }
        statistics.markersDropped = movie.parts.droppedMarkerCount
        if let status = buffer?.status {
            statistics.bufferedByteCount = status.byteCount
            statistics.bufferedDuration = status.duration
        }
        return statistics
    }

    /// Goes on in the next part as soon as can be.
    func split() {
        let time = pipeline.timeline.filmTime(of: clock.now)
        for parts in [movie.parts] + cameras.map(\.parts) { parts.split(at: time) }
    }

    /// Puts a marker into the film; nil when that instant isn't in it.
    ///
    /// - Parameter name: what it is called; nil or nothing for "Marker" and its number.
    func mark(_ name: String?, at time: MediaTime) async throws(RecordingError) -> RecordedMarker? {
        let number = markerCount.add(1, ordering: .relaxed).newValue
        let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? "Marker \(number)"
        // What is marked in a pause is where the film goes on.
        let filmTime = pipeline.timeline.filmTime(of: time)
        let marker = Marker(time: filmTime, name: name)
        // The writer is waited for when the disk can't keep up.
        let isTaken = try await onThread("mark") { [movie, cameras] () throws(RecordingError) in
            for camera in cameras { _ = camera.parts.mark(marker) }
            return movie.parts.mark(marker)
        }
        guard isTaken else {
            markerCount.subtract(1, ordering: .relaxed)
            return nil
        }
        return RecordedMarker(time: filmTime - description.start, name: marker.name)
    }

    /// Comes back with why the film has to be ended, when it has to; nil once it is over.
    func awaitTrouble() async -> Trouble? {
        await withTaskGroup(of: Trouble?.self) { group in
            for parts in [movie.parts] + cameras.map(\.parts) {
                group.addTask { [pipeline] in
                    for await trouble in parts.troubles {
                        switch trouble {
                        case .failed: return .failed
                        case .limit(let limit):
                            return .limit(limit.end, at: pipeline.timeline.instant(ofFilmTime: limit.time))
                        }
                    }
                    return nil
                }
            }
            group.addTask { [space, clock] in
                for await _ in space.exhaustions { return .limit(.lowDisk, at: clock.now) }
                return nil
            }
            // Both end with the film; what comes first counts.
            for await trouble in group {
                if let trouble {
                    group.cancelAll()
                    return trouble
                }
            }
            return nil
        }
    }

    /// Why a film has to be ended before anybody wants it to.
    enum Trouble: Sendable {
        /// A file can't be written any more.
        case failed
        /// It has reached a limit at that instant.
        case limit(RecordingEnd, at: MediaTime)
    }

    /// Ends the film at `end`, closes the devices, finishes the file and gives it its name.
    ///
    /// - Parameter reason: why it ends, as far as is known outside.
    func result(
        endingAt end: MediaTime,
        because reason: RecordingEnd = .requested
    ) async -> Result<FinishedRecording, RecordingError> {
        do throws(RecordingError) {
            return .success(try await finish(at: end, reason))
        } catch {
            return .failure(error)
        }
    }

    private func finish(at end: MediaTime, _ reason: RecordingEnd) async throws(RecordingError) -> FinishedRecording {
        try await onThread("finish") { [self] () throws(RecordingError) in
            pipeline.finish(at: end)
            pipeline.close()
            movie.drain()
            for camera in cameras { camera.drain(from: pipeline.cameras.outputs) }
            statusTicker.stop()
            buffer?.close()
            space.end()
        }
        let timeline = pipeline.timeline
        let (finished, cameraParts) = try await finishFiles(at: timeline.filmTime(of: end))
        guard let first = finished.parts.first else {
            throw .writer(.nothingWritten(path: description.partFile), playableFile: nil)
        }
        var statistics = Self.statistics(pipeline, movie, cameras, buffer, since: countedBefore)
        statistics.pausedDuration = timeline.pausedDuration(at: end)
        return FinishedRecording(
            file: first.file,
            parts: finished.parts,
            end: finished.limit ?? reason,
            duration: finished.end - description.start,
            byteCount: finished.parts.reduce(0) { $0 + $1.byteCount },
            statistics: statistics,
            startLatency: startLatency,
            stopLatency: clock.now - end,
            sounds: zip(pipeline.soundReports, statistics.sounds).map { report, statistics in
                SoundReport(device: report.device, track: report.track, statistics: statistics)
            },
            cameraParts: cameraParts
        )
    }

    /// Finishes the film and the cameras' own ones, which end where it does.
    ///
    /// When one of them can't be, the others are complete all the same, and told of.
    private func finishFiles(
        at end: MediaTime
    ) async throws(RecordingError) -> (film: MovieParts.Finished, cameraParts: [FinishedPart]) {
        var film: MovieParts.Finished?
        var cameraParts: [FinishedPart] = []
        var failure: RecordingError?
        do throws(RecordingError) {
            film = try await movie.parts.finish(at: end)
        } catch {
            failure = error
        }
        let cameraEnd = film?.end ?? end
        for camera in cameras {
            do throws(RecordingError) {
                cameraParts += try await camera.finish(at: cameraEnd)
            } catch {
                failure = failure ?? error
            }
        }
        guard let film, failure == nil else {
            // Of a film that goes on in parts the last one is told of here alone.
            let last = cameras.compactMap { camera in
                cameraParts.last { $0.camera == camera.description.camera }
            }
            for part in [film?.parts.last].compactMap({ $0 }) + last { report(.part(part)) }
            throw failure ?? .writer(.nothingWritten(path: description.partFile), playableFile: nil)
        }
        return (film, cameraParts)
    }

    /// Gives the film up; no file is left, and the pipeline is ready for the next one.
    func takeBack() async throws(RecordingError) {
        try await onThread("take-back") { [self] () throws(RecordingError) in
            // First the writer: once every stage has finished, it would complete the film.
            movie.parts.cancel()
            for camera in cameras { camera.parts.cancel() }
            if let tap {
                pipeline.abandon()
                pipeline.outputs.remove(tap)
            }
            movie.giveUpStages()
            for camera in cameras { camera.drain(from: pipeline.cameras.outputs) }
            statusTicker.stop()
            space.end()
        }
    }

    /// Gives the film up and closes the devices; no file is left.
    func cancel() async throws(RecordingError) {
        try await takeBack()
        try await onThread("cancel") { [self] () throws(RecordingError) in
            pipeline.close()
            buffer?.close()
        }
    }
}
