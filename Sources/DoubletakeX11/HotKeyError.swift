package import DoubletakeControl
import DoubletakeMedia
package import DoubletakeXCB

/// Why a key can't be listened to.
package enum HotKeyError: ExplainedError, Hashable {
    /// Another program listens to it.
    case taken(KeyDescription)
    /// Nothing on this keyboard gives it.
    case notOnKeyboard(KeyDescription)
    /// It was named for two things.
    case namedTwice(KeyDescription)
    /// Something is wrong with the server.
    case server(X11Error)

    /// The key, or the display.
    package var subject: String {
        switch self {
        case .taken(let key), .notOnKeyboard(let key), .namedTwice(let key): "the key \(key)"
        case .server(let error): error.subject
        }
    }

    /// What happened.
    package var reason: String {
        switch self {
        case .taken: "another program has taken it"
        case .notOnKeyboard: "this keyboard has no such key"
        case .namedTwice: "it can't mean two things"
        case .server(let error): error.reason
        }
    }

    /// What to do.
    package var help: String {
        switch self {
        case .taken:
            "Name another one with --key, hear it all the same with --key-mode raw, bind `doubletake toggle` to a key in "
                + "the desktop's settings, or begin with --start now."
        case .notOnKeyboard: "Choose a key of the present layout; `xev` shows a key's name when it is pressed."
        case .namedTwice: "Choose a key of its own for each."
        case .server(let error): error.help
        }
    }
}
