import CPulse
import DoubletakeMedia

/// A connection to a sound server.
///
/// The corresponding C type is `pa_context`. The thread that turns its loop uses it. Whatever is asked has an answer, or
/// none within `patience`: a server that hangs holds nobody up.
@safe
final class PulseAudioConnection {
    // @safe: the pointer is made here, lent to who makes streams and questions on it, and given back in `deinit` alone.

    /// Lent to whoever asks the server something.
    let context: OpaquePointer
    /// Where the connection waits for the server.
    let loop: PulseAudioLoop
    private let news = ServerNews()

    /// How long a server may take to answer.
    ///
    /// Shorter, and a machine that is only busy has no sound; longer, and a person waits that long for the message that
    /// the server hangs.
    static let patience = Duration.seconds(2)

    /// The icon beside the program's name in the desktop's mixer: every theme has one for what records.
    private static let iconName = "media-record"

    /// Connects, or says why it can't.
    ///
    /// The corresponding C functions are `pa_context_new_with_proplist` and `pa_context_connect`. No server is started: who wants one
    /// has started it.
    ///
    /// - Parameters:
    ///   - server: as in `PULSE_SERVER`; nil for the one that libpulse finds by itself.
    ///   - name: what the desktop's mixer calls the program.
    ///   - stop: interrupts this, and whatever the connection is used for.
    init(
        server: String?,
        named name: String = "Doubletake",
        stop: SoundStop? = nil
    ) throws(ServerFailure) {
        let loop = try PulseAudioLoop()
        self.loop = loop
        stop?.attach { loop.interrupt() }
        guard let properties = unsafe pa_proplist_new() else {
            throw .refused(code: Int32(PA_ERR_INTERNAL.rawValue))
        }
        // SAFETY: the list is ours, and the context makes a copy of it.
        defer { unsafe pa_proplist_free(properties) }
        _ = unsafe pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, "doubletake")
        _ = unsafe pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, Self.iconName)
        guard let context = unsafe pa_context_new_with_proplist(loop.api, name, properties) else {
            throw .refused(code: Int32(PA_ERR_INTERNAL.rawValue))
        }
        unsafe self.context = unsafe context
        // SAFETY: the context is valid until `deinit`, and libpulse copies the server's name.
        guard unsafe pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
            throw failure
        }
        try wait { unsafe pa_context_get_state(context) == PA_CONTEXT_READY }
    }

    deinit {
        // SAFETY: streams and questions hold a reference to this object, or live shorter than a call of it.
        unsafe pa_context_disconnect(context)
        unsafe pa_context_unref(context)
    }

    /// Why the last call failed.
    ///
    /// The corresponding C function is `pa_context_errno`.
    var failure: ServerFailure {
        let code = unsafe pa_context_errno(context)
        return isGood ? .refused(code: code) : .notConnected(code: code)
    }

    /// Whether it stands, or is being made.
    ///
    /// The corresponding C function is `pa_context_get_state`.
    var isGood: Bool {
        unsafe PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0
    }

    /// Turns the loop until `isDone` says so.
    ///
    /// - Throws: the connection's failure, or `noAnswer`.
    func wait(until isDone: () -> Bool) throws(ServerFailure) {
        let clock = MonotonicClock()
        let deadline = clock.now + Self.patience
        while !isDone() {
            guard isGood else { throw failure }
            let rest = deadline - clock.now
            guard rest > .zero, loop.turn(noLongerThan: rest) else { throw .noAnswer(Self.patience) }
        }
    }

    /// Waits for the answer to a question.
    ///
    /// - Parameter operation: nil when it couldn't even be asked.
    func wait(for operation: consuming PulseAudioOperation?) throws(ServerFailure) {
        guard let operation = consume operation else { throw failure }
        let clock = MonotonicClock()
        let deadline = clock.now + Self.patience
        while operation.isRunning {
            let rest = deadline - clock.now
            guard rest > .zero, loop.turn(noLongerThan: rest) else { throw .noAnswer(Self.patience) }
        }
        guard isGood else { throw failure }
    }
}

// MARK: - News

extension PulseAudioConnection {
    /// What the server says by itself when it has changed.
    enum Subject {
        /// Which devices are the default ones.
        case defaults
        /// The devices, such as how loud they are.
        case devices
        /// The streams that play, and which sinks they play on.
        case playing

        var mask: UInt32 {
            switch self {
            case .defaults: PA_SUBSCRIPTION_MASK_SERVER.rawValue
            case .devices: PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SOURCE.rawValue
            case .playing: PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
            }
        }
    }

    /// Lets the server say when something has changed.
    ///
    /// The corresponding C functions are `pa_context_set_subscribe_callback` and `pa_context_subscribe`.
    func listen(for subjects: Subject...) throws(ServerFailure) {
        let mask = pa_subscription_mask(rawValue: subjects.reduce(0) { $0 | $1.mask })
        // SAFETY: the object lives as long as the connection, and libpulse calls nothing when that is gone.
        unsafe pa_context_set_subscribe_callback(context, noteNews, Unmanaged.passUnretained(news).toOpaque())
        try wait(for: unsafe PulseAudioOperation(pa_context_subscribe(context, mask, nil, nil)))
    }

    /// Whether that may have changed since this was last asked.
    func takeNews() -> Bool {
        defer { news.isThere = false }
        return news.isThere
    }

    /// What `takeNews` would say.
    var hasNews: Bool {
        news.isThere
    }

    /// Lets `takeNews` say so once more.
    func keepNews() {
        news.isThere = true
    }
}

/// Whether the server has said that something of it has changed.
private final class ServerNews {
    var isThere = false
}

// A constant at file scope, so that it belongs to no actor. libpulse calls it on the thread that turns the loop.
private let noteNews: pa_context_subscribe_cb_t = { _, _, _, news in
    guard let news = unsafe news else { return }
    // SAFETY: `listen` passed an object that its connection keeps.
    unsafe Unmanaged<ServerNews>.fromOpaque(news).takeUnretainedValue().isThere = true
}
