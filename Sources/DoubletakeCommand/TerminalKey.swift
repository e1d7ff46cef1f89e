/// A key that means something on the terminal while the recorder runs.
enum TerminalKey: Hashable, Sendable {
    /// Space or Enter: the same as the global key.
    case press
    /// `q` stops, or leaves.
    case quit
    /// `p` pauses and goes on.
    case pause
    /// `m` puts a marker.
    case mark
    /// `s` swaps the pictures.
    case swap
    /// `c` turns the camera off and on.
    case camera
    /// `x` throws the take away.
    case discard

    /// The key that sends a byte; nil for one without a meaning.
    ///
    /// Capitals mean the same: Caps Lock may be on.
    init?(byte: UInt8) {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"): self = .press
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): self = .quit
        case UInt8(ascii: "p"), UInt8(ascii: "P"): self = .pause
        case UInt8(ascii: "m"), UInt8(ascii: "M"): self = .mark
        case UInt8(ascii: "s"), UInt8(ascii: "S"): self = .swap
        case UInt8(ascii: "c"), UInt8(ascii: "C"): self = .camera
        case UInt8(ascii: "x"), UInt8(ascii: "X"): self = .discard
        default: return nil
        }
    }

    /// The key that was pressed when a terminal sent these bytes at once; nil when none with a meaning was.
    ///
    /// Several bytes that differ come from a key such as F4, which sends a sequence, or were pasted. No letter in them
    /// was pressed: an x in somebody's text must not throw a film away.
    init?(bytes: some Collection<UInt8>) {
        guard let first = bytes.first, bytes.allSatisfy({ $0 == first }) else { return nil }
        self.init(byte: first)
    }
}
