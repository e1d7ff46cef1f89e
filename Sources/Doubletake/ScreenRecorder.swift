package import DoubletakeCapture
public import DoubletakeMedia
package import DoubletakeWriting

/// Records in three calls: `prepare()`, `startRecording(to:)`, `stopRecording()`.
///
/// Take after take: after a stop it is idle, and can be prepared again. What happens meanwhile comes through
/// `events()`. A recorder that is let go while it records finishes the film.
public actor ScreenRecorder {
    /// Where the recorder is on its way, with what it holds there.
    private enum Phase {
        case idle
        case starting
        case armed(RecordingPipeline)
        case recording(Take)
        case stopping(Task<Result<FinishedRecording, RecordingError>, Never>)
        case cancelling
    }

    /// What is recorded, and how.
    public let configuration: RecordingConfiguration
    private let backends: [any CaptureBackend]
    private let codecs: any CodecProvider
    private let clock: any MediaClock
    private let hub = EventHub<RecordingEvent>()
    private var phase = Phase.idle

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

    /// Creates a recorder on other backends, codecs or another clock.
    package init(
        configuration: RecordingConfiguration,
        backends: [any CaptureBackend],
        codecs: any CodecProvider,
        clock: any MediaClock
    ) {
        self.configuration = configuration
        self.backends = backends
        self.codecs = codecs
        self.clock = clock
    }

    deinit {
        switch phase {
        case .armed(let pipeline):
            pipeline.cancel()
            hub.finish()
        case .recording(let take):
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
        case .recording: .recording
        case .stopping, .cancelling: .stopping
        }
    }

    /// A stream of what happens from now on.
    ///
    /// One task reads it.
    public nonisolated func events() -> EventStream<RecordingEvent> {
        hub.subscribe()
    }

    /// Opens the devices and lets them deliver, so that a recording begins at the instant at which it is started.
    public func prepare() async throws(RecordingError) {
        guard case .idle = phase else { throw .wrongState(state, wanted: "be prepared") }
        phase = .starting
        let (configuration, backends, clock, hub) = (configuration, backends, clock, hub)
        do throws(RecordingError) {
            let pipeline = try await onThread("prepare") { () throws(RecordingError) -> RecordingPipeline in
                let pipeline = try RecordingPipeline(configuration, backends: backends, clock: clock) { warning in
                    hub.publish(.warning(warning))
                }
                try pipeline.arm()
                return pipeline
            }
            phase = .armed(pipeline)
        } catch {
            phase = .idle
            hub.publish(.failed(error))
            throw error
        }
    }

    /// Begins a film as soon as its file and its encoders are open: `StartedRecording.start` is its first instant.
    ///
    /// Prepares first when that wasn't done.
    ///
    /// - Parameters:
    ///   - path: where the film shall be. Its folder is made; a name that is taken gets a number.
    ///   - replacement: whether a film of that name is replaced once the new one is complete.
    /// - Returns: what is recorded, and where.
    @discardableResult
    public func startRecording(
        to path: String,
        replacing replacement: FilmReplacement = .never
    ) async throws(RecordingError) -> StartedRecording {
        if case .idle = phase { try await prepare() }
        guard case .armed(let pipeline) = phase else { throw .wrongState(state, wanted: "start") }
        phase = .starting
        let (configuration, codecs, clock, hub) = (configuration, codecs, clock, hub)
        do throws(RecordingError) {
            let take = try await onThread("start") { () throws(RecordingError) -> Take in
                try Take(
                    path: path,
                    replacement: replacement,
                    pipeline: pipeline,
                    configuration: configuration,
                    codecs: codecs,
                    clock: clock
                ) { elapsed, statistics in hub.publish(.status(elapsed: elapsed, statistics)) }
            }
            phase = .recording(take)
            hub.publish(.started(take.description))
            watch(take)
            return take.description
        } catch {
            phase = .armed(pipeline)
            hub.publish(.failed(error))
            throw error
        }
    }

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
        case .recording(let take):
            let end = end ?? clock.now
            stopping = Task { await self.finish(take, at: end) }
            phase = .stopping(stopping)
        case .stopping(let begun): stopping = begun
        case .idle, .starting, .armed, .cancelling: throw .wrongState(state, wanted: "stop")
        }
        return try await stopping.value.get()
    }

    private func finish(_ take: Take, at end: MediaTime) async -> Result<FinishedRecording, RecordingError> {
        let result = await take.result(endingAt: max(end, take.description.start))
        phase = .idle
        hub.publish(RecordingEvent(result))
        return result
    }

    /// Closes the devices, and gives up a film that is being recorded.
    public func cancel() async throws(RecordingError) {
        let held = phase
        switch held {
        case .idle: return
        case .starting, .stopping, .cancelling: throw .wrongState(state, wanted: "be cancelled")
        case .armed, .recording: phase = .cancelling
        }
        defer { phase = .idle }
        if case .armed(let pipeline) = held {
            try await onThread("cancel") { () throws(RecordingError) in pipeline.cancel() }
        } else if case .recording(let take) = held {
            try await take.cancel()
        }
    }

    /// Ends the take when its file fails.
    private func watch(_ take: Take) {
        Task { [weak self] in
            await take.fileEnded()
            await self?.endFailedTake(take)
        }
    }

    private func endFailedTake(_ take: Take) {
        guard case .recording(let current) = phase, current === take else { return }
        let end = clock.now
        phase = .stopping(Task { await self.finish(take, at: end) })
    }
}
