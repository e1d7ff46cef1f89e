import CPulse
import DoubletakeMedia
import Glibc

/// A stream of 32-bit float samples from a source, or to a sink.
///
/// The corresponding C type is `pa_stream`. The thread that turns the connection's loop uses it; libpulse calls nothing
/// back: after each turn the stream is asked what there is.
@safe
final class PulseAudioStream {
    // @safe: the pointer is made here, stays here, and is given back in `deinit` alone. The connection that it lives on
    // is held for as long.
    private let stream: OpaquePointer
    private let direction: Direction
    /// What it lives on.
    let connection: PulseAudioConnection
    /// Rate and channels.
    let format: AudioFormat
    private var question: PulseAudioOperation?
    private var askedAt = MediaTime.zero
    /// The number that the server gives the sample of a recording that is read next, by its last answer.
    private(set) var nextReadPosition: Int64 = 0

    /// Which way the samples go.
    enum Direction {
        /// From a source to us.
        case recording
        /// From us to a sink.
        case playback
    }

    /// Whether the server may move a recording to another source.
    enum Mobility {
        /// It stays with its source, and ends with it.
        case fixed
        /// It follows the default source, and the person who uses a mixer.
        case movable
    }

    /// Where channels are heard, from PulseAudio's words for it, which the caller knows to be right.
    ///
    /// The corresponding C function is `pa_channel_map_parse`.
    static func channelMap(_ words: String) -> pa_channel_map {
        var map = pa_channel_map()
        // SAFETY: a local, which libpulse fills in.
        let isRight = unsafe pa_channel_map_parse(&map, words) != nil
        precondition(isRight, "not a channel map: \(words)")
        return map
    }

    /// Makes a stream that is connected to nothing.
    ///
    /// The corresponding C function is `pa_stream_new`.
    ///
    /// - Parameters:
    ///   - format: at most as many channels as the server carries.
    ///   - channelMap: where the channels are heard; nil for the usual places.
    init(
        _ direction: Direction,
        on connection: PulseAudioConnection,
        format: AudioFormat,
        channelMap: pa_channel_map? = nil
    ) throws(ServerFailure) {
        precondition(format.channelCount <= Int(doubletake_pa_channels_max), "a channel map has 32 channels at most")
        var specification = pa_sample_spec(
            format: doubletake_pa_sample_float32,
            rate: UInt32(format.sampleRate),
            channels: UInt8(format.channelCount)
        )
        var map = pa_channel_map()
        if let channelMap { map = channelMap }
        // SAFETY: both are locals, which libpulse reads and copies; the map has room for 32 channels.
        if unsafe channelMap == nil || pa_channel_map_compatible(&map, &specification) == 0 {
            _ = unsafe pa_channel_map_init_extend(&map, UInt32(format.channelCount), PA_CHANNEL_MAP_DEFAULT)
        }
        guard let stream = unsafe pa_stream_new(connection.context, "\(direction)", &specification, &map) else {
            throw connection.failure
        }
        unsafe self.stream = unsafe stream
        self.direction = direction
        self.connection = connection
        self.format = format
    }

    deinit {
        // SAFETY: nobody else has the pointer. A stream that has failed or was never connected says so, and that is all.
        unsafe pa_stream_disconnect(stream)
        unsafe pa_stream_unref(stream)
    }

    /// Connects to a source, and holds the sound back until `release()`.
    ///
    /// The corresponding C function is `pa_stream_connect_record`.
    ///
    /// - Parameter fragment: how much sound comes at a time. Without saying so, and without asking the server to adjust
    ///   the device, it would be two seconds.
    func record(
        from source: String,
        inFragmentsOf fragment: Duration,
        _ mobility: Mobility
    ) throws(ServerFailure) {
        try record(from: .some(source), inFragmentsOf: fragment, mobility)
    }

    /// Connects to what one stream plays, alone, and holds the sound back until `release()`.
    ///
    /// It ends with that stream, and when that is moved to another sink. The corresponding C functions are
    /// `pa_stream_set_monitor_stream` and `pa_stream_connect_record`.
    ///
    /// - Parameter input: the number of the stream that plays, which the server calls a sink input.
    func record(playing input: UInt32, inFragmentsOf fragment: Duration) throws(ServerFailure) {
        guard unsafe pa_stream_set_monitor_stream(stream, input) >= 0 else { throw connection.failure }
        try record(from: nil, inFragmentsOf: fragment, .fixed)
    }

    private func record(
        from source: String?,
        inFragmentsOf fragment: Duration,
        _ mobility: Mobility
    ) throws(ServerFailure) {
        var attributes = pa_buffer_attr()
        attributes.maxlength = .max
        attributes.fragsize = UInt32(format.sampleCount(in: fragment) * byteCountOfSample)
        var flags = PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_START_CORKED.rawValue
        if mobility == .fixed { flags |= PA_STREAM_DONT_MOVE.rawValue }
        // SAFETY: the attributes and the name are copied.
        let status = unsafe pa_stream_connect_record(stream, source, &attributes, pa_stream_flags(rawValue: flags))
        guard status >= 0 else { throw connection.failure }
        try waitUntilReady()
    }

    /// Connects to a sink, which begins to take sound at once.
    ///
    /// The corresponding C function is `pa_stream_connect_playback`.
    ///
    /// - Parameters:
    ///   - sink: nil for the default one.
    ///   - latency: how much sound is on its way to the sink.
    func play(on sink: String?, withLatency latency: Duration) throws(ServerFailure) {
        var attributes = pa_buffer_attr()
        attributes.maxlength = .max
        attributes.tlength = UInt32(format.sampleCount(in: latency) * byteCountOfSample)
        attributes.prebuf = .max
        attributes.minreq = .max
        let flags = PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue
        // SAFETY: the attributes and the name are copied; no volume is given.
        let status = unsafe pa_stream_connect_playback(
            stream,
            sink,
            &attributes,
            pa_stream_flags(rawValue: flags),
            nil,
            nil
        )
        guard status >= 0 else { throw connection.failure }
        try waitUntilReady()
    }

    /// Lets the sound come that was held back.
    ///
    /// The corresponding C function is `pa_stream_cork`.
    func release() throws(ServerFailure) {
        try connection.wait(for: unsafe PulseAudioOperation(pa_stream_cork(stream, 0, nil, nil)))
    }

    /// Throws why the stream has failed, if it has.
    ///
    /// The corresponding C function is `pa_stream_get_state`.
    func check() throws(ServerFailure) {
        guard isGood else { throw connection.failure }
    }

    /// Whether it stands.
    ///
    /// The corresponding C function is `pa_stream_get_state`.
    var isGood: Bool {
        unsafe PA_STREAM_IS_GOOD(pa_stream_get_state(stream)) != 0 && connection.isGood
    }

    /// The number of the source or sink that it is on now.
    ///
    /// The corresponding C function is `pa_stream_get_device_index`.
    var deviceIndex: UInt32 {
        unsafe pa_stream_get_device_index(stream)
    }

    /// The name of the source or sink that it is on now.
    ///
    /// The corresponding C function is `pa_stream_get_device_name`.
    var sourceName: String? {
        // SAFETY: the name belongs to the stream and is copied here.
        guard let name = unsafe pa_stream_get_device_name(stream) else { return nil }
        return unsafe String(cString: name)
    }

    private func waitUntilReady() throws(ServerFailure) {
        var failure: ServerFailure?
        try connection.wait {
            let state = unsafe pa_stream_get_state(stream)
            // The reason is the connection's newest one, so it is read at once.
            if PA_STREAM_IS_GOOD(state) == 0 { failure = connection.failure }
            return state == PA_STREAM_READY || failure != nil
        }
        if let failure { throw failure }
    }

    private var byteCountOfSample: Int {
        format.channelCount * MemoryLayout<Float>.size
    }
}

// MARK: - Samples

extension PulseAudioStream {
    /// What the next piece of a recording is, in samples of each channel.
    enum Piece {
        /// There is nothing more now.
        case nothing
        /// So many samples.
        case samples(Int)
        /// So many samples are missing.
        case hole(Int)
    }

    /// Takes the next piece of a recording and appends its samples to `samples`.
    ///
    /// The corresponding C functions are `pa_stream_peek` and `pa_stream_drop`.
    func read(into samples: inout [Float]) throws(ServerFailure) -> Piece {
        var data: UnsafeRawPointer?
        var byteCount = 0
        guard unsafe pa_stream_peek(stream, &data, &byteCount) >= 0 else { throw connection.failure }
        guard byteCount > 0 else { return .nothing }
        let count = byteCount / byteCountOfSample
        if let data = unsafe data {
            // SAFETY: libpulse gave this many bytes, whole samples of floats, which stay until they are dropped below.
            let floats = unsafe data.assumingMemoryBound(to: Float.self)
            unsafe samples.append(
                contentsOf: UnsafeBufferPointer(start: floats, count: count * format.channelCount)
            )
        }
        guard unsafe pa_stream_drop(stream) >= 0 else { throw connection.failure }
        return unsafe data == nil ? .hole(count) : .samples(count)
    }

    /// How many samples (of each channel) the server wants to have now.
    ///
    /// The corresponding C function is `pa_stream_writable_size`.
    var writableSampleCount: Int {
        let byteCount = unsafe pa_stream_writable_size(stream)
        return byteCount == .max ? 0 : byteCount / byteCountOfSample
    }

    /// Plays samples behind those before.
    ///
    /// The corresponding C function is `pa_stream_write`, which copies them.
    func write(_ samples: [Float]) throws(ServerFailure) {
        // SAFETY: the samples are passed with their own length and no function to free them.
        let status = unsafe samples.withUnsafeBytes { bytes in
            unsafe pa_stream_write(stream, bytes.baseAddress, bytes.count, nil, 0, PA_SEEK_RELATIVE)
        }
        guard status >= 0 else { throw connection.failure }
    }
}

// MARK: - Times

extension PulseAudioStream {
    /// Asks the server where the stream stands, unless a question is on its way already.
    ///
    /// The corresponding C function is `pa_stream_update_timing_info`.
    func askForTiming(at now: MediaTime) {
        guard !isAsking else { return }
        question = unsafe PulseAudioOperation(pa_stream_update_timing_info(stream, nil, nil))
        askedAt = now
    }

    /// Whether the answer to a question has not been taken yet.
    var isAsking: Bool {
        question != nil
    }

    /// Takes the answer to the last question, once: when the newest sample of a recording was heard, or when the next
    /// sample that a sink takes will be.
    ///
    /// The corresponding C function is `pa_stream_get_timing_info`. What libpulse makes of it by itself, by smoothing
    /// and extrapolating (`PA_STREAM_INTERPOLATE_TIMING`), is as good later on; for the first 100 ms of an idle sink it
    /// was off by up to 94 ms, and the first samples are those that place all others.
    ///
    /// - Returns: nil when there is no answer yet, or none that means anything.
    func takeTiming(on clock: any MediaClock) -> StreamTiming? {
        guard let isRunning = question?.isRunning, !isRunning else { return nil }
        question = nil
        // SAFETY: the structure belongs to the stream and is read before anything else is called on it.
        guard let answer = unsafe pa_stream_get_timing_info(stream) else { return nil }
        let information = unsafe answer.pointee
        // While the device stands still nothing is heard, so no sample has an instant.
        guard information.playing != 0 else { return nil }
        // The answer's time is on the wall clock. That is read first: whatever comes between the two readings then makes
        // the instant late, as all errors should be, and not early.
        let wallTime = WallClock.now
        let now = clock.now
        let looked = now - (wallTime - WallClock.duration(information.timestamp))
        // A wall clock that was set meanwhile says what can't be.
        guard looked >= askedAt, looked <= now else { return nil }
        let isRecording = direction == .recording
        let bytes = isRecording ? information.write_index : information.read_index
        let untilHeard = Duration.microseconds(Int64(clamping: information.sink_usec))
        let sinceHeard = isRecording ? Duration.microseconds(Int64(clamping: information.source_usec)) : .zero
        nextReadPosition = max(information.read_index, 0) / Int64(byteCountOfSample)
        return StreamTiming(
            position: max(bytes, 0) / Int64(byteCountOfSample),
            instant: looked + untilHeard - sinceHeard
        )
    }
}

/// The time of day, which people set and networks correct: good for differences of a moment only.
private enum WallClock {
    /// The time since 1970.
    ///
    /// The corresponding C function is `gettimeofday`.
    static var now: Duration {
        var time = timeval()
        // SAFETY: the call fills in a local.
        unsafe gettimeofday(&time, nil)
        return duration(time)
    }

    static func duration(_ time: timeval) -> Duration {
        .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
}
