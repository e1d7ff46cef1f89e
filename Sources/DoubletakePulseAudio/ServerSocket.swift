import CPulse
import DoubletakeMedia
import Glibc

/// Where a sound server that isn't there would be.
enum ServerSocket {
    /// Whether a server is likely to come that can't be connected to now: it has an address that was named, and if that is
    /// a socket, the folder for it.
    ///
    /// A machine that never has a server has neither, and silent tracks in its films would mean nothing.
    ///
    /// The corresponding C function is `pa_context_get_server`.
    static func isExpected(_ server: String?) throws(ServerFailure) -> Bool {
        let loop = try PulseAudioLoop()
        guard let context = unsafe pa_context_new(loop.api, "Doubletake") else { return false }
        // SAFETY: the context is ours until the end of this function; what is read from it is copied.
        defer { unsafe pa_context_unref(context) }
        if unsafe pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 {
            let clock = MonotonicClock()
            let deadline = clock.now + PulseAudioConnection.patience
            while unsafe PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0, clock.now < deadline {
                guard loop.turn(noLongerThan: deadline - clock.now) else { break }
            }
        }
        guard let words = unsafe pa_context_get_server(context) else { return false }
        return isExpected(at: unsafe String(cString: words))
    }

    private static func isExpected(at address: String) -> Bool {
        let path = address.hasPrefix("unix:") ? String(address.dropFirst(5)) : address
        // What is no path is the name of another machine, and only a person names one.
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return true }
        var status = stat()
        // SAFETY: the path is passed as a string of its own, and the call fills in a local.
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return unsafe stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
