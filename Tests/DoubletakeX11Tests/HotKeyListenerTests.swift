import DoubletakeControl
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Glibc
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HotKeyListenerTests {
    @Test(
        "A key is heard whatever Num Lock and Caps Lock are, alone and with modifiers",
        arguments: [[], ["Num_Lock"], ["Caps_Lock"], ["Num_Lock", "Caps_Lock"]] as [[String]]
    )
    func locks(locks: [String]) throws {
        let scene = try HotKeyScene()
        let listener = try scene.listener(to: "F9", "Ctrl+Alt+R", "F10")
        defer { listener.stop() }
        for lock in locks { try scene.type("key", lock) }
        try scene.type("key", "F9", "key", "ctrl+alt+r", "key", "F10")
        #expect(scene.presses(until: "F10") == ["F9", "Ctrl+Alt+R", "F10"])
    }

    @Test("Scroll Lock makes no difference where it is a modifier")
    func scrollLock() throws {
        let scene = try HotKeyScene()
        let listener = try scene.listener(to: "F9", "F10")
        defer { listener.stop() }
        try scene.run(["setxkbmap", "-layout", "us"])
        try scene.run(["xmodmap", "-e", "add mod3 = Scroll_Lock"])
        let before = try X11Connection(display: scene.server.display).keyboardMap().lockMasks
        #expect(before.count == 3)
        try scene.type("key", "Scroll_Lock", "key", "F9", "key", "F10")
        #expect(scene.presses(until: "F10") == ["F9", "F10"])
    }

    @Test("A key with other modifiers than those that were named isn't heard")
    func otherModifiers() throws {
        let scene = try HotKeyScene()
        let listener = try scene.listener(to: "F9", "Ctrl+F8", "F10")
        defer { listener.stop() }
        try scene.type("key", "ctrl+F9", "key", "F8", "key", "alt+ctrl+F8", "key", "shift+F9", "key", "F10")
        #expect(scene.presses(until: "F10") == ["F10"])
    }

    @Test("A key that is held for more than a second is one press, and the next press is another")
    func held() throws {
        let scene = try HotKeyScene()
        let listener = try scene.listener(to: "F9", "F10")
        defer { listener.stop() }
        try scene.type("keydown", "F9", "sleep", "1.2", "keyup", "F9", "key", "F9", "key", "F10")
        #expect(scene.presses(until: "F10") == ["F9", "F9", "F10"])
    }

    @Test("A press has the time at which it was made, on our clock")
    func times() throws {
        let scene = try HotKeyScene()
        let listener = try scene.listener(to: "F9")
        defer { listener.stop() }
        let before = scene.clock.now
        try scene.type("key", "F9", "sleep", "0.2", "key", "F9", "key", "F10")
        let after = scene.clock.now
        let times = scene.times(count: 2)
        try #require(times.count == 2)
        // The server counts whole milliseconds.
        #expect(times[0] > before - .milliseconds(1) && times[1] < after)
        #expect(times[1] - times[0] >= .milliseconds(200))
    }

    @Test("A press that we hear of late has the time at which it was made")
    func lateTimes() throws {
        let scene = try HotKeyScene()
        let isOpen = ConditionLock(false)
        let times = ConditionLock<[MediaTime]>([])
        let listener = try HotKeyListener(
            display: scene.server.display,
            keys: [("F9", try KeyDescription("F9"))],
            clock: scene.clock
        ) { event in
            guard case .pressed(_, let time) = event else { return }
            times.withLock { $0.append(time) }
            _ = isOpen.wait(until: nil, on: MonotonicClock()) { $0 ? true : nil }
        }
        defer { listener.stop() }
        try scene.type("key", "F9")
        let between = scene.clock.now
        try scene.type("key", "F9")
        let after = scene.clock.now
        // The listener was busy with the first press all the time, and sees the second one only now.
        isOpen.withLock { $0 = true }
        let heard = times.wait(until: scene.clock.now + .seconds(60), on: scene.clock) { $0.count == 2 ? $0 : nil }
        let second = try #require(heard?.last)
        #expect(second > between - .milliseconds(1) && second < after)
    }

    @Test("A key that another program has is an error that names it, and the other program keeps it")
    func taken() throws {
        let scene = try HotKeyScene()
        let first = try scene.listener(to: "F9", "Pause")
        let error = #expect(throws: HotKeyError.self) { try scene.listener(to: "F8", "Ctrl+F9", "Pause") }
        #expect(error == .taken(try KeyDescription("Pause")))
        try scene.type("key", "F8", "key", "Pause")
        #expect(scene.presses(until: "Pause") == ["Pause"])
        first.stop()
        // Given back, so that the next one can have it at once.
        try scene.listener(to: "Pause").stop()
    }

    @Test("The keys are for the listener alone, and belong to everybody again when it has stopped")
    func consumes() throws {
        let scene = try HotKeyScene()
        let other = try KeyWatcher(on: scene)
        let listener = try scene.listener(to: "F9", "F10")
        try scene.type("key", "F9", "key", "F8", "key", "F10", "key", "F7")
        #expect(scene.presses(until: "F10") == ["F9", "F10"])
        #expect(other.keys(until: "F7") == ["F8", "F7"])
        listener.stop()
        try scene.type("key", "F9", "key", "F8")
        #expect(other.keys(until: "F8") == ["F9", "F8"])
    }

    @Test("When the layout changes, the key is where the layout has it now, and nowhere else")
    func layout() throws {
        let scene = try HotKeyScene()
        try scene.run(["setxkbmap", "-layout", "us"])
        let listener = try scene.listener(to: "Ctrl+Y", "F10")
        defer { listener.stop() }
        let other = try KeyWatcher(on: scene)
        // The keys Y and Z change places.
        try scene.run(["setxkbmap", "-layout", "de"])
        try scene.type("key", "F10")
        #expect(scene.presses(until: "F10") == ["F10"])
        try scene.type("key", "ctrl+y", "key", "ctrl+z", "key", "F10")
        #expect(scene.presses(until: "F10", count: 2) == ["F10", "Ctrl+Y", "F10"])
        try scene.type("key", "F7")
        let modifiers: Set = ["Control_L", "Control_R"]
        #expect(other.keys(until: "F7").filter { !modifiers.contains($0) } == ["z", "F7"])
    }

    @Test("While the second of two layouts is on, the keys are where the first one has them")
    func secondLayout() throws {
        let scene = try HotKeyScene()
        try scene.run(["setxkbmap", "-layout", "us,ru", "-option", "grp:caps_toggle"])
        let other = try KeyWatcher(on: scene)
        let listener = try scene.listener(to: "F9", "Ctrl+Y")
        defer { listener.stop() }
        let keyboard = try X11Connection(display: scene.server.display)
        let map = try keyboard.keyboardMap()
        // What xdotool types, it types in the first layout: it can't be used here.
        let keycodes = try [0xfe08, 0x79, 0xffe3, 0xffc6].map { keysym in
            try #require(map.places(of: keysym).first).keycode
        }
        let (next, letter, control, f9) = (keycodes[0], keycodes[1], keycodes[2], keycodes[3])
        for keycode in [next, letter] {
            try keyboard.sendTestKey(keycode, .down)
            try keyboard.sendTestKey(keycode, .up)
        }
        #expect(other.keys(until: "Cyrillic_en").last == "Cyrillic_en")
        try keyboard.sendTestKey(control, .down)
        try keyboard.sendTestKey(letter, .down)
        try keyboard.sendTestKey(letter, .up)
        try keyboard.sendTestKey(control, .up)
        try keyboard.sendTestKey(f9, .down)
        try keyboard.sendTestKey(f9, .up)
        #expect(scene.presses(until: "F9") == ["Ctrl+Y", "F9"])
    }

    @Test("A key that the new layout lacks is reported once, and heard again with a layout that has it")
    func missingInLayout() throws {
        let scene = try HotKeyScene()
        let key = try KeyDescription("Ctrl+Y")
        try scene.run(["setxkbmap", "-layout", "us"])
        let listener = try scene.listener(to: "Ctrl+Y", "F10")
        defer { listener.stop() }
        try scene.run(["setxkbmap", "-layout", "ru"])
        let news = HotKeyEvent.unavailable("Ctrl+Y", .notOnKeyboard(key))
        #expect(scene.events { $0.contains(news) } == [news])
        try scene.run(["setxkbmap", "-layout", "us"])
        try scene.type("key", "F10")
        _ = scene.presses(until: "F10")
        try scene.type("key", "ctrl+y")
        #expect(scene.presses(until: "Ctrl+Y") == ["F10", "Ctrl+Y"])
    }

    @Test("A key that no keyboard has, or that is named twice, is an error that names it")
    func wrongKeys() throws {
        let scene = try HotKeyScene()
        #expect(throws: HotKeyError.notOnKeyboard(try KeyDescription("F33"))) { try scene.listener(to: "F9", "F33") }
        #expect(throws: HotKeyError.namedTwice(try KeyDescription("F9"))) { try scene.listener(to: "F9", "F9") }
        #expect(throws: HotKeyError.namedTwice(try KeyDescription("Shift+1"))) {
            try scene.listener(to: "!", "Shift+1")
        }
        try scene.listener(to: "F9").stop()
    }

    @Test("When the server goes, the listener says so, and can be stopped")
    func lostServer() throws {
        let scene = try HotKeyScene()
        let listener = try scene.listener(to: "F9")
        scene.server.terminate()
        let end = HotKeyEvent<String>.ended(.server(.lost(display: scene.server.display)))
        #expect(scene.events { $0.contains(end) } == [end])
        listener.stop()
        listener.stop()
    }

    @Test("A server that hangs doesn't keep a listener from stopping, which is no failure")
    func hung() throws {
        let scene = try HotKeyScene()
        let listener = try scene.listener(to: "F9")
        scene.server.send(SIGSTOP)
        defer { scene.server.send(SIGCONT) }
        listener.stop()
        #expect(scene.events { _ in true } == [])
    }

    @Test("Nothing is heard after the stop")
    func silence() throws {
        let scene = try HotKeyScene()
        let listener = try scene.listener(to: "F9")
        listener.stop()
        try scene.type("key", "F9")
        #expect(scene.events { _ in true } == [])
        #expect(throws: HotKeyError.server(.badDisplayName("nonsense"))) {
            try HotKeyListener<String>(display: "nonsense", keys: [], clock: scene.clock) { _ in }
        }
    }
}
