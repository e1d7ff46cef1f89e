import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Glibc

/// Another program on the same server that sees which keys reach it: `xev`.
final class KeyWatcher {
    /// Pressed until the program sees it, and so perhaps more often: it is left out of what was seen.
    private static let firstKey = "F1"

    private let scene: HotKeyScene
    private let process: ChildProcess
    private var text = ""

    /// Starts the program, and comes back when it sees keys.
    init(on scene: HotKeyScene) throws {
        self.scene = scene
        process = try ChildProcess(
            ["xev", "-root", "-event", "keyboard"],
            ["DISPLAY": scene.server.display, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
        )
        // It doesn't say when it is ready; the first key that it sees does.
        let deadline = scene.clock.now + .seconds(60)
        repeat {
            try scene.type("key", Self.firstKey)
            readMore(for: .milliseconds(200))
        } while !presses.contains(Self.firstKey) && scene.clock.now < deadline
    }

    deinit {
        process.send(SIGTERM)
        _ = process.awaitEnd()
    }

    /// The keys that were pressed since the last call, up to the first `last`; waits for it, up to a minute.
    func keys(until last: String) -> [String] {
        let deadline = scene.clock.now + .seconds(60)
        while !presses.contains(last) && scene.clock.now < deadline { readMore(for: .seconds(1)) }
        let keys = presses.prefix { $0 != last } + presses.filter { $0 == last }.prefix(1)
        text = ""
        return keys.filter { $0 != Self.firstKey }
    }

    /// The keys of all presses in the text, whose paragraphs are events.
    private var presses: [String] {
        text.split(separator: "\n\n").filter { $0.contains("KeyPress event") }.compactMap { event in
            // ... keycode 75 (keysym 0xffc6, F9), same_screen YES ...
            let rest = event.split(separator: "keysym 0x", maxSplits: 1).dropFirst().first
            return rest?.split(separator: ", ").dropFirst().first?.split(separator: ")").first.map(String.init)
        }
    }

    private func readMore(for time: Duration) {
        var entry = pollfd(fd: process.outputs[0], events: Int16(POLLIN), revents: 0)
        // SAFETY: one entry is passed, with that count.
        guard unsafe poll(&entry, 1, Int32(time.inSeconds * 1_000)) > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // SAFETY: the array is passed with its own count.
        let count = unsafe read(process.outputs[0], &buffer, buffer.count)
        if count > 0 { text += String(decoding: buffer.prefix(count), as: UTF8.self) }
    }
}
