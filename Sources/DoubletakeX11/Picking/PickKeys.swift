import DoubletakeXCB

/// What keys mean while something is chosen on the screen.
struct PickKeys {
    /// What a key does.
    enum Meaning: Hashable {
        /// Nothing is to be chosen.
        case cancel
        /// What the mouse's button does.
        case button
        /// The pointer moves by a pixel, or by ten with Shift.
        case nudge(x: Int, y: Int)
    }

    private static let keysyms: [(UInt32, Meaning)] = [
        (0xff1b, .cancel), (0xff0d, .button), (0xff8d, .button), (0x20, .button),
        (0xff51, .nudge(x: -1, y: 0)), (0xff52, .nudge(x: 0, y: -1)), (0xff53, .nudge(x: 1, y: 0)),
        (0xff54, .nudge(x: 0, y: 1)),
    ]
    private static let shiftMask: UInt16 = 1
    private static let largeStep = 10

    private let meanings: [UInt8: Meaning]

    /// Looks where the keys are on a keyboard.
    init(_ map: X11KeyboardMap) {
        var meanings: [UInt8: Meaning] = [:]
        for (keysym, meaning) in Self.keysyms {
            for place in map.places(of: keysym) { meanings[place.keycode] = meaning }
        }
        self.meanings = meanings
    }

    /// What a key means that went down; nil for nothing.
    func meaning(of key: X11Event.KeyEvent) -> Meaning? {
        guard key.direction == .down, let meaning = meanings[key.keycode] else { return nil }
        guard case .nudge(let x, let y) = meaning, key.modifiers & Self.shiftMask != 0 else { return meaning }
        return .nudge(x: x * Self.largeStep, y: y * Self.largeStep)
    }
}
