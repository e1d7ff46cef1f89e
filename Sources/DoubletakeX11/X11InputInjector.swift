package import DoubletakeControl
import DoubletakeMedia
import DoubletakeXCB

/// A person's hands on an X display, by the XTEST extension.
///
/// Characters that no key has are put on free keys, which stay as they are until the object is gone: a program asks for
/// the keyboard's map when it is told of a change, and would misread a key that had changed once more by then.
package final class X11InputInjector: InputInjector, @unchecked Sendable {
    // @unchecked: one thread uses it at a time, by the port's contract.

    private let connection: X11Connection
    private var map: X11KeyboardMap
    /// The keys on which characters were put.
    private var borrowed: [UInt32: UInt8] = [:]
    private var free: [UInt8]

    /// Connects to a display.
    ///
    /// - Parameter display: nil for the one that the environment names.
    package init(display: String?) throws(InputError) {
        (connection, map) = try Self.explaining { () throws(X11Error) in
            let connection = try X11Connection(display: display)
            return (connection, try connection.keyboardMap())
        }
        free = map.freeKeycodes
        try greet()
    }

    /// Touches Shift, once.
    ///
    /// The first event of the extension's keyboard makes it the one whose map counts, which programs and the window
    /// manager are told of; a key right behind that is lost while they learn.
    private func greet() throws(InputError) {
        guard let shift = map.keycodes(ofModifiers: 1)?.first else { return }
        try Self.explaining { () throws(X11Error) in
            try connection.sendTestKey(shift, .down)
            try connection.sendTestKey(shift, .up)
        }
    }

    deinit {
        for keycode in borrowed.values {
            do throws(X11Error) {
                try connection.setKeysyms([0], ofKey: keycode)
            } catch {
                // The display is gone, and its keyboard with it.
                return
            }
        }
    }

    package func movePointer(x: Int, y: Int) throws(InputError) {
        try Self.explaining { () throws(X11Error) in try connection.moveTestPointer(x: x, y: y) }
    }

    package func pointerPosition() throws(InputError) -> (x: Int, y: Int) {
        try Self.explaining { () throws(X11Error) in try connection.pointerPosition() } ?? (0, 0)
    }

    package func click(button: Int) throws(InputError) {
        guard let button = UInt8(exactly: button), button > 0 else {
            throw InputError("button \(button)", reason: "no mouse has it", help: "Use 1 to 9.")
        }
        try Self.explaining { () throws(X11Error) in try connection.clickTestButton(button) }
    }

    package func press(_ key: KeyDescription) throws(InputError) {
        guard let held = map.mask(of: key.modifiers), let place = try place(of: key.keysym) else {
            throw InputError(
                "key \(key)", reason: "the display's keyboard doesn't have it",
                help: "Use another key, or another layout.")
        }
        try press(place.keycode, holding: held | place.modifiers)
    }

    package func prepare(toType text: String) throws(InputError) -> Bool {
        let count = borrowed.count
        for scalar in text.unicodeScalars where Self.key(for: scalar) == nil {
            _ = try place(of: Self.keysym(of: scalar))
        }
        return borrowed.count > count
    }

    package func type(_ character: Unicode.Scalar) throws(InputError) {
        if let key = Self.key(for: character) { return try press(key) }
        guard let place = try place(of: Self.keysym(of: character)) else {
            throw InputError(
                String(character).debugDescription,
                reason: "the text has more characters that are on no key than the keyboard has free keys",
                help: "Type it in several takes, or choose a layout that has more of them."
            )
        }
        try press(place.keycode, holding: place.modifiers)
    }

    /// The key that types a keysym; one that was free until now when none did; nil when none is free.
    private func place(of keysym: UInt32) throws(InputError) -> X11KeyGrab? {
        if let keycode = borrowed[keysym] { return X11KeyGrab(keycode: keycode, modifiers: 0) }
        if let place = map.typingPlace(of: keysym) ?? map.places(of: keysym).first { return place }
        guard let keycode = free.popLast() else { return nil }
        // With Shift as well, since Caps Lock may be on.
        try Self.explaining { () throws(X11Error) in try connection.setKeysyms([keysym, keysym], ofKey: keycode) }
        borrowed[keysym] = keycode
        return X11KeyGrab(keycode: keycode, modifiers: 0)
    }

    private func press(_ keycode: UInt8, holding modifiers: UInt16) throws(InputError) {
        guard let held = map.keycodes(ofModifiers: modifiers) else {
            throw InputError(
                "the keyboard of \(connection.displayName)", reason: "it lacks a modifier",
                help: "Choose another layout.")
        }
        try Self.explaining { () throws(X11Error) in
            for modifier in held { try connection.sendTestKey(modifier, .down) }
            try connection.sendTestKey(keycode, .down)
            try connection.sendTestKey(keycode, .up)
            for modifier in held.reversed() { try connection.sendTestKey(modifier, .up) }
        }
    }

    /// What is a key and no character.
    private static func key(for scalar: Unicode.Scalar) -> KeyDescription? {
        switch scalar {
        case "\n", "\r": KeyDescription(keysym: 0xff0d)
        case "\t": KeyDescription(keysym: 0xff09)
        case "\u{8}": KeyDescription(keysym: 0xff08)
        case "\u{1b}": KeyDescription(keysym: 0xff1b)
        default: nil
        }
    }

    /// The keysym of a character: that of Latin-1 is the character's number, others have 0x1000000 added
    /// (X Window System Protocol, appendix A).
    private static func keysym(of scalar: Unicode.Scalar) -> UInt32 {
        switch scalar.value {
        case 0x20...0x7e, 0xa0...0xff: scalar.value
        default: 0x0100_0000 | scalar.value
        }
    }

    private static func explaining<Result>(
        _ body: () throws(X11Error) -> Result
    ) throws(InputError) -> Result {
        do throws(X11Error) {
            return try body()
        } catch {
            throw InputError(error.subject, reason: error.reason, help: error.help)
        }
    }
}
