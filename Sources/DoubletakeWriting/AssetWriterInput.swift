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
    /// Whether buffers come as things happen: an input that can't keep up then leaves pictures out and counts them,
    /// instead of making the appender wait.
    public let expectsMediaDataInRealTime: Bool

    let source: Source
    private let phase = ConditionLock(Phase.idle)
    private let joinStage = ConditionLock<(@Sendable () -> Void)?>(nil)
    private let dropped = Atomic(0)
    private let hasWriter = Atomic(false)

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
    public convenience init(packets track: TrackDescription, name: String? = nil, isEnabled: Bool = true) {
        self.init(.packets(track), track.mediaType, name, isEnabled: isEnabled, isRealTime: true)
    }

    private init(_ source: Source, _ mediaType: MediaType, _ name: String?, isEnabled: Bool, isRealTime: Bool) {
        self.source = source
        self.mediaType = mediaType
        self.name = name
        self.isEnabled = isEnabled
        expectsMediaDataInRealTime = isRealTime
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
    /// False before the session and after the end.
    public var isReadyForMoreMediaData: Bool {
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
        // What is to be encoded is decided under the lock; the encoder is waited for outside.
        let work = phase.withLock { phase -> Work in
            switch (phase, buffer.content) {
            case (.video(let stage, var feed), .video(let frame)):
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
        case .encode(let encode): return encode()
        case .refuse: return false
        case .reject: throw misuse(of: buffer)
        }
    }

    /// Takes a packet; for pass-through inputs.
    ///
    /// - Returns: false when the writer has failed or the input is finished: look at the writer's status.
    /// - Throws: `WriterError.misuse` when the input encodes, and outside a session.
    public func append(_ packet: EncodedPacket) throws(WriterError) -> Bool {
        switch phase.withLock({ $0 }) {
        case .packets(let writer, let track) where packet.mediaType == mediaType:
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

    /// Ends the track: nothing more will be appended.
    ///
    /// Comes back at once; more than once is harmless.
    public func markAsFinished() {
        let ended = phase.withLock { phase in
            defer { phase = .finished }
            return phase
        }
        end(ended)
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

    /// Ends the track and waits until its encoder's thread is gone.
    ///
    /// Called by the writer's thread.
    func close() {
        markAsFinished()
        joinStage.withLock { $0 }?()
    }

    /// Whether it belongs to a writer.
    var isClaimed: Bool {
        hasWriter.load(ordering: .acquiring)
    }

    /// Makes it belong to a writer; false when it does already.
    func claim() -> Bool {
        !hasWriter.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Whether a file of that kind can hold the track.
    func isHeld(by container: ContainerFormat) -> Bool {
        switch source {
        case .video(let settings): container.videoCodecs.contains(settings.codec)
        case .audio(let settings): container.audioCodecs.contains(settings.codec)
        case .packets(let track):
            switch track.media {
            case .video(let codec, _, _, _): container.videoCodecs.contains(codec)
            case .audio(let codec, _, _, _): container.audioCodecs.contains(codec)
            }
        }
    }

    /// Opens the track's encoder, where it has one, and says what its packets are.
    func openEncoder(from codecs: any CodecProvider) throws(WriterError) -> (OpenEncoder, TrackDescription) {
        switch source {
        case .video(let settings):
            let encoder = try codecs.makeVideoEncoder(settings)
            return (.video(encoder), encoder.track)
        case .audio(let settings):
            let encoder = try codecs.makeAudioEncoder(settings)
            return (.audio(encoder), encoder.track)
        case .packets(let track):
            return (.packets, track)
        }
    }

    /// Opens the input for a session that starts at `start`, with what comes out of it going to `writer`.
    func open(_ encoder: OpenEncoder, track: Int, start: MediaTime, clock: any MediaClock, writer: PacketWriter)
        throws(SystemCallError)
    {
        let forward: @Sendable (EncoderStageOutput) -> Void = { output in
            switch output {
            case .packet(let packet): writer.send(.packet(track: track, packet))
            case .finished: writer.send(.trackFinished(track))
            case .failed(let error): writer.send(.failed(error))
            }
        }
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
            joinStage.withLock { $0 = { stage.join() } }
            opened = .video(stage, VideoFeed(start: start, timeBase: encoder.track.timeBase))
        case .audio(let encoder):
            let stage = try EncoderStage(
                encoder,
                name: "encode-\(track)",
                whenFull: .wait,
                clock: clock,
                output: forward
            )
            joinStage.withLock { $0 = { stage.join() } }
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
        joinStage.withLock { $0 }?()
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

    private var subject: String {
        name ?? "the \(mediaType) input"
    }

    private func isExpected(_ format: AudioFormat) -> Bool {
        if case .audio(let settings) = source { settings.format == format } else { false }
    }

    private func misuse(of buffer: SampleBuffer) -> WriterError {
        if case .audio(let settings) = source, case .audio(let audio) = buffer.content, !isExpected(audio.format) {
            return .misuse(
                subject: subject,
                reason: "sound with \(audio.format.words) was appended to an input for \(settings.format.words)",
                help: "Convert the sound, or create the input with its format."
            )
        }
        return .misuse(
            subject: subject,
            reason: "a buffer of \(buffer.type) can't be appended here now",
            help: "Append \(mediaType) to an input with settings, after startSession."
        )
    }
}

extension AudioFormat {
    /// For messages: `48000 Hz and 2 channels`.
    fileprivate var words: String {
        "\(sampleRate) Hz and \(channelCount) \(channelCount == 1 ? "channel" : "channels")"
    }
}
