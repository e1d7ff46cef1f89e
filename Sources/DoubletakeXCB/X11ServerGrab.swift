import CXCB

extension X11Connection {
    /// Lets the server serve nobody else while `body` draws: others see all of what it drew, or nothing.
    ///
    /// Everybody waits, so it must be short. The corresponding C functions are `xcb_grab_server` and
    /// `xcb_ungrab_server`.
    package func atomically(_ body: () throws(X11Error) -> Void) throws(X11Error) {
        try unsafe check("GrabServer") { unsafe xcb_grab_server_checked($0) }
        do throws(X11Error) {
            try body()
        } catch {
            unsafe send { unsafe xcb_ungrab_server_checked($0) }
            throw error
        }
        try unsafe check("UngrabServer") { unsafe xcb_ungrab_server_checked($0) }
    }
}
