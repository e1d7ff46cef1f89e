import DoubletakeControl
import DoubletakeXCB

extension X11KeyboardMap {
    /// Keysyms of the keys that are Alt, and of those with a logo.
    private static let altKeysyms: Set<UInt32> = [0xffe9, 0xffea]
    private static let logoKeysyms: Set<UInt32> = [0xffeb, 0xffec]
    /// Masks of the core protocol that are the same on all keyboards.
    private static let shiftMask: UInt16 = 1
    private static let controlMask: UInt16 = 4

    /// The modifiers that are on in a state, by their names.
    func modifiers(in state: UInt16) -> KeyDescription.Modifiers {
        [KeyDescription.Modifiers.shift, .control, .alt, .logo].reduce(into: []) { found, modifier in
            if let mask = mask(of: modifier), mask & state != 0 { found.insert(modifier) }
        }
    }

    /// The mask of modifiers by their names; nil when the keyboard lacks one of them.
    func mask(of modifiers: KeyDescription.Modifiers) -> UInt16? {
        let masks: [(KeyDescription.Modifiers, UInt16)] = [
            (.shift, Self.shiftMask),
            (.control, Self.controlMask),
            (.alt, mask(ofKeysyms: Self.altKeysyms)),
            (.logo, mask(ofKeysyms: Self.logoKeysyms)),
        ]
        let wanted = masks.filter { modifiers.contains($0.0) }.map(\.1)
        return wanted.contains(0) ? nil : wanted.reduce(0, |)
    }
}
