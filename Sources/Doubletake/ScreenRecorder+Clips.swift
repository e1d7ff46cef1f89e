public import DoubletakeMedia
import DoubletakeWriting

/// What was before: the newest part of what is captured is kept in memory, and can be written into a file at any time.
extension ScreenRecorder {
    /// How much is kept in memory; nil when nothing is.
    public var clipBuffer: ClipBufferStatus? {
        buffer?.status
    }

    /// Begins to keep the newest part of what is captured, encoded.
    ///
    /// Prepares first when that wasn't done. While it is kept already, nothing happens. A recorder whose configuration has
    /// `clipBuffering` or `preroll` begins when it is prepared. A film that is recorded without it has encoders of its own,
    /// so it can't begin then.
    public func startClipBuffering(_ wanted: ClipBuffering? = nil) async throws(RecordingError) {
        if case .idle = phase { try await prepare() }
        if buffer != nil { return }
        guard case .armed(let armed) = phase else { throw .wrongState(state, wanted: "begin to keep clips") }
        phase = .starting
        let buffering = wanted ?? configuration.clipBuffering ?? ClipBuffering()
        do throws(RecordingError) {
            let buffered = try await onThread("clips") { [self] () throws(RecordingError) in
                armed.stopLevels()
                return try buffer(armed.pipeline, buffering)
            }
            phase = .armed(buffered)
            endPendingLoss()
        } catch {
            // The devices are closed with what could not be begun.
            phase = .idle
            hub.publish(.failed(error))
            throw error
        }
    }

    /// Ends that, and lets go of what was kept; a film that is recorded goes on, and else the recorder is armed.
    public func stopClipBuffering() async throws(RecordingError) {
        guard let buffer else { throw .notBuffering }
        guard case .armed(let armed) = phase else { return buffer.stopKeeping() }
        phase = .starting
        let (clock, hub) = (clock, hub)
        do throws(RecordingError) {
            let plain = try await onThread("clips") { () throws(RecordingError) in
                armed.stopLevels()
                buffer.detach()
                return try ArmedPipeline(armed.pipeline, clock: clock) { hub.publish(.levels($0)) }
            }
            phase = .armed(plain)
            endPendingLoss()
        } catch {
            phase = .idle
            hub.publish(.failed(error))
            throw error
        }
    }

    /// Writes the newest part of what was captured into a file: as much as is kept, at most `duration`.
    ///
    /// What is recorded or kept goes on meanwhile.
    ///
    /// - Parameters:
    ///   - path: where the clip shall be. Its folder is made; a name that is taken gets a number.
    ///   - duration: how long it shall be.
    ///   - end: its last instant, by default that of the call.
    ///   - remainder: what becomes of what was kept.
    /// - Throws: `RecordingError.notBuffering`, and `RecordingError.clipExportInProgress` while another one is written.
    @discardableResult
    public func exportClip(
        to path: String,
        duration: Duration,
        endingAt end: MediaTime? = nil,
        remainder: ClipRemainder = .kept
    ) async throws(RecordingError) -> ExportedClip {
        guard let buffer, buffer.status != nil else { throw .notBuffering }
        guard !isExportingClip else { throw .clipExportInProgress }
        isExportingClip = true
        defer { isExportingClip = false }
        let end = end ?? clock.now
        let (configuration, codecs, files, clock, hub) = (configuration, codecs, files, clock, hub)
        let file = try await onThread("clip") { () throws(RecordingError) -> ClipFile in
            let film = try FilmFile(path: path, replacement: .never, files: files)
            do throws(WriterError) {
                try film.container.check(buffer.stages)
            } catch {
                throw .writer(error, playableFile: nil)
            }
            guard let (beginning, end) = buffer.clip(of: duration, endingAt: end, in: film.container) else {
                throw .notBuffering
            }
            let clip = beginning.clip
            if let error = beginning.failure {
                hub.publish(.warning(RecordingWarning(inexact: path, because: error)))
            }
            if case .dropped = remainder { buffer.forget(before: end) }
            return try ClipFile(
                film,
                clip,
                endingAt: max(end, clip.start),
                tracks: buffer.stages.tracks,
                configuration: configuration,
                codecs: codecs,
                clock: clock
            )
        }
        return try await file.publish()
    }

    /// The buffer of what is armed or recorded.
    private var buffer: ClipBuffer? {
        switch phase {
        case .armed(let armed): armed.buffer
        case .recording(let take, _, _): take.buffer
        case .idle, .starting, .capturing, .stopping, .cancelling: nil
        }
    }

    /// Ends what is armed when it can't be encoded any more; a film that is recorded has its own end.
    func endBuffering(because error: WriterError) async {
        guard case .armed(let armed) = phase, armed.buffer != nil else { return }
        phase = .cancelling
        var failure = RecordingError.writer(error, playableFile: nil)
        do throws(RecordingError) {
            try await onThread("close") { () throws(RecordingError) in armed.close() }
        } catch {
            failure = error
        }
        phase = .idle
        hub.publish(.failed(failure))
    }

    /// Keeps what a pipeline that is armed delivers; when that fails it is closed.
    nonisolated func buffer(
        _ pipeline: RecordingPipeline,
        _ buffering: ClipBuffering
    ) throws(RecordingError) -> ArmedPipeline {
        let hub = hub
        let buffer: ClipBuffer
        do throws(WriterError) {
            buffer = try ClipBuffer(
                pipeline,
                buffering,
                configuration: configuration,
                codecs: codecs,
                clock: clock,
                report: { hub.publish(.warning($0)) },
                failed: { [weak self] error in Task { await self?.endBuffering(because: error) } }
            )
        } catch {
            pipeline.close()
            throw .writer(error, playableFile: nil)
        }
        return try ArmedPipeline(pipeline, buffer, clock: clock) { hub.publish(.levels($0)) }
    }
}

/// What becomes of what was kept when a clip has been made of it.
public enum ClipRemainder: Sendable {
    /// It can be in the next clip, too.
    case kept
    /// The next clip begins at the end of this one at the earliest.
    case dropped
}
