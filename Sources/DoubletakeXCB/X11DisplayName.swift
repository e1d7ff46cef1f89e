import CXCB
import Glibc

/// A display's name in its parts.
struct X11DisplayName {
    /// Empty for a server on this machine.
    let host: String
    let number: Int
    let screen: Int

    /// Reads a name, or the environment's when it is nil; nil when that is none.
    ///
    /// The corresponding C function is `xcb_parse_display`.
    init?(_ name: String?) {
        var host: UnsafeMutablePointer<CChar>?
        var number: Int32 = 0
        var screen: Int32 = 0
        // SAFETY: the call fills in locals; the host's name is ours to free.
        let isName = unsafe withOptionalCString(name) { unsafe xcb_parse_display($0, &host, &number, &screen) } != 0
        guard isName else { return nil }
        self.host = unsafe host.map { unsafe String(cString: $0) } ?? ""
        unsafe free(host)
        self.number = Int(number)
        self.screen = Int(screen)
    }

    /// `:0`, or `host:0.1`.
    var text: String {
        "\(host):\(number)\(screen == 0 ? "" : ".\(screen)")"
    }

    /// Where a server of this machine listens; nil when the display is on another.
    var socketPath: String? {
        host.isEmpty || host == "unix" ? "/tmp/.X11-unix/X\(number)" : nil
    }
}

func withOptionalCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    // SAFETY: the pointer is valid within the call.
    if let text { unsafe text.withCString { unsafe body($0) } } else { body(nil) }
}
