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
        try address(of: server).map { isExpected(at: $0) } ?? false
    }

    /// What is known of the place where a server is that can't be connected to.
    static func access(to server: String?) -> ServerAccess.Place {
        var place = ServerAccess.Place()
        // SAFETY: the strings are passed for the calls.
        place.isSandbox = unsafe Glibc.access("/.flatpak-info", F_OK) == 0
        do throws(ServerFailure) {
            guard let address = try address(of: server) else { return place }
            let path = path(of: address)
            if path.hasPrefix("/"), unsafe Glibc.access(path, W_OK) != 0 { place.isClosed = errno == EACCES }
        } catch {
            // Without a loop there is no connection either, of which its own error tells.
        }
        return place
    }

    /// Where libpulse looks for a server in the end; nil when it doesn't know.
    private static func address(of server: String?) throws(ServerFailure) -> String? {
        let loop = try PulseAudioLoop()
        guard let context = unsafe pa_context_new(loop.api, "Doubletake") else { return nil }
        // SAFETY: the context is ours until the end of this function; what is read from it is copied.
        defer { unsafe pa_context_unref(context) }
        if unsafe pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 {
            let clock = MonotonicClock()
            let deadline = clock.now + PulseAudioConnection.patience
            while unsafe PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0, clock.now < deadline {
                guard loop.turn(noLongerThan: deadline - clock.now) else { break }
            }
        }
        guard let words = unsafe pa_context_get_server(context) else { return nil }
        return unsafe String(cString: words)
    }

    private static func path(of address: String) -> String {
        address.hasPrefix("unix:") ? String(address.dropFirst(5)) : address
    }

    private static func isExpected(at address: String) -> Bool {
        let path = path(of: address)
        // What is no path is the name of another machine, and only a person names one.
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return true }
        var status = stat()
        // SAFETY: the path is passed as a string of its own, and the call fills in a local.
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return unsafe stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
