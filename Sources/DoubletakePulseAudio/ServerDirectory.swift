import CPulse

/// What a sound server has: its sinks, its sources, and which of them are the defaults.
///
/// It asks through a connection that it has for itself. One thread at a time uses it.
struct ServerDirectory {
    private let connection: PulseAudioConnection

    /// Connects to the server.
    init(server: String?) throws(ServerFailure) {
        connection = try PulseAudioConnection(server: server)
    }

    /// Asks through a connection that is there already.
    init(_ connection: PulseAudioConnection) {
        self.connection = connection
    }

    /// All sinks that can be recorded.
    ///
    /// The corresponding C function is `pa_context_get_sink_info_list`.
    func sinks() throws(ServerFailure) -> [ServerDevice] {
        try unsafe ask { context, answer in unsafe pa_context_get_sink_info_list(context, takeSink, answer) }.devices
    }

    /// All sources, monitors too.
    ///
    /// The corresponding C function is `pa_context_get_source_info_list`.
    func sources() throws(ServerFailure) -> [ServerDevice] {
        try unsafe ask { context, answer in unsafe pa_context_get_source_info_list(context, takeSource, answer) }
            .devices
    }

    /// The names of the default sink and the default source, where there are some.
    ///
    /// The corresponding C function is `pa_context_get_server_info`.
    func defaults() throws(ServerFailure) -> (sink: String?, source: String?) {
        let answer = try unsafe ask { context, answer in unsafe pa_context_get_server_info(context, takeServer, answer)
        }
        return (answer.defaultSink, answer.defaultSource)
    }

    /// The streams that play now, in the order in which they began.
    ///
    /// The corresponding C function is `pa_context_get_sink_input_info_list`.
    func playing() throws(ServerFailure) -> [PlayingStream] {
        try unsafe ask { context, answer in unsafe pa_context_get_sink_input_info_list(context, takePlaying, answer) }
            .playing
    }

    private func ask(
        _ question: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(ServerFailure) -> ServerAnswer {
        let answer = ServerAnswer()
        // SAFETY: libpulse passes the pointer to the callback alone, which isn't called any more when the operation is
        // gone; the answer lives longer than that.
        let operation = unsafe PulseAudioOperation(
            question(connection.context, Unmanaged.passUnretained(answer).toOpaque())
        )
        try connection.wait(for: operation)
        return withExtendedLifetime(answer) { answer }
    }
}

/// What the server has answered so far.
private final class ServerAnswer {
    var devices: [ServerDevice] = []
    var playing: [PlayingStream] = []
    var defaultSink: String?
    var defaultSource: String?

    /// The answer that a callback was given.
    static func from(_ pointer: UnsafeMutableRawPointer?) -> ServerAnswer? {
        guard let pointer = unsafe pointer else { return nil }
        // SAFETY: `ask` passed an object that it keeps until the operation is gone.
        return unsafe Unmanaged<ServerAnswer>.fromOpaque(pointer).takeUnretainedValue()
    }
}

// The callbacks are constants at file scope, so that they belong to no actor. libpulse calls them on the thread that
// turns the loop, once for each device and once, with nothing, at the end.

private let takeSink: pa_sink_info_cb_t = { _, information, _, answer in
    guard let information = unsafe information, let device = unsafe ServerDevice(information.pointee) else { return }
    unsafe ServerAnswer.from(answer)?.devices.append(device)
}

private let takeSource: pa_source_info_cb_t = { _, information, _, answer in
    guard let information = unsafe information, let device = unsafe ServerDevice(information.pointee) else { return }
    unsafe ServerAnswer.from(answer)?.devices.append(device)
}

private let takePlaying: pa_sink_input_info_cb_t = { _, information, _, answer in
    guard let information = unsafe information else { return }
    unsafe ServerAnswer.from(answer)?.playing.append(PlayingStream(information.pointee))
}

private let takeServer: pa_server_info_cb_t = { _, information, answer in
    guard let information = unsafe information, let answer = unsafe ServerAnswer.from(answer) else { return }
    // SAFETY: the strings end with a zero and are copied here.
    if let name = unsafe information.pointee.default_sink_name { unsafe answer.defaultSink = String(cString: name) }
    if let name = unsafe information.pointee.default_source_name { unsafe answer.defaultSource = String(cString: name) }
}
