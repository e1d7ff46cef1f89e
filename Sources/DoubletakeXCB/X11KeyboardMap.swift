import CXCB

/// What is on each key of the keyboard, and which keys are modifiers.
package struct X11KeyboardMap: Hashable, Sendable {
    /// Shift's mask and that of Caps Lock, which are the same on all keyboards.
    private static let shiftMask = UInt16(XCB_MOD_MASK_SHIFT.rawValue)
    private static let capsLockMask = UInt16(XCB_MOD_MASK_LOCK.rawValue)

    private static let numLockKeysym: UInt32 = 0xff7f
    private static let scrollLockKeysym: UInt32 = 0xff14

    private let firstKeycode: UInt8
    /// The keysyms of each key: those of the first layout without and with Shift, those of the second one, then rarer
    /// levels; 0 stands for none.
    private let keysyms: [[UInt32]]
    /// The keys of each of the eight modifiers; 0 stands for none.
    private let modifierKeycodes: [[UInt8]]

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - firstKeycode: that of the first element of `keysyms`.
    ///   - keysyms: what is on each key, in the order of `GetKeyboardMapping`.
    ///   - modifierKeycodes: the keys of Shift, Lock, Control and Mod1 to Mod5.
    package init(firstKeycode: UInt8, keysyms: [[UInt32]], modifierKeycodes: [[UInt8]]) {
        self.firstKeycode = firstKeycode
        self.keysyms = keysyms
        self.modifierKeycodes = modifierKeycodes
    }

    /// The keys that give a keysym, each with the modifiers that it takes; empty when no key does.
    ///
    /// A character that is on a key only together with Shift needs Shift. What the keypad's keys are depends on Num Lock
    /// as well, so they don't.
    package func places(of keysym: UInt32) -> [X11KeyGrab] {
        let plain = keycodes(with: keysym, inColumns: [0, 2])
        if !plain.isEmpty { return plain.map { X11KeyGrab(keycode: $0, modifiers: 0) } }
        let shifted = keycodes(with: keysym, inColumns: [1, 3])
        // From XK_KP_Space to XK_KP_Equal.
        if (0xff80...0xffbd).contains(keysym) { return shifted.map { X11KeyGrab(keycode: $0, modifiers: 0) } }
        // The other keys that have names mean something else together with Shift: Pause with Ctrl is Break.
        return keysym > 0xff ? [] : shifted.map { X11KeyGrab(keycode: $0, modifiers: Self.shiftMask) }
    }

    /// The key that types a keysym in the first layout, alone or with Shift; nil when none does.
    package func typingPlace(of keysym: UInt32) -> X11KeyGrab? {
        for (index, onKey) in keysyms.enumerated() {
            let keycode = firstKeycode + UInt8(index)
            if onKey.first == keysym { return X11KeyGrab(keycode: keycode, modifiers: 0) }
            guard onKey.count > 1 else { continue }
            // A small letter alone on its key is the capital with Shift.
            let isCapital = onKey[1] == 0 && (0x61...0x7a).contains(onKey[0]) && keysym == onKey[0] - 0x20
            if onKey[1] == keysym || isCapital { return X11KeyGrab(keycode: keycode, modifiers: Self.shiftMask) }
        }
        return nil
    }

    /// What a key types in the first layout with the modifiers of a mask; nil when nothing is on it.
    package func keysym(of keycode: UInt8, modifiers: UInt16) -> UInt32? {
        let onKey = keysyms(on: keycode)
        let isShifted = modifiers & Self.shiftMask != 0
        if isShifted, onKey.count > 1, onKey[1] != 0 { return onKey[1] }
        return onKey.first.flatMap { $0 == 0 ? nil : $0 }
    }

    /// The keys that have nothing on them and are no modifiers.
    package var freeKeycodes: [UInt8] {
        let modifiers = Set(modifierKeycodes.joined())
        return keysyms.indices.compactMap { index in
            let keycode = firstKeycode + UInt8(index)
            return keysyms[index].allSatisfy { $0 == 0 } && !modifiers.contains(keycode) ? keycode : nil
        }
    }

    /// The first key of each modifier in a mask; nil when one of them is on no key.
    package func keycodes(ofModifiers mask: UInt16) -> [UInt8]? {
        var found: [UInt8] = []
        for (index, keycodes) in modifierKeycodes.enumerated() where mask & 1 << UInt16(index) != 0 {
            guard let keycode = keycodes.first(where: { $0 != 0 }) else { return nil }
            found.append(keycode)
        }
        return found
    }

    /// The masks of the modifiers that stay on and must make no difference: Caps Lock, Num Lock and Scroll Lock.
    ///
    /// The last two can be any of five modifiers, or the same one, or none.
    package var lockMasks: Set<UInt16> {
        let masks = [
            Self.capsLockMask, mask(ofKeysyms: [Self.numLockKeysym]), mask(ofKeysyms: [Self.scrollLockKeysym]),
        ]
        return Set(masks).subtracting([0])
    }

    /// The mask of all modifiers that a key with one of the keysyms turns on; 0 when there is none.
    package func mask(ofKeysyms wanted: Set<UInt32>) -> UInt16 {
        modifierKeycodes.enumerated().reduce(0) { mask, modifier in
            let isOne = modifier.element.contains { keycode in !wanted.isDisjoint(with: keysyms(on: keycode)) }
            return isOne ? mask | 1 << UInt16(modifier.offset) : mask
        }
    }

    private func keysyms(on keycode: UInt8) -> [UInt32] {
        guard keycode >= firstKeycode, Int(keycode - firstKeycode) < keysyms.count else { return [] }
        return keysyms[Int(keycode - firstKeycode)]
    }

    private func keycodes(with keysym: UInt32, inColumns columns: [Int]) -> [UInt8] {
        keysyms.enumerated().compactMap { key in
            let isThere = columns.contains { $0 < key.element.count && key.element[$0] == keysym }
            return isThere ? firstKeycode + UInt8(key.offset) : nil
        }
    }
}

extension X11Connection {
    /// Asks for the keyboard's present map.
    ///
    /// The corresponding C functions are `xcb_get_keyboard_mapping` and `xcb_get_modifier_mapping`.
    package func keyboardMap() throws(X11Error) -> X11KeyboardMap {
        // SAFETY: the setup belongs to the connection and lives as long.
        guard let setup = unsafe xcb_get_setup(pointer) else { throw .lost(display: displayName) }
        let first = unsafe setup.pointee.min_keycode
        let count = unsafe setup.pointee.max_keycode - first + 1
        let keys = try unsafe reply(to: "GetKeyboardMapping") { connection, failure in
            let cookie = unsafe xcb_get_keyboard_mapping(connection, first, count)
            return unsafe xcb_get_keyboard_mapping_reply(connection, cookie, failure)
        }
        let modifiers = try unsafe reply(to: "GetModifierMapping") { connection, failure in
            unsafe xcb_get_modifier_mapping_reply(connection, xcb_get_modifier_mapping(connection), failure)
        }
        // SAFETY: both lists lie behind their replies, with the lengths that libxcb says.
        let keysyms = unsafe Array(
            UnsafeBufferPointer(
                start: xcb_get_keyboard_mapping_keysyms(keys.pointer),
                count: Int(xcb_get_keyboard_mapping_keysyms_length(keys.pointer))
            )
        )
        let keycodes = unsafe Array(
            UnsafeBufferPointer(
                start: xcb_get_modifier_mapping_keycodes(modifiers.pointer),
                count: Int(xcb_get_modifier_mapping_keycodes_length(modifiers.pointer))
            )
        )
        return unsafe X11KeyboardMap(
            firstKeycode: first,
            keysyms: keysyms.rows(of: Int(keys.pointer.pointee.keysyms_per_keycode)),
            modifierKeycodes: keycodes.rows(of: Int(modifiers.pointer.pointee.keycodes_per_modifier))
        )
    }
}

extension Array {
    /// The elements in rows of that many.
    fileprivate func rows(of length: Int) -> [[Element]] {
        guard length > 0 else { return [] }
        return stride(from: 0, to: count, by: length).map { Array(self[$0..<Swift.min($0 + length, count)]) }
    }
}
