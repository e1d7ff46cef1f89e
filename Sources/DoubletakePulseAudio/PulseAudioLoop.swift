import CPulse
import DoubletakeMedia

/// The main loop of a connection to a sound server: where it waits for the server and does what that asks.
///
/// The corresponding C type is `pa_mainloop`. One thread at a time turns it, and only that thread touches the connection
/// and the streams that live on it; `interrupt()` is for all the others. So nothing here needs libpulse's own thread,
/// or a lock around its calls.
@safe
final class PulseAudioLoop: @unchecked Sendable {
    // @safe and @unchecked: the pointer is made here and freed in `deinit` alone. Of its functions libpulse lets other
    // threads call `pa_mainloop_wakeup`, and nobody else calls another.
    private let loop: OpaquePointer
    private let isInterrupted = ConditionLock(false)

    /// Makes a main loop.
    ///
    /// The corresponding C function is `pa_mainloop_new`.
    init() throws(ServerFailure) {
        guard let loop = unsafe pa_mainloop_new() else {
            throw .refused(code: Int32(PA_ERR_INTERNAL.rawValue))
        }
        unsafe self.loop = unsafe loop
    }

    deinit {
        // SAFETY: what lives on it holds a reference to this object, so it is gone.
        unsafe pa_mainloop_free(loop)
    }

    /// What a connection is made on; valid as long as the loop.
    var api: UnsafeMutablePointer<pa_mainloop_api> {
        unsafe pa_mainloop_get_api(loop)
    }

    /// Waits until the server has something to say, but no longer than `limit`, and does all of it.
    ///
    /// A server that doesn't hand its sound over in shared memory (PipeWire) is read in small steps, a dispatch each: they
    /// are taken together, since after them the server may be let wait. The corresponding C functions are
    /// `pa_mainloop_prepare`, `pa_mainloop_poll` and `pa_mainloop_dispatch`.
    ///
    /// - Returns: false when the loop was interrupted; then it won't turn again.
    func turn(noLongerThan limit: Duration?) -> Bool {
        var microseconds = limit.map { max($0, .zero).wholeMicroseconds } ?? -1
        while true {
            // A loop that was prepared and not polled can't be prepared again: who is interrupted in the middle of a
            // question may turn once more.
            guard !isInterrupted.read({ $0 }) else { return false }
            guard unsafe pa_mainloop_prepare(loop, microseconds) >= 0 else { return false }
            // `prepare` forgets the interruptions until now; one that comes from here on ends the wait.
            guard !isInterrupted.read({ $0 }) else { return false }
            guard unsafe pa_mainloop_poll(loop) >= 0 else { return false }
            let count = unsafe pa_mainloop_dispatch(loop)
            guard count >= 0, !isInterrupted.read({ $0 }) else { return false }
            if count == 0 { return true }
            microseconds = 0
        }
    }

    /// Lets the server wait until an instant, or until the loop is interrupted: what it says meanwhile is done in one turn.
    func rest(until instant: MediaTime, on clock: any MediaClock) {
        _ = isInterrupted.wait(until: instant, on: clock) { $0 ? true : nil }
    }

    /// Ends the turning for good.
    ///
    /// Any thread; more than once is harmless. The corresponding C function is `pa_mainloop_wakeup`.
    func interrupt() {
        isInterrupted.withLock { $0 = true }
        unsafe pa_mainloop_wakeup(loop)
    }
}

extension Duration {
    /// The duration as libpulse takes one, at most half an hour.
    fileprivate var wholeMicroseconds: Int32 {
        let (seconds, attoseconds) = components
        return seconds >= 1_800 ? 1_800_000_000 : Int32(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
