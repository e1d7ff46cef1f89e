public import DoubletakeMedia

/// A text that names no key.
public enum KeyDescriptionError: ExplainedError, Hashable {
    /// There is nothing but modifiers, or nothing at all.
    case noKey(String)
    /// What stands before a `+` is no modifier.
    case unknownModifier(String, in: String)
    /// No key has that name; the similar names are those that may have been meant.
    case unknownKey(String, in: String, similar: [String])

    /// The text, as it was written.
    public var subject: String {
        switch self {
        case .noKey(let text): text.isEmpty ? "an empty key name" : text
        case .unknownModifier(_, let text), .unknownKey(_, let text, _): text
        }
    }

    /// What is wrong with it.
    public var reason: String {
        switch self {
        case .noKey: "a key is missing"
        case .unknownModifier(let name, _) where name.isEmpty: "there is nothing before a +"
        case .unknownModifier(let name, _): "\(name) is no modifier"
        case .unknownKey(let name, _, _): "no key is named \(name)"
        }
    }

    /// What to write instead.
    public var help: String {
        switch self {
        case .noKey: "Name one key, alone or after modifiers: F9, Pause, Ctrl+Alt+R."
        case .unknownModifier: "Put Ctrl, Alt, Shift or Super before the key: Ctrl+Alt+R."
        case .unknownKey(_, _, let similar) where similar.isEmpty:
            "Name a key such as F9, Pause, Scroll_Lock, Print or Ctrl+Alt+R; `xev` shows a key's name when it is pressed."
        case .unknownKey(_, _, let similar): "Write \(similar.joined(separator: " or ")), if that is the key."
        }
    }
}
