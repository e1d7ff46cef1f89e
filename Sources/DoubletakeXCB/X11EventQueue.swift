import CXCB
package import DoubletakeMedia
import Glibc

extension X11Connection {
    /// What a wait for an event ended with.
    package enum WaitResult: Hashable, Sendable {
        /// The server sent an event.
        case event(X11Event)
        /// The server sent an event on the other connection.
        case otherEvent(X11Event)
        /// The wake-up was signalled.
        case wokenUp
        /// The deadline has come.
        case timedOut
    }

    /// The next event that has arrived; nil when there is none, without waiting.
    ///
    /// Comes back also with what was read while something else was waited for. The corresponding C function is
    /// `xcb_poll_for_event`.
    package func nextEvent() throws(X11Error) -> X11Event? {
        if !postponedEvents.isEmpty { return postponedEvents.removeFirst() }
        return try nextArrivedEvent()
    }

    /// As `nextEvent()`, past those that were postponed.
    func nextArrivedEvent() throws(X11Error) -> X11Event? {
        // SAFETY: the event is ours from here on.
        guard let event = unsafe xcb_poll_for_event(pointer) else {
            try requireLife()
            return nil
        }
        return X11Event(unsafe X11Reply(event), on: self)
    }

    /// Waits for an event, until the wake-up is signalled or `deadline` has come on `clock`.
    ///
    /// The wake-up counts before an event, so that a thread that is told to stop does, whatever the server sends. The
    /// wait is the kernel's: `clock` must go at its pace, as `MonotonicClock` does. The corresponding C function is
    /// `ppoll`.
    ///
    /// - Parameter other: a connection of the same thread, whose events are waited for as well.
    package func waitForEvent(
        until deadline: MediaTime? = nil,
        on clock: any MediaClock,
        or wakeUp: WakeUp,
        beside other: X11Connection? = nil
    ) throws(X11Error) -> WaitResult {
        var entries = [
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        if let other { entries.append(pollfd(fd: other.fileDescriptor, events: Int16(POLLIN), revents: 0)) }
        // What libxcb has read already doesn't make the socket readable.
        try flush()
        try other?.flush()
        while true {
            if try Self.isReady(&entries[0...0], until: .zero) { return .wokenUp }
            if let event = try nextEvent() { return .event(event) }
            if let event = try other?.nextEvent() { return .otherEvent(event) }
            let rest = deadline.map { max($0 - clock.now, .zero) }
            if rest == .zero { return .timedOut }
            _ = try Self.isReady(&entries[...], until: rest)
        }
    }

    private static func isReady(
        _ entries: inout ArraySlice<pollfd>,
        until rest: Duration?
    ) throws(X11Error) -> Bool {
        let parts = (rest ?? .zero).components
        var limit = timespec(tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
        // SAFETY: the entries are passed with their own count; no signal mask is.
        let count = unsafe entries.withUnsafeMutableBufferPointer { buffer in
            unsafe withUnsafePointer(to: &limit) { limit in
                unsafe ppoll(buffer.baseAddress, nfds_t(buffer.count), rest == nil ? nil : limit, nil)
            }
        }
        // A signal that came between is no failure: the caller looks again.
        if count < 0 && errno != EINTR { throw .system(.last(call: "ppoll", subject: "the wait for the X server")) }
        return count > 0
    }
}

extension WakeUp {
    /// Waits until it is signalled, or `deadline` has come on `clock`, which goes at the kernel's pace.
    ///
    /// - Returns: whether it was signalled.
    package func wait(until deadline: MediaTime, on clock: any MediaClock) throws(X11Error) -> Bool {
        while true {
            let rest = max(deadline - clock.now, .zero)
            if try X11Connection.isSignalled(self, within: rest) { return true }
            if rest == .zero { return false }
        }
    }
}

extension X11Connection {
    fileprivate static func isSignalled(_ wakeUp: WakeUp, within rest: Duration) throws(X11Error) -> Bool {
        var entries = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
        return try isReady(&entries[...], until: rest)
    }
}
