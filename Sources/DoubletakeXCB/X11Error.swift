package import DoubletakeMedia

/// What went wrong between us and an X server.
package enum X11Error: ExplainedError, Hashable {
    /// No display was named, and the environment names none.
    case noDisplay
    /// The display's name is not one.
    case badDisplayName(String)
    /// Nobody answers where the display's server should be.
    case noServer(display: String, reason: String)
    /// The server answered and doesn't want us.
    case refused(display: String, reason: String)
    /// The display has no screen of the number in its name.
    case noScreen(display: String)
    /// The connection has ended: the server is gone, or has thrown us out.
    case lost(display: String)
    /// The server lacks an extension, or has one that is too old.
    case missingExtension(display: String, name: String, needed: String, found: String?)
    /// The server refused one request; everything else goes on.
    case requestFailed(display: String, X11RequestError)
    /// A call of the system failed.
    case system(SystemCallError)

    /// The display as people name it.
    package var subject: String {
        switch self {
        case .noDisplay: "X server"
        case .system(let error): error.subject
        case .badDisplayName(let display), .noServer(let display, _), .refused(let display, _),
            .noScreen(let display), .lost(let display), .missingExtension(let display, _, _, _),
            .requestFailed(let display, _):
            "DISPLAY \(display)"
        }
    }

    /// What happened.
    package var reason: String {
        switch self {
        case .noDisplay: "no display is set"
        case .badDisplayName: "that is not the name of a display"
        case .noServer(_, let reason): "no X server answers: \(reason)"
        case .refused(_, let reason): "the X server refused the connection: \(reason)"
        case .noScreen: "the X server has no screen of that number"
        case .lost: "the X server closed the connection"
        case .missingExtension(_, let name, _, nil): "the X server has no \(name) extension"
        case .missingExtension(_, let name, let needed, let found?):
            "the X server's \(name) extension is version \(found), and \(needed) is needed"
        case .requestFailed(_, let error): "\(error)"
        case .system(let error): "\(error.call): \(error.reason)"
        }
    }

    /// What to do.
    package var help: String {
        switch self {
        case .noDisplay: "Set DISPLAY, for example to :0, or run this inside of the desktop session."
        case .badDisplayName: "Set DISPLAY to a name such as :0."
        case .noServer: "Check that DISPLAY names a running X server."
        case .refused: "Run this as the user whose session it is, or set XAUTHORITY to that session's file."
        case .noScreen: "Leave the screen's number out of DISPLAY."
        case .lost: "Start the X server again, and then the recording."
        case .missingExtension: "Use an X server with that extension, such as Xorg or Xvfb with its defaults."
        case .requestFailed: "Try again; if it stays like this, report it with the X server's version."
        case .system: "Close other programs and try again."
        }
    }
}

/// A request that the server refused.
package struct X11RequestError: Error, Hashable, CustomStringConvertible {
    /// What kinds of refusal the core protocol knows; an extension has its own numbers beyond them.
    package enum Code {
        /// The window is gone or never was.
        package static let window: UInt8 = 3
        /// An argument doesn't fit the thing it is used with, such as an area outside of a window.
        package static let match: UInt8 = 8
        /// Neither a window nor a pixmap has that id.
        package static let drawable: UInt8 = 9
        /// Somebody else has it already, or we may not.
        package static let access: UInt8 = 10
    }

    /// Whether what the request was about is gone, or never was.
    package var isOfMissingThing: Bool {
        code == Code.window || code == Code.drawable
    }

    /// The request as the protocol names it; nil when only its number is known.
    package let request: String?
    /// The protocol's error code.
    package let code: UInt8
    /// The number of the request's extension, or of the core request.
    package let majorOpcode: UInt8
    /// The number of the request within its extension.
    package let minorOpcode: UInt16

    /// Creates an error.
    package init(request: String?, code: UInt8, majorOpcode: UInt8, minorOpcode: UInt16) {
        self.request = request
        self.code = code
        self.majorOpcode = majorOpcode
        self.minorOpcode = minorOpcode
    }

    /// The protocol's names of its own errors, from code 1 on.
    private static let names = [
        "BadRequest", "BadValue", "BadWindow", "BadPixmap", "BadAtom", "BadCursor", "BadFont", "BadMatch",
        "BadDrawable", "BadAccess", "BadAlloc", "BadColor", "BadGC", "BadIDChoice", "BadName", "BadLength",
        "BadImplementation",
    ]

    /// `GetImage failed with BadMatch`.
    package var description: String {
        let index = Int(code) - 1
        let name = Self.names.indices.contains(index) ? Self.names[index] : "error \(code)"
        return "\(request ?? "request \(majorOpcode).\(minorOpcode)") failed with \(name)"
    }
}
