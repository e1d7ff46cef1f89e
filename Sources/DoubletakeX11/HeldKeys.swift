import DoubletakeXCB

/// Tells presses by hand from those that a held key repeats.
///
/// A server repeats a held key as presses without a release in between, or, if it can't be told to, as pairs of a
/// release and a press with the same time.
struct HeldKeys: Sendable {
    private var held: Set<UInt8> = []
    private var releases: [UInt8: X11Time] = [:]

    /// Whether it is a press by hand that a key went that way at `time`.
    mutating func isPress(_ direction: X11Event.KeyDirection, of keycode: UInt8, at time: X11Time) -> Bool {
        switch direction {
        case .up:
            held.remove(keycode)
            releases[keycode] = time
            return false
        case .down:
            let isNew = held.insert(keycode).inserted
            return isNew && releases[keycode] != time
        }
    }
}
