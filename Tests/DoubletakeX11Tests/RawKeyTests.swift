import DoubletakeControl
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RawKeyTests {
    @Test(
        "A key that is seen raw is heard whatever the locks are, with its modifiers and no others",
        arguments: [[], ["Num_Lock"], ["Caps_Lock"], ["Num_Lock", "Caps_Lock"]] as [[String]]
    )
    func locks(locks: [String]) throws {
        let scene = try HotKeyScene()
        for lock in locks.dropLast() { try scene.type("key", lock) }
        let listener = try scene.listener(to: "F9", "Ctrl+Alt+R", "F10", mode: .raw)
        defer { listener.stop() }
        // One lock was on before, and one is turned on now.
        for lock in locks.suffix(1) { try scene.type("key", lock) }
        try scene.type("key", "ctrl+F9", "key", "r", "key", "F9", "key", "--delay", "0", "ctrl+alt+r", "key", "F10")
        #expect(scene.presses(until: "F10") == ["F9", "Ctrl+Alt+R", "F10"])
    }

    @Test("A key that is held is one press, also when it is seen raw")
    func held() throws {
        let scene = try HotKeyScene()
        let listener = try scene.listener(to: "F9", "F10", mode: .raw)
        defer { listener.stop() }
        try scene.type("keydown", "F9", "sleep", "1.2", "keyup", "F9", "key", "F9", "key", "F10")
        #expect(scene.presses(until: "F10") == ["F9", "F9", "F10"])
    }

    @Test("A key is seen raw while another client has the whole keyboard, and when it takes the key itself")
    func grabbed() throws {
        let scene = try HotKeyScene()
        let taker = try scene.listener(to: "F9")
        defer { taker.stop() }
        let listener = try scene.listener(to: "F9", "F10", mode: .raw)
        defer { listener.stop() }
        try scene.type("key", "F9")
        // The one that has taken it hears it as well.
        #expect(scene.presses(until: "F9", count: 2) == ["F9", "F9"])
        let menu = try X11Connection(display: scene.server.display)
        #expect(try menu.grabKeyboard())
        try scene.type("key", "F9", "key", "F10")
        #expect(scene.presses(until: "F10") == ["F9", "F9", "F9", "F10"])
    }

    @Test("Other programs get a key that is seen raw")
    func passesOn() throws {
        let scene = try HotKeyScene()
        let other = try KeyWatcher(on: scene)
        let listener = try scene.listener(to: "F9", mode: .raw)
        defer { listener.stop() }
        try scene.type("key", "F9", "key", "F8")
        #expect(scene.presses(until: "F9") == ["F9"])
        #expect(other.keys(until: "F8") == ["F9", "F8"])
    }
}
