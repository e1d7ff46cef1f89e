import DoubletakeXCB
import Testing

@testable import DoubletakeX11

@Suite struct TypedKeyTests {
    /// Two layouts, as an X server lists them: each key's levels of the first one, of the second one, and then the third
    /// and fourth level of the first one.
    private static let map = X11KeyboardMap(
        firstKeycode: 10,
        keysyms: [
            [0x73, 0x53, 0x6d9, 0x6f9],  // s S, and a Cyrillic letter
            [0x31, 0x21, 0x31, 0x21],  // 1 !
            [0xff0d],  // Return
            [0xffb1 - 0x15, 0xffb1],  // the keypad's End and 1
            [0xffe1], [0xffe3], [0xffe9], [0xffeb],  // Shift, Control, Alt, Super
            [0xff7f], [0xfe03], [0xffe5],  // Num Lock, AltGr, Caps Lock
            [0x71, 0x51, 0x71, 0x51, 0x40, 0x7d9],  // q Q, and @ with AltGr
            [0xff09, 0xfe20], [0x20], [0x0100_0161], [0xfe51, 0xfe50], [0xffc6], [0xff55], [0x1008_ff13], [0x2b, 0x2a],
        ],
        modifierKeycodes: [[14], [20], [15], [16], [18], [], [17], [19]]
    )
    private static let (shift, lock, control): (UInt16, UInt16, UInt16) = (1, 2, 4)
    private static let (alt, numLock, logo, altGr): (UInt16, UInt16, UInt16, UInt16) = (8, 16, 64, 128)

    private struct Case: CustomTestStringConvertible {
        let keycode: UInt8
        let state: UInt16
        let shown: TypedKey?

        init(_ keycode: UInt8, _ state: UInt16, _ shown: TypedKey?) {
            (self.keycode, self.state, self.shown) = (keycode, state, shown)
        }

        var testDescription: String { "key \(keycode) in the state \(state)" }

        static let all = [
            Case(10, 0, .character("s")), Case(10, shift, .character("S")), Case(10, lock, .character("S")),
            Case(10, shift | lock, .character("s")), Case(10, 1 << 13, .character("ы")),
            Case(10, control | shift, .named("Ctrl+Shift+S")), Case(10, logo, .named("Super+S")),
            Case(11, lock, .character("1")), Case(11, shift, .character("!")), Case(11, control, .named("Ctrl+1")),
            Case(12, 0, .named("Enter")), Case(12, alt | control, .named("Ctrl+Alt+Enter")),
            Case(13, numLock, .character("1")), Case(13, 0, .named("End")),
            Case(13, numLock | shift, .named("Shift+End")),
            Case(14, 0, nil), Case(15, shift, nil), Case(18, 0, nil), Case(19, 0, nil), Case(20, 0, nil),
            Case(21, altGr, .character("@")), Case(21, 0, .character("q")), Case(22, shift, .named("Shift+Tab")),
            Case(23, 0, .character(" ")), Case(23, control, .named("Ctrl+Space")), Case(24, 0, .character("š")),
            Case(24, shift, .character("Š")), Case(24, alt, .named("Alt+Š")), Case(25, 0, nil),
            Case(26, 0, .named("F9")), Case(27, 0, .named("Page Up")), Case(28, 0, .named("RaiseVolume")),
            Case(29, control, .named("Ctrl++")), Case(99, 0, nil),
        ]
    }

    @Test("A key is shown as it is called on keyboards, or as the character that it types", arguments: Case.all)
    private func shown(each: Case) {
        let key = TypedKey(each.keycode, state: each.state, on: Self.map, except: [])
        #expect(key == each.shown)
    }

    @Test("A key of the recorder's own isn't shown, and the same key with another modifier is")
    func unshown() {
        let unshown: Set<String> = ["F9", "Ctrl+S", "!"]
        #expect(TypedKey(26, state: Self.numLock, on: Self.map, except: unshown) == nil)
        #expect(TypedKey(26, state: Self.control, on: Self.map, except: unshown) == .named("Ctrl+F9"))
        #expect(TypedKey(10, state: Self.control, on: Self.map, except: unshown) == nil)
        #expect(TypedKey(10, state: 0, on: Self.map, except: unshown) == .character("s"))
        #expect(TypedKey(11, state: Self.shift, on: Self.map, except: unshown) == nil)
    }
}
