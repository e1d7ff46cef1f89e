public import DoubletakeMedia
import Synchronization

/// One track of a file that is being written: it takes pictures, samples or packets.
///
/// An input with settings encodes what is appended, on a thread of its own; a pass-through input takes packets that are
/// encoded already. Any thread may append, one at a time.
public final class AssetWriterInput: Sendable {
    /// Where what is appended comes from.
    enum Source: Sendable {
        case video(VideoEncoderSettings)
        case audio(AudioEncoderSettings)
        case packets(TrackDescription)
    }

    /// What may be set until writing starts.
    struct Settings: Sendable {
        var expectsMediaDataInRealTime: Bool
        var properties = TrackProperties()
        var timeScale: TimeBase?
    }

    /// An input's way from its writer's session to its end.
    private enum Phase: Sendable {
        case idle
        case video(EncoderStage<VideoFrame>, VideoFeed)
        case audio(EncoderStage<AudioBuffer>, AudioFeed)
        case packets(PacketWriter, track: Int)
        case finished
    }

    /// What is to be done with an appended buffer.
    private enum Work {
        case encode(() -> Bool)
        /// The writer has failed, or the input is finished.
        case refuse
        /// The buffer doesn't belong here.
        case reject
    }

    /// Pictures or sound.
    public let mediaType: MediaType
    /// What players call the track.
    public let name: String?
    /// Whether players play the track unless told otherwise.
    public let isEnabled: Bool

    let source: Source
    let settings: FrozenSettings<Settings>
    private let phase = ConditionLock(Phase.idle)
    let threads = InputThreads()
    /// Where the input stands among its writer's, from `startWriting` on.
    private let place = ConditionLock<(readiness: Readiness, track: Int)?>(nil)
    private let endOfLast = ConditionLock<(@Sendable (MediaTime) -> Bool)?>(nil)
    private let dropped = Atomic(0)
    private let hasWriter = Atomic(false)
    private let isSessionEnded = Atomic(false)
    private let hasAdaptor = Atomic(false)

    /// Creates an input that encodes pictures.
    public convenience init(
        video settings: VideoEncoderSettings,
        name: String? = nil,
        expectsMediaDataInRealTime: Bool = false
    ) {
        self.init(.video(settings), .video, name, isEnabled: true, isRealTime: expectsMediaDataInRealTime)
    }

    /// Creates an input that encodes sound.
    ///
    /// Of several sound tracks, one should be enabled.
    public convenience init(
        audio settings: AudioEncoderSettings,
        name: String? = nil,
        isEnabled: Bool = true,
        expectsMediaDataInRealTime: Bool = false
    ) {
        self.init(.audio(settings), .audio, name, isEnabled: isEnabled, isRealTime: expectsMediaDataInRealTime)
    }

    /// Creates an input that takes packets that are encoded already.
    public convenience init(
        packets track: TrackDescription,
        name: String? = nil,
        isEnabled: Bool = true,
        expectsMediaDataInRealTime: Bool = false
    ) {
        self.init(
            .packets(track),
            track.mediaType,
            name,
            isEnabled: isEnabled,
            isRealTime: expectsMediaDataInRealTime
        )
    }

    private init(_ source: Source, _ mediaType: MediaType, _ name: String?, isEnabled: Bool, isRealTime: Bool) {
        self.source = source
        self.mediaType = mediaType
        self.name = name
        self.isEnabled = isEnabled
        settings = FrozenSettings(Settings(expectsMediaDataInRealTime: isRealTime))
    }

    /// Whether buffers come as things happen: an input that can't keep up then leaves pictures out and counts them,
    /// instead of making the appender wait.
    ///
    /// It is set before writing starts, as all that can be set here.
    public var expectsMediaDataInRealTime: Bool {
        get { settings.value.expectsMediaDataInRealTime }
        set { settings.change { $0.expectsMediaDataInRealTime = newValue } }
    }

    /// How many pictures were left out because the encoder was busy, or because they came too near or out of order.
    public var droppedFrameCount: Int {
        let early = phase.withLock { phase -> Int in
            if case .video(_, let feed) = phase { feed.droppedCount } else { 0 }
        }
        return early + dropped.load(ordering: .relaxed)
    }

    /// Whether what is appended now finds room.
    ///
    /// False before the session and after its end. An input that expects its data in real time is not ready only when its
    /// encoder or the disk can't keep up; any other one also while it is far ahead of another track, until that has been
    /// fed or marked as finished.
    public var isReadyForMoreMediaData: Bool {
        guard hasRoom, !isSessionEnded.load(ordering: .acquiring) else { return false }
        if expectsMediaDataInRealTime { return true }
        return place.withLock { $0 }.map { !$0.readiness.isAhead($0.track) } ?? false
    }

    private var hasRoom: Bool {
        switch phase.withLock({ $0 }) {
        case .idle, .finished: false
        case .video(let stage, _): stage.isReady
        case .audio(let stage, _): stage.isReady
        case .packets(let writer, _): writer.isReady
        }
    }

    /// Takes a picture or a run of sound.
    ///
    /// - Returns: false when the writer has failed or the input is finished: look at the writer's status.
    /// - Throws: `WriterError.misuse` for a buffer of the wrong kind or format, and outside a session.
    public func append(_ buffer: SampleBuffer) throws(WriterError) -> Bool {
        try checkSession()
        // What is to be encoded is decided under the lock; the encoder is waited for outside.
        let work = phase.withLock { phase -> Work in
            switch (phase, buffer.content) {
            case (.video(let stage, var feed), .video(let frame)) where isExpected(frame.pixelBuffer):
                guard feed.format.map({ $0 == frame.pixelBuffer.format }) ?? true else { return .reject }
                let frames = feed.follow(frame)
                phase = .video(stage, feed)
                return .encode { frames.allSatisfy { self.isAccepted(stage.append($0)) } }
            case (.audio(let stage, var feed), .audio(let audio)) where isExpected(audio.format):
                let buffers = feed.follow(audio)
                phase = .audio(stage, feed)
                return .encode { buffers.allSatisfy { self.isAccepted(stage.append($0)) } }
            case (.finished, _): return .refuse
            default: return .reject
            }
        }
        switch work {
        case .encode(let encode):
            note(buffer.presentationTime)
            return encode()
        case .refuse: return false
        case .reject: throw misuse(of: buffer)
        }
    }

    /// Takes a packet; for pass-through inputs.
    ///
    /// - Returns: false when the writer has failed or the input is finished: look at the writer's status.
    /// - Throws: `WriterError.misuse` when the input encodes, and outside a session.
    public func append(_ packet: EncodedPacket) throws(WriterError) -> Bool {
        try checkSession()
        switch phase.withLock({ $0 }) {
        case .packets(let writer, let track) where packet.mediaType == mediaType:
            note(packet.decodeTime)
            return writer.send(.packet(track: track, packet))
        case .finished:
            return false
        default:
            throw .misuse(
                subject: subject,
                reason: "a packet of \(packet.mediaType) can't be appended here now",
                help: "Append packets of \(mediaType) to a pass-through input, after startSession."
            )
        }
    }

    /// Says when the last sample that was appended ends; as a marker buffer does that has no data.
    ///
    /// Without it the last sample lasts as long as it says itself, or else as long as the one before it. A sample that is
    /// appended later ends it when it begins.
    ///
    /// - Returns: false when the writer has failed or the input is finished.
    /// - Throws: `WriterError.misuse` outside a session.
    public func endLastSample(at time: MediaTime) throws(WriterError) -> Bool {
        try checkSession()
        switch phase.withLock({ $0 }) {
        case .idle:
            throw .misuse(
                subject: subject,
                reason: "there is no sample yet that could be ended",
                help: "Append a sample first, after startSession."
            )
        case .finished: return false
        case .video, .audio, .packets: return endOfLast.withLock { $0 }?(time) ?? false
        }
    }

    /// Ends the track: nothing more will be appended.
    ///
    /// Comes back at once; more than once is harmless.
    public func markAsFinished() {
        let ended = phase.withLock { phase in
            defer { phase = .finished }
            return phase
        }
        end(ended)
        if let place = place.withLock({ $0 }) { place.readiness.finish(place.track) }
    }

    /// Whether the input will never be ready again.
    var isOver: Bool {
        isFinished || isSessionEnded.load(ordering: .acquiring)
    }

    /// Whether a session takes what is appended.
    var isInSession: Bool {
        switch phase.withLock({ $0 }) {
        case .idle, .finished: false
        case .video, .audio, .packets: true
        }
    }

    /// Whether nothing more is taken.
    var isFinished: Bool {
        if case .finished = phase.withLock({ $0 }) { true } else { false }
    }

    /// Ends the session: nothing more is appended.
    func endSession() {
        isSessionEnded.store(true, ordering: .releasing)
        place.withLock { $0 }?.readiness.change()
    }

    private func checkSession() throws(WriterError) {
        guard isSessionEnded.load(ordering: .acquiring), !isFinished else { return }
        throw .misuse(
            subject: subject,
            reason: "the session has ended",
            help: "Append everything before endSession."
        )
    }

    private func note(_ time: MediaTime) {
        if let place = place.withLock({ $0 }) { place.readiness.feed(place.track, upTo: time) }
    }

    private func end(_ phase: Phase) {
        switch phase {
        case .idle, .finished: break
        case .video(let stage, var feed):
            for frame in feed.finish() { _ = stage.append(frame) }
            dropped.add(feed.droppedCount, ordering: .relaxed)
            stage.finish()
        case .audio(let stage, _): stage.finish()
        case .packets(let writer, let track): writer.send(.trackFinished(track))
        }
    }

    /// Ends the writing because what makes this input's packets has failed; for pass-through inputs.
    package func fail(because error: WriterError) {
        if case .packets(let writer, _) = phase.withLock({ $0 }) { writer.send(.failed(error)) }
    }

    /// Ends the track and waits until its threads are gone.
    ///
    /// Called by the writer's thread, or when there will never be one.
    func close() {
        markAsFinished()
        threads.close()
        endOfLast.withLock { $0 = nil }
    }

    /// Takes its place among the inputs of a writer that starts to write: nothing can be set any more.
    func prepare(_ readiness: Readiness, track: Int) {
        settings.freeze()
        place.withLock { $0 = (readiness, track) }
    }

    /// The place among the writer's inputs; nil before `startWriting`.
    func currentPlace() -> (readiness: Readiness, track: Int)? {
        place.withLock { $0 }
    }

    /// Whether it belongs to a writer.
    var isClaimed: Bool {
        hasWriter.load(ordering: .acquiring)
    }

    /// Gives it an adaptor; false when it has one.
    func takeAdaptor() -> Bool {
        !hasAdaptor.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Makes it belong to a writer; false when it does already.
    func claim() -> Bool {
        !hasWriter.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Opens the input for a session that starts at `start`, with what comes out of it going to `writer`.
    func open(_ encoder: OpenEncoder, track: Int, start: MediaTime, clock: any MediaClock, writer: PacketWriter)
        throws(SystemCallError)
    {
        let readiness = place.withLock { $0?.readiness }
        let forward: @Sendable (EncoderStageOutput) -> Void = { output in
            readiness?.change()
            switch output {
            case .packet(let packet): writer.send(.packet(track: track, packet))
            case .finished: writer.send(.trackFinished(track))
            case .failed(let error): writer.send(.failed(error))
            }
        }
        endOfLast.withLock { $0 = { time in writer.send(.packetEnded(track: track, time)) } }
        let opened: Phase
        switch encoder {
        case .video(let encoder):
            let stage = try EncoderStage(
                encoder,
                name: "encode-\(track)",
                whenFull: expectsMediaDataInRealTime ? .dropOldest : .wait,
                clock: clock,
                output: forward
            )
            threads.keep { stage.join() }
            opened = .video(stage, VideoFeed(start: start, timeBase: timeBase(of: encoder.track)))
        case .audio(let encoder):
            let stage = try EncoderStage(
                encoder,
                name: "encode-\(track)",
                whenFull: .wait,
                clock: clock,
                output: forward
            )
            threads.keep { stage.join() }
            opened = .audio(stage, AudioFeed(start: start))
        case .packets:
            opened = .packets(writer, track: track)
        }
        let isWanted = phase.withLock { phase in
            guard case .idle = phase else { return false }
            phase = opened
            return true
        }
        if isWanted { return }
        // It was marked as finished before the session, or another track has ended the session already.
        end(opened)
        threads.joinEncoder()
    }

    private func isAccepted<Element>(_ result: BoundedQueue<Element>.PushResult) -> Bool {
        switch result {
        case .accepted: return true
        case .replaced:
            dropped.add(1, ordering: .relaxed)
            return true
        case .refused, .finished: return false
        }
    }

    var subject: String {
        name ?? "the \(mediaType) input"
    }
}
