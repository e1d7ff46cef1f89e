package import DoubletakeCapture
public import DoubletakeMedia
package import DoubletakeWriting

/// Records in three calls: `prepare()`, `startRecording(to:)`, `stopRecording()`.
///
/// `startCapture(handler:)` hands the same buffers to a handler instead. Take after take: after a stop it is idle, and
/// can be prepared again. What happens meanwhile comes through `events()`. A recorder that is let go while it records
/// finishes the film.
public actor ScreenRecorder {
    /// Where the recorder is on its way, with what it holds there.
    enum Phase {
        case idle
        case starting
        case armed(ArmedPipeline)
        /// A film is recorded; `isConfirmed` is false while the start can still be taken back.
        case recording(Take, from: RecordingPipeline, isConfirmed: Bool)
        case capturing(CaptureTap)
        case stopping(Task<Result<FinishedRecording, RecordingError>, Never>)
        case cancelling
    }

    /// What is recorded, and how.
    public let configuration: RecordingConfiguration
    private let backends: [any CaptureBackend]
    let codecs: any CodecProvider
    let files: any FileSystem
    let clock: any MediaClock
    let hub = EventHub<RecordingEvent>()
    var phase = Phase.idle
    /// The loss of what the picture comes from, when that came while something was just beginning.
    private var pendingLoss: CaptureError?
    /// What was marked in a film whose start can still be taken back.
    var unconfirmedMarkers: [RecordedMarker] = []
    /// The cameras of a preview that have files of their own.
    var previewed: [CameraFeed] = []
    /// Whether a clip is being written.
    var isExportingClip = false

    /// Creates a recorder for this system's devices.
    ///
    /// Nothing is opened yet.
    public init(configuration: RecordingConfiguration = RecordingConfiguration()) {
        self.init(
            configuration: configuration,
            backends: Backends.system,
            codecs: SystemCodecs(),
            clock: MonotonicClock()
        )
    }

    /// Creates a recorder on other backends, codecs or disks, or another clock.
    package init(
        configuration: RecordingConfiguration,
        backends: [any CaptureBackend],
        codecs: any CodecProvider,
        files: any FileSystem = SystemFiles(),
        clock: any MediaClock
    ) {
        self.configuration = configuration
        self.backends = backends
        self.codecs = codecs
        self.files = files
        self.clock = clock
    }

    deinit {
        switch phase {
        case .armed(let armed):
            armed.close()
            hub.finish()
        case .capturing(let tap):
            tap.cancel()
            hub.finish()
        case .recording(let take, _, _):
            let end = clock.now
            Task { [hub] in
                hub.publish(RecordingEvent(await take.result(endingAt: end)))
                hub.finish()
            }
        case .idle, .starting, .stopping, .cancelling:
            hub.finish()
        }
    }

    /// Where the recorder is on its way.
    public var state: RecordingState {
        switch phase {
        case .idle: .idle
        case .starting: .starting
        case .armed: .armed
        case .recording(_, let pipeline, _): pipeline.timeline.pauseStart == nil ? .recording : .paused
        case .capturing(let tap): tap.pipeline.timeline.pauseStart == nil ? .recording : .paused
        case .stopping, .cancelling: .stopping
        }
    }

    /// A stream of what happens from now on.
    ///
    /// One task reads it.
    public nonisolated func events() -> EventStream<RecordingEvent> {
        hub.subscribe()
    }

    // MARK: Beginning

    /// Opens the devices and lets them deliver, so that a recording begins at the instant at which it is started.
    ///
    /// - Returns: what is open.
    @discardableResult
    public func prepare() async throws(RecordingError) -> ArmedRecording {
        guard case .idle = phase else { throw .wrongState(state, wanted: "be prepared") }
        phase = .starting
        let (configuration, backends, clock, hub) = (configuration, backends, clock, hub)
        let previewed = previewed
        let lost: @Sendable (CaptureError) -> Void = { [weak self] error in
            Task { await self?.endLost(error) }
        }
        let closed: @Sendable (CaptureError) -> Void = { [weak self] error in
            Task { await self?.endClosed(error) }
        }
        do throws(RecordingError) {
            let armed = try await onThread("prepare") { [self] () throws(RecordingError) -> ArmedPipeline in
                let pipeline = try RecordingPipeline(
                    configuration,
                    backends: backends,
                    previewed: previewed,
                    clock: clock
                ) { event in
                    switch event {
                    case .warning(let warning): hub.publish(.warning(warning))
                    case .lost(let error): lost(error)
                    case .closed(let error): closed(error)
                    }
                }
                try pipeline.arm()
                if let wanted = configuration.wantedBuffering { return try buffer(pipeline, wanted) }
                return try ArmedPipeline(pipeline, clock: clock) { hub.publish(.levels($0)) }
            }
            phase = .armed(armed)
            let description = armed.pipeline.description(at: configuration.frameRate)
            hub.publish(.armed(description))
            endPendingLoss()
            return description
        } catch {
            phase = .idle
            hub.publish(.failed(error))
            throw error
        }
    }

    /// Begins a film.
    ///
    /// Prepares first when that wasn't done.
    ///
    /// - Parameters:
    ///   - path: where the film shall be. Its folder is made; a name that is taken gets a number.
    ///   - replacement: whether a film of that name is replaced once the new one is complete.
    ///   - start: the film's first instant, a little ago; by default the one at which its file and encoders are ready.
    /// - Returns: what is recorded, and where.
    @discardableResult
    public func startRecording(
        to path: String,
        replacing replacement: FilmReplacement = .never,
        at start: MediaTime? = nil
    ) async throws(RecordingError) -> StartedRecording {
        if case .idle = phase { try await prepare() }
        let started = try await startProvisionally(to: path, replacing: replacement, at: start)
        confirmRecording()
        return started
    }

    /// Begins a film whose start can still be taken back: after `confirmRecording()` it is told of as started, after
    /// `takeBackRecording()` it has never been.
    ///
    /// The recorder is armed.
    ///
    /// - Parameter start: the film's first instant, such as the time of a key press.
    public func startProvisionally(
        to path: String,
        replacing replacement: FilmReplacement = .never,
        at start: MediaTime? = nil
    ) async throws(RecordingError) -> StartedRecording {
        let armed = try beginFilm()
        let pipeline = armed.pipeline
        let (configuration, codecs, files, clock, hub) = (configuration, codecs, files, clock, hub)
        do throws(RecordingError) {
            let take = try await onThread("start") { () throws(RecordingError) -> Take in
                let take = try Take(
                    path: path,
                    replacement: replacement,
                    start: start,
                    pipeline: pipeline,
                    buffer: armed.buffer,
                    configuration: configuration,
                    codecs: codecs,
                    files: files,
                    clock: clock
                ) { hub.publish($0) }
                armed.stopLevels()
                return take
            }
            phase = .recording(take, from: pipeline, isConfirmed: false)
            unconfirmedMarkers = []
            watch(take)
            endPendingLoss()
            return take.description
        } catch {
            phase = .armed(armed)
            hub.publish(.failed(error))
            throw error
        }
    }

    /// Tells of a film that began provisionally as started; harmless when it has been told, or has ended meanwhile.
    public func confirmRecording() {
        guard case .recording(let take, let pipeline, false) = phase else { return }
        phase = .recording(take, from: pipeline, isConfirmed: true)
        for warning in take.warnings { hub.publish(.warning(warning)) }
        hub.publish(.started(take.description))
        for marker in unconfirmedMarkers { hub.publish(.marker(marker)) }
    }

    /// Gives up a film that began provisionally: no file is left, and the recorder is armed as before.
    public func takeBackRecording() async throws(RecordingError) {
        guard case .recording(let take, let pipeline, false) = phase else {
            throw .wrongState(state, wanted: "take back")
        }
        phase = .starting
        let (clock, hub) = (clock, hub)
        do throws(RecordingError) {
            try await take.takeBack()
            phase = .armed(try ArmedPipeline(pipeline, take.buffer, clock: clock) { hub.publish(.levels($0)) })
            hub.publish(.cancelled)
            endPendingLoss()
        } catch {
            phase = .idle
            hub.publish(.failed(error))
            throw error
        }
    }

    /// Begins to hand the buffers of pictures, applications and microphone to `handler`.
    ///
    /// Prepares first when that wasn't done. All three begin at the same instant: the first sound buffer's time is
    /// exactly that, and the first picture's too.
    ///
    /// - Parameter handler: called on threads of the recorder's own, one call at a time for each type; what takes
    ///   longer than a buffer lasts costs pictures. A buffer may be kept; a kept picture holds a canvas of the source.
    /// - Returns: the instant of the beginning.
    @discardableResult
    public func startCapture(
        handler: @escaping @Sendable (SampleBuffer) -> Void
    ) async throws(RecordingError) -> MediaTime {
        if case .idle = phase { try await prepare() }
        let armed = try beginFilm()
        let clock = clock
        do throws(RecordingError) {
            let (tap, start) = try await onThread("capture") { () throws(RecordingError) -> (CaptureTap, MediaTime) in
                armed.stopLevels()
                // Nothing encodes what goes to a handler.
                armed.buffer?.detach()
                let start = clock.now
                return (CaptureTap(armed.pipeline, at: start, handler: handler), start)
            }
            phase = .capturing(tap)
            endPendingLoss()
            return start
        } catch {
            phase = .armed(armed)
            hub.publish(.failed(error))
            throw error
        }
    }

    private func beginFilm() throws(RecordingError) -> ArmedPipeline {
        guard case .armed(let armed) = phase else { throw .wrongState(state, wanted: "start") }
        phase = .starting
        return armed
    }

    // MARK: Ending

    /// Ends the film and finishes the file.
    ///
    /// While the film is being ended already, because its file has failed, this is the same end.
    ///
    /// - Parameter end: the film's last instant; by default that of the call.
    /// - Returns: where the film is, and what is in it.
    @discardableResult
    public func stopRecording(at end: MediaTime? = nil) async throws(RecordingError) -> FinishedRecording {
        let stopping: Task<Result<FinishedRecording, RecordingError>, Never>
        switch phase {
        case .recording(let take, _, _):
            confirmRecording()
            stopping = stop(take, at: end ?? clock.now, because: nil)
        case .stopping(let begun): stopping = begun
        case .idle, .starting, .armed, .capturing, .cancelling: throw .wrongState(state, wanted: "stop")
        }
        return try await stopping.value.get()
    }

    /// Ends what `startCapture(handler:)` began; the handler isn't called any more when this comes back.
    ///
    /// - Parameter end: the last instant; by default that of the call. Nothing of it or after it is delivered.
    public func stopCapture(at end: MediaTime? = nil) async throws(RecordingError) {
        guard case .capturing(let tap) = phase else { throw .wrongState(state, wanted: "stop capturing") }
        phase = .cancelling
        defer { phase = .idle }
        let end = end ?? clock.now
        try await onThread("stop-capture") { () throws(RecordingError) in tap.finish(at: end) }
    }

    /// Closes the devices, and gives up a film that is being recorded.
    public func cancel() async throws(RecordingError) {
        let held = phase
        switch held {
        case .idle: return
        case .starting, .stopping, .cancelling: throw .wrongState(state, wanted: "be cancelled")
        case .armed, .recording, .capturing: phase = .cancelling
        }
        defer {
            phase = .idle
            hub.publish(.cancelled)
        }
        switch held {
        case .armed(let armed): try await onThread("cancel") { () throws(RecordingError) in armed.close() }
        case .capturing(let tap): try await onThread("cancel") { () throws(RecordingError) in tap.cancel() }
        case .recording(let take, _, _): try await take.cancel()
        case .idle, .starting, .stopping, .cancelling: break
        }
    }

    /// Ends a film; `loss` is what it ends for when it ends by itself.
    private func stop(
        _ take: Take,
        at end: MediaTime,
        for reason: RecordingEnd = .requested,
        because loss: CaptureError?
    ) -> Task<Result<FinishedRecording, RecordingError>, Never> {
        let task = Task { await self.finish(take, at: end, for: reason, because: loss) }
        phase = .stopping(task)
        return task
    }

    private func finish(
        _ take: Take,
        at end: MediaTime,
        for reason: RecordingEnd,
        because loss: CaptureError?
    ) async -> Result<FinishedRecording, RecordingError> {
        var result = await take.result(endingAt: max(end, take.description.start), because: reason)
        if let loss { result = .failure(.lost(loss, playableFile: result.playableFile)) }
        phase = .idle
        hub.publish(RecordingEvent(result))
        return result
    }

    /// Ends the take when its file fails, or has reached a limit.
    private func watch(_ take: Take) {
        Task { [weak self] in
            if let trouble = await take.awaitTrouble() { await self?.end(take, because: trouble) }
        }
    }

    private func end(_ take: Take, because trouble: Take.Trouble) {
        guard case .recording(let current, _, _) = phase, current === take else { return }
        switch trouble {
        case .failed: _ = stop(take, at: clock.now, because: nil)
        case .limit(let reason, let end):
            confirmRecording()
            _ = stop(take, at: end, for: reason, because: nil)
        }
    }

    /// Ends whatever needs pictures, since no more will come.
    private func endLost(_ error: CaptureError) async {
        let end = clock.now
        switch phase {
        case .recording(let take, _, _):
            confirmRecording()
            _ = stop(take, at: end, because: error)
        case .armed(let armed):
            phase = .cancelling
            await closeLost(error) { armed.close() }
        case .capturing(let tap):
            phase = .cancelling
            await closeLost(error) { tap.finish(at: end) }
        case .starting: pendingLoss = error
        case .idle, .stopping, .cancelling:
            // What is on its way to its end needs no more pictures.
            break
        }
    }

    /// Ends the film with its window; where there is none, that window is lost.
    private func endClosed(_ error: CaptureError) async {
        guard case .recording(let take, _, _) = phase else { return await endLost(error) }
        confirmRecording()
        _ = stop(take, at: clock.now, for: .windowClosed, because: nil)
    }

    func endPendingLoss() {
        guard let loss = pendingLoss else { return }
        pendingLoss = nil
        Task { await self.endLost(loss) }
    }

    private func closeLost(_ loss: CaptureError, _ close: @escaping @Sendable () -> Void) async {
        var failure = RecordingError.lost(loss, playableFile: nil)
        do throws(RecordingError) {
            try await onThread("close") { () throws(RecordingError) in close() }
        } catch {
            failure = error
        }
        phase = .idle
        hub.publish(.failed(failure))
    }
}

extension Result where Success == FinishedRecording, Failure == RecordingError {
    /// Where what was recorded can be played, if anywhere.
    fileprivate var playableFile: String? {
        switch self {
        case .success(let finished): finished.file
        case .failure(let error): error.playableFile
        }
    }
}
