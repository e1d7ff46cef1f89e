import DoubletakeControl
import DoubletakeXCB

/// A key that was pressed, as it is shown to a person.
enum TypedKey: Hashable {
    /// A character that a text goes on with.
    case character(Character)
    /// A key with a name, or keys that are held together.
    case named(String)

    /// Finds out what a key shows; nil for modifiers, for keys without a name, and for those that aren't to be shown.
    ///
    /// - Parameters:
    ///   - keycode: the key.
    ///   - state: the modifiers and the layout.
    ///   - map: what is on the keys.
    ///   - unshown: keys that aren't to be shown, as `KeyDescription` writes them.
    init?(_ keycode: UInt8, state: UInt16, on map: X11KeyboardMap, except unshown: Set<String>) {
        guard let (onKey, typed) = map.keysyms(on: keycode, state: state) else { return nil }
        if Self.modifierKeysyms.contains(onKey) || Self.deadKeysyms.contains(typed) { return nil }
        let modifiers = map.modifiers(in: state)
        let key = KeyDescription(modifiers: modifiers, keysym: onKey)
        let typedKey = KeyDescription(modifiers: modifiers.subtracting(.shift), keysym: typed)
        if unshown.contains(key.description) || unshown.contains(typedKey.description) { return nil }
        if modifiers.isDisjoint(with: [.control, .alt, .logo]), let character = Self.character(typed) {
            self = .character(character)
        } else if let caption = key.caption {
            self = .named(caption)
        } else {
            return nil
        }
    }

    /// From Shift_L to Hyper_R; from ISO_Lock to ISO_Last_Group_Lock; Mode_switch and Num_Lock.
    private static let modifierKeysyms: [ClosedRange<UInt32>] = [
        0xffe1...0xffee, 0xfe01...0xfe0f, 0xff7e...0xff7f, 0xff14...0xff14,
    ]
    /// Accents, which are typed with the key after them; what that gives only the program knows.
    private static let deadKeysyms: [ClosedRange<UInt32>] = [0xfe50...0xfe93]

    /// The character that a keysym is; nil for keys with names, and for alphabets that only X's oldest tables have.
    private static func character(_ keysym: UInt32) -> Character? {
        switch keysym {
        case 0x20...0x7e, 0xa0...0xff: Unicode.Scalar(keysym).map { Character($0) }
        case 0xffb0...0xffb9: Unicode.Scalar(keysym - 0xffb0 + 0x30).map { Character($0) }
        case 0xffaa...0xffaf: Unicode.Scalar(keysym - 0xffaa + 0x2a).map { Character($0) }
        // The sign of the Euro has its number in Unicode.
        case 0x20ac: "€"
        case 0x0100_0100...0x0110_ffff: Unicode.Scalar(keysym - 0x0100_0000).map { Character($0) }
        default: OldKeysyms.character(keysym)
        }
    }
}

extension [ClosedRange<UInt32>] {
    fileprivate func contains(_ keysym: UInt32) -> Bool {
        contains { $0.contains(keysym) }
    }
}
