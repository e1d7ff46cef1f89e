import DoubletakeISOMedia
public import DoubletakeMedia

/// Writes typed buffers or packets into one file, with AVAssetWriter's contract: one writer, one file, one use.
///
/// While it writes, the file is made of fragments, so that whatever happens to the process what was written plays;
/// finished, it is an ordinary file. All methods may be called from any thread; none of them waits for the disk, except
/// `cancelWriting`.
public final class AssetWriter: Sendable {
    /// Where a writer is on its way.
    public enum Status: String, Sendable {
        /// `startWriting` was not called yet.
        case unknown
        /// It takes buffers.
        case writing
        /// The file is complete.
        case completed
        /// It failed: `error` says why.
        case failed
        /// It was cancelled, and the file is gone.
        case cancelled
    }

    /// How much a kill may cost, unless `movieFragmentInterval` says otherwise.
    ///
    /// Shorter, and the fragments' headers grow; longer, and more is lost.
    public static let defaultFragmentInterval = Duration.seconds(1)

    /// Makes the storage of a file that must not exist yet.
    package typealias StorageMaker = @Sendable (_ path: String) throws(SystemCallError) -> any ByteStorage

    /// The file's path; for a writer of segments only a name in messages.
    public let path: String
    /// What kind of file it is.
    public let container: ContainerFormat
    private let codecs: any CodecProvider
    private let clock: any MediaClock
    let settings = FrozenSettings(Settings())
    /// Makes the file; nil when the movie is handed out in segments.
    private let makeStorage: StorageMaker?
    let shared: AssetWriterState

    /// Creates a writer for a file that doesn't exist yet.
    ///
    /// - Parameters:
    ///   - path: where the file will be; its folder exists.
    ///   - container: what kind of file.
    ///   - codecs: where encoders and muxers come from.
    ///   - clock: by which fragments are cut.
    ///   - makeStorage: makes the file; a seam for tests.
    package init(
        path: String,
        container: ContainerFormat,
        codecs: any CodecProvider,
        clock: any MediaClock,
        makeStorage: @escaping StorageMaker = { path throws(SystemCallError) in
            try FileStorage(path: path, access: .createNew)
        }
    ) {
        self.path = path
        self.container = container
        self.codecs = codecs
        self.clock = clock
        self.makeStorage = makeStorage
        shared = AssetWriterState(filePath: path)
    }

    /// Creates a writer that hands its movie out in segments, to its delegate, and makes no file.
    ///
    /// - Parameters:
    ///   - container: what kind of movie.
    ///   - codecs: where encoders and muxers come from.
    ///   - clock: on which the threads wait.
    package init(segmentsOf container: ContainerFormat, codecs: any CodecProvider, clock: any MediaClock) {
        path = "segments"
        self.container = container
        self.codecs = codecs
        self.clock = clock
        makeStorage = nil
        shared = AssetWriterState(filePath: nil)
    }

    deinit {
        cancelWriting()
        if case .open(let writer) = shared.state.withLock({ $0.session }) { writer.join() }
    }

    /// Where the writer is on its way.
    public var status: Status {
        shared.state.withLock { $0.status }
    }

    /// Why it failed; nil unless `status` is `.failed`.
    public var error: WriterError? {
        shared.state.withLock { $0.error }
    }

    /// Why the index of a complete file doesn't come first although that was wanted; nil when it does.
    public var networkOptimizationError: WriterError? {
        shared.state.withLock { $0.networkOptimizationError }
    }

    /// Whether what is at `path` can be played; true after some failures too, as AVFoundation says by the flag
    /// "recording successfully finished".
    public var isFilePlayable: Bool {
        shared.state.withLock { $0.isFilePlayable }
    }

    /// Whether `add` would take the input.
    public func canAdd(_ input: AssetWriterInput) -> Bool {
        input.reasonAgainst(container) == nil && shared.state.withLock { reasonAgainst(input, in: $0) } == nil
    }

    /// Adds a track, before `startWriting`.
    ///
    /// - Throws: `WriterError.unsupported` for settings that the codec or the container can't have, with the reason, and
    ///   `WriterError.misuse` for an input that was added before, and once writing has started.
    public func add(_ input: AssetWriterInput) throws(WriterError) {
        if let reason = input.reasonAgainst(container) {
            throw .unsupported(
                subject: input.subject,
                reason: reason,
                help: "Choose other settings for that track, or another container."
            )
        }
        let reason = shared.state.withLock { state -> String? in
            if let reason = reasonAgainst(input, in: state) { return reason }
            guard input.claim() else { return Self.isTaken }
            state.inputs.append(input)
            return nil
        }
        if let reason {
            throw .misuse(
                subject: input.subject,
                reason: reason,
                help: "Add each input once, before startWriting."
            )
        }
    }

    /// Makes the file and opens the encoders.
    ///
    /// - Returns: false when that failed: `status` is then `.failed`, `error` says why, and no file is left behind.
    public func startWriting() -> Bool {
        let inputs = shared.state.withLock { state -> [AssetWriterInput]? in
            guard !state.isStarted else { return nil }
            state.isStarted = true
            return state.inputs
        }
        guard let inputs else { return false }
        settings.freeze()
        let readiness = Readiness(trackCount: inputs.count, clock: clock)
        for (track, input) in inputs.enumerated() { input.prepare(readiness, track: track) }
        do throws(WriterError) {
            try checkTimeScales(of: inputs)
            let prepared = try PreparedFile(
                path: path,
                container: container,
                inputs: inputs,
                metadata: datedMetadata,
                codecs: codecs,
                makeStorage: makeStorage ?? makeSegmentStorage
            )
            shared.state.withLock { state in
                state.prepared = prepared
                state.readiness = readiness
                state.status = .writing
            }
            return true
        } catch {
            for input in inputs { input.close() }
            shared.end(.failed(error, isFilePlayable: false), removingFile: false)
            return false
        }
    }

    /// Starts the session: what is appended with the time `start` is the beginning of the film.
    ///
    /// What is earlier is stored, where it is encoded already, and not shown; but the newest picture from before the
    /// start is shown from there. There is one session.
    ///
    /// - Throws: `WriterError.misuse` before `startWriting` and the second time.
    public func startSession(atSourceTime start: MediaTime) throws(WriterError) {
        try startSession(atSourceTime: start, cuttingFrom: start)
    }

    /// Starts the session of a film that begins with what was before.
    ///
    /// - Parameter origin: when its pictures began to come: they are repeated in even intervals from there on, and
    ///   fragments are cut behind them.
    package func startSession(atSourceTime start: MediaTime, cuttingFrom origin: MediaTime) throws(WriterError) {
        let opening = shared.state.withLock { state -> (PreparedFile, [AssetWriterInput], Readiness)? in
            guard state.status == .writing, case .none = state.session, let prepared = state.prepared,
                let readiness = state.readiness
            else { return nil }
            state.prepared = nil
            state.session = .opening
            state.sessionStart = start
            return (prepared, state.inputs, readiness)
        }
        guard let (prepared, inputs, readiness) = opening else {
            throw .misuse(
                subject: path,
                reason: "a session can't be started now",
                help: "Call startSession once, after startWriting."
            )
        }
        readiness.begin(at: start)
        open(prepared, inputs, readiness, at: start, cuttingFrom: origin)
    }

    /// Ends the session: the film ends at the instant `end`, which may have passed, and nothing more is appended.
    ///
    /// What was appended with a later time is stored and not shown; the last picture is shown until then. Without it the
    /// film ends when its last buffer does. A session in which nothing was appended is a film that shows nothing for as
    /// long as the session was.
    ///
    /// - Throws: `WriterError.misuse` outside a session; not when writing has failed, which `status` says.
    public func endSession(atSourceTime end: MediaTime) throws(WriterError) {
        let (isOpen, start) = shared.state.withLock { ($0.isSessionOpen, $0.sessionStart) }
        if isOpen && end < start {
            throw .misuse(
                subject: path,
                reason: "a session can't end before it starts",
                help: "Call endSession with a time that isn't earlier than the session's start."
            )
        }
        try self.end(.sessionEnded(end))
        for input in shared.state.withLock({ $0.inputs }) { input.endSession() }
    }

    /// Says at which instant the film ends while its last packets are still on their way to pass-through inputs; when none
    /// come there is no film.
    ///
    /// Unlike those of a session, samples that are later are not in the finished movie's index.
    ///
    /// - Throws: as `endSession(atSourceTime:)`.
    package func endFilm(at end: MediaTime) throws(WriterError) {
        try self.end(.filmEnded(end))
    }

    private func end(_ message: PacketWriter.Message) throws(WriterError) {
        let (writer, status) = shared.state.withLock { state -> (PacketWriter?, Status) in
            guard case .open(let writer) = state.session, !state.isSessionEnded else { return (nil, state.status) }
            state.isSessionEnded = true
            return (writer, state.status)
        }
        if status == .failed { return }
        guard let writer else {
            throw .misuse(
                subject: path,
                reason: "no session can be ended now",
                help: "Call endSession once, after startSession."
            )
        }
        writer.send(message)
    }

    /// Ends every track, finishes the file, and comes back when it is complete, failed or cancelled.
    public func finishWriting() async {
        guard let (session, inputs) = sessionToEnd() else { return }
        guard case .open(let writer) = session else {
            for input in inputs { input.close() }
            shared.end(.failed(.nothingWritten(path: path), isFilePlayable: false), removingFile: true)
            return
        }
        for input in inputs { input.markAsFinished() }
        writer.send(.finishing)
        await ended()
        writer.join()
    }

    /// Ends every track and finishes the file; comes back at once.
    ///
    /// - Parameter handler: always called, once, when the file is complete, failed or cancelled: `status` says which.
    public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        Task {
            await finishWriting()
            handler()
        }
    }

    /// Comes back when the writer is no longer writing: complete, failed or cancelled.
    public func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = shared.state.withLock { state in
                if state.status == .writing { state.waiters.append(continuation) }
                return state.status != .writing
            }
            if isOver { continuation.resume() }
        }
    }

    /// Ends writing and removes the file.
    ///
    /// Waits until the writer's thread is gone; does nothing once the file is complete or has failed.
    public func cancelWriting() {
        guard let (session, inputs) = sessionToEnd() else { return }
        guard case .open(let writer) = session else {
            for input in inputs { input.close() }
            shared.end(.cancelled, removingFile: true)
            return
        }
        writer.send(.cancelled)
        writer.join()
    }

    /// The session and its inputs, or that there is none and never will be; nil when nothing is being written.
    ///
    /// When a session is just being opened, it waits for that: as long as it takes to start some threads.
    private func sessionToEnd() -> (AssetWriterState.Session, [AssetWriterInput])? {
        let state = shared.state.wait(until: nil, on: clock) { state -> AssetWriterState.State? in
            switch state.session {
            case .opening: return nil
            case .none where state.status == .writing: state.session = .never
            case .none, .open, .never: break
            }
            return state
        }
        guard let state, state.status == .writing else { return nil }
        return (state.session, state.inputs)
    }

    /// How the index of the finished file is put first; nil when it isn't.
    private func optimization(of storage: any ByteStorage) -> NetworkOptimization? {
        let settings = settings.value
        guard settings.shouldOptimizeForNetworkUse, container.finishing == .movieIndex, let makeStorage else {
            return nil
        }
        return NetworkOptimization(
            path: path,
            storage: storage,
            folder: settings.directoryForTemporaryFiles,
            makeStorage: makeStorage
        )
    }

    private func makeSegmentStorage(_ path: String) -> any ByteStorage {
        // The storage belongs to the writer's thread, for whose end the writer waits.
        SegmentStorage { [weak self] segment in
            guard let self, let delegate = settings.value.delegate else { return }
            delegate.assetWriter(
                self,
                didOutputSegmentData: segment.bytes,
                segmentType: segment.kind == .media ? .separable : .initialization
            )
        }
    }

    private static let isTaken = "it was added before"

    private func reasonAgainst(_ input: AssetWriterInput, in state: AssetWriterState.State) -> String? {
        if state.isStarted { return "inputs are added before writing starts" }
        return input.isClaimed ? Self.isTaken : nil
    }

    private func open(
        _ prepared: PreparedFile,
        _ inputs: [AssetWriterInput],
        _ readiness: Readiness,
        at start: MediaTime,
        cuttingFrom origin: MediaTime
    ) {
        let file = MovieFileWriter(
            path: path,
            container: container,
            storage: prepared.storage,
            muxer: prepared.muxer,
            tracks: prepared.tracks,
            start: start,
            cuttingFrom: origin,
            openedAt: clock.now,
            cutting: makeStorage == nil
                ? .byKeyframes(settings.value.segmentInterval)
                : .byClock(settings.value.fragmentInterval ?? Self.defaultFragmentInterval),
            overallDurationHint: settings.value.overallDurationHint
        )
        let optimization = optimization(of: prepared.storage)
        let writer: PacketWriter
        do throws(SystemCallError) {
            // The thread holds the state and not the writer: whoever lets the writer go waits for the thread.
            writer = try PacketWriter(file: file, clock: clock, progress: readiness.change) { [shared] outcome in
                for input in inputs { input.close() }
                shared.state.withLock { $0.droppedMarkerCount = file.droppedMarkerCount }
                if case .completed = outcome, let failure = optimization?.run() {
                    shared.state.withLock { $0.networkOptimizationError = failure }
                }
                shared.end(outcome, removingFile: !outcome.leavesFile)
            }
        } catch {
            for input in inputs { input.close() }
            shared.end(.failed(.cannotStart(error), isFilePlayable: false), removingFile: true)
            shared.state.withLock { $0.session = .never }
            return
        }
        do throws(SystemCallError) {
            for (track, (input, encoder)) in zip(inputs, prepared.encoders).enumerated() {
                try input.open(encoder, track: track, start: start, clock: clock, writer: writer)
            }
        } catch {
            writer.send(.failed(.cannotStart(error)))
        }
        // Only now can the session be ended: every input has its thread, and the end reaches each of them.
        shared.state.withLock { $0.session = .open(writer) }
        readiness.change()
    }
}
