import DoubletakeTestSupport
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct X11KeyboardMapTests {
    /// A keyboard of six keys from number 8 on: 1 !, r R, keypad 1, F9, Num Lock, Scroll Lock.
    private static func map(modifiers: [[UInt8]]) -> X11KeyboardMap {
        X11KeyboardMap(
            firstKeycode: 8,
            keysyms: [
                [0x31, 0x21, 0, 0], [0x6ca, 0x6ea, 0x72, 0x52], [0xff9c, 0xffb1, 0, 0], [0xffc6], [0xff7f], [0xff14],
            ],
            modifierKeycodes: modifiers
        )
    }

    private static let noModifiers = [[UInt8]](repeating: [0, 0], count: 8)

    @Test("A keysym is found in either layout, and with Shift only where it needs it")
    func places() {
        let map = Self.map(modifiers: Self.noModifiers)
        #expect(map.places(of: 0x31) == [X11KeyGrab(keycode: 8, modifiers: 0)])
        #expect(map.places(of: 0x21) == [X11KeyGrab(keycode: 8, modifiers: 1)])
        #expect(map.places(of: 0x72) == [X11KeyGrab(keycode: 9, modifiers: 0)])
        #expect(map.places(of: 0xffb1) == [X11KeyGrab(keycode: 10, modifiers: 0)])
        #expect(map.places(of: 0xffc6) == [X11KeyGrab(keycode: 11, modifiers: 0)])
        #expect(map.places(of: 0x7a) == [])
    }

    @Test("The locks are found by their keys, wherever they are, and each mask once")
    func locks() {
        var modifiers = Self.noModifiers
        #expect(Self.map(modifiers: modifiers).lockMasks == [2])
        modifiers[4] = [0, 12]
        #expect(Self.map(modifiers: modifiers).lockMasks == [2, 16])
        modifiers[7] = [13, 0]
        #expect(Self.map(modifiers: modifiers).lockMasks == [2, 16, 128])
        modifiers[4] = [12, 13]
        modifiers[7] = [0, 0]
        #expect(Self.map(modifiers: modifiers).lockMasks == [2, 16])
        #expect(Self.map(modifiers: []).lockMasks == [2])
    }

    @Test("A server's keyboard has its keys, and Num Lock and Alt among its modifiers")
    func server() throws {
        let server = try PrivateXServer()
        let map = try X11Connection(display: server.display).keyboardMap()
        #expect(map.places(of: 0xffc6).count == 1)
        #expect(map.places(of: 0x72).first?.modifiers == 0)
        #expect(map.lockMasks.count >= 2)
        #expect(map.mask(ofKeysyms: [0xffe9]) != 0)
    }
}
