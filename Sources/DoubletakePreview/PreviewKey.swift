/// A key as the preview's window takes it.
package enum PreviewKey: Hashable, Sendable {
    /// To the next control.
    case next
    /// To the control before.
    case previous
    /// One row up.
    case up
    /// One row down.
    case down
    /// Presses what has the focus.
    case activate
    /// Away from a menu, and from the strip.
    case escape
    /// A control's own key.
    case character(Character)

    /// Reads what is on a key (X11's keysyms); nil for one that means nothing here.
    package init?(keysym: UInt32) {
        switch keysym {
        case 0xff09, 0xff53: self = .next
        // Shift with Tab has a keysym of its own.
        case 0xfe20, 0xff51: self = .previous
        case 0xff52: self = .up
        case 0xff54: self = .down
        case 0x20, 0xff0d, 0xff8d: self = .activate
        case 0xff1b: self = .escape
        // Those of the keypad.
        case 0xffab: self = .character("+")
        case 0xffad: self = .character("-")
        case 0x21...0x7e:
            guard let scalar = Unicode.Scalar(keysym) else { return nil }
            self = .character(Character(Character(scalar).uppercased()))
        default: return nil
        }
    }

    /// Whether it does the same again while it is held.
    var isRepeatable: Bool {
        switch self {
        case .next, .previous, .up, .down, .character("+"), .character("-"), .character("="): true
        case .activate, .escape, .character: false
        }
    }
}
