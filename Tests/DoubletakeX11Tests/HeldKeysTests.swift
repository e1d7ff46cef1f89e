import DoubletakeXCB
import Testing

@testable import DoubletakeX11

struct HeldKeysTests {
    private var held = HeldKeys()

    private mutating func isPress(_ direction: X11Event.KeyDirection, _ keycode: UInt8 = 75, at time: UInt32) -> Bool {
        held.isPress(direction, of: keycode, at: X11Time(milliseconds: time))
    }

    @Test("Presses without a release in between are one press")
    mutating func detectable() {
        #expect(isPress(.down, at: 1_000))
        for time in stride(from: 1_600, to: 3_000, by: 40) as StrideTo<UInt32> { #expect(!isPress(.down, at: time)) }
        #expect(!isPress(.up, at: 3_000))
        #expect(isPress(.down, at: 3_100))
    }

    @Test("A release and a press at the same time are no press, however often they come")
    mutating func pairs() {
        #expect(isPress(.down, at: 1_000))
        for time in stride(from: 1_600, to: 3_000, by: 40) as StrideTo<UInt32> {
            #expect(!isPress(.up, at: time))
            #expect(!isPress(.down, at: time))
        }
        #expect(!isPress(.up, at: 3_000))
        #expect(isPress(.down, at: 3_001))
    }

    @Test("Each key is held for itself")
    mutating func twoKeys() {
        #expect(isPress(.down, 75, at: 1_000))
        #expect(isPress(.down, 76, at: 1_010))
        #expect(!isPress(.up, 75, at: 1_020))
        #expect(!isPress(.down, 76, at: 1_020))
        #expect(isPress(.down, 75, at: 1_030))
    }
}
