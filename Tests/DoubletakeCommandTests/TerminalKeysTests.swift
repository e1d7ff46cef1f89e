import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import DoubletakeCommand

// One after the other, since one of them is about all terminals of the process.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct TerminalKeysTests {
    private let clock = MonotonicClock()

    /// What was heard.
    private final class Ear: Sendable {
        private let heard = ConditionLock<[(key: TerminalKey, time: MediaTime)]>([])

        func hear(_ key: TerminalKey, _ time: MediaTime) {
            heard.withLock { $0.append((key, time)) }
        }

        /// Waits until that many keys have been heard, or for a minute; answers with all.
        func keys(count: Int, within time: Duration = .seconds(60)) -> [(key: TerminalKey, time: MediaTime)] {
            let clock = MonotonicClock()
            _ = heard.wait(until: clock.now + time, on: clock) { $0.count >= count ? true : nil }
            return heard.withLock { $0 }
        }
    }

    @Test("Each key is heard at once, without Enter, and with a time in between")
    func keys() throws {
        let terminal = try PseudoTerminal()
        let ear = Ear()
        let keys = try #require(
            try TerminalKeys(descriptor: terminal.descriptor, clock: clock) { ear.hear($0, $1) }
        )
        defer { keys.stop() }
        let expected: [(String, TerminalKey)] = [
            (" ", .press), ("q", .quit), ("\r", .press), ("p", .pause), ("m", .mark), ("S", .swap), ("c", .camera),
            ("\n", .press), ("X", .discard),
        ]
        for (index, row) in expected.enumerated() {
            let before = clock.now
            terminal.type(row.0)
            let heard = ear.keys(count: index + 1)
            try #require(heard.count == index + 1)
            #expect(heard[index].key == row.1)
            #expect(heard[index].time >= before && heard[index].time <= clock.now)
        }
    }

    @Test("What is pasted is no key")
    func pasted() throws {
        let terminal = try PseudoTerminal()
        let ear = Ear()
        let keys = try #require(
            try TerminalKeys(descriptor: terminal.descriptor, clock: clock) { ear.hear($0, $1) }
        )
        defer { keys.stop() }
        terminal.type("exit\n")
        // Until it comes alone: the terminal may hand over both texts at once.
        let deadline = clock.now + .seconds(60)
        repeat {
            terminal.type("q")
        } while ear.keys(count: 1, within: .milliseconds(200)).isEmpty && clock.now < deadline
        let heard = ear.keys(count: 1)
        #expect(!heard.isEmpty && heard.allSatisfy { $0.key == .quit })
    }

    @Test("The terminal shows nothing of the keys, Ctrl-C goes on working, and its mode is what it was afterwards")
    func mode() throws {
        let terminal = try PseudoTerminal()
        let original = terminal.mode
        #expect(terminal.hasFlag(ICANON) && terminal.hasFlag(ECHO))
        let keys = try #require(try TerminalKeys(descriptor: terminal.descriptor, clock: clock) { _, _ in })
        #expect(!terminal.hasFlag(ICANON) && !terminal.hasFlag(ECHO) && terminal.hasFlag(ISIG))
        keys.stop()
        #expect(terminal.mode.c_lflag == original.c_lflag)
        keys.stop()
    }

    @Test("Whoever ends the process in another way puts the modes of all terminals back")
    func restoreAll() throws {
        let terminals = [try PseudoTerminal(), try PseudoTerminal()]
        for terminal in terminals {
            try TerminalMode.takeSingleKeys(on: terminal.descriptor)
            #expect(!terminal.hasFlag(ICANON))
        }
        for _ in 0..<2 {
            TerminalMode.restoreAll()
            #expect(terminals.allSatisfy { $0.hasFlag(ICANON) && $0.hasFlag(ECHO) })
        }
    }

    @Test("What was typed before is not heard")
    func typedBefore() throws {
        let terminal = try PseudoTerminal()
        terminal.type("x\n")
        terminal.awaitLine()
        let ear = Ear()
        let keys = try #require(
            try TerminalKeys(descriptor: terminal.descriptor, clock: clock) { ear.hear($0, $1) }
        )
        defer { keys.stop() }
        terminal.type("q")
        #expect(ear.keys(count: 1).map(\.key) == [.quit])
    }

    @Test(
        "When a shell has changed the mode while it had stopped us, we take it again and leave it as the shell had it")
    func continued() throws {
        let terminal = try PseudoTerminal()
        let keys = try #require(try TerminalKeys(descriptor: terminal.descriptor, clock: clock) { _, _ in })
        var shell = terminal.mode
        shell.c_lflag |= tcflag_t(ICANON | ECHO)
        shell.c_oflag ^= tcflag_t(ONLCR)
        terminal.mode = shell
        kill(getpid(), SIGCONT)
        let deadline = clock.now + .seconds(60)
        while terminal.hasFlag(ICANON), clock.now < deadline { sched_yield() }
        #expect(!terminal.hasFlag(ICANON) && !terminal.hasFlag(ECHO))
        keys.stop()
        #expect(terminal.mode.c_lflag == shell.c_lflag && terminal.mode.c_oflag == shell.c_oflag)
    }

    @Test(
        "Letters without a meaning, and keys that send several bytes, are no keys",
        arguments: ["k", "\u{1b}", "\u{1b}OS", "\u{1b}[C", "\u{1b}x", "é", "xq", "\t", ""]
    )
    func noKeys(text: String) {
        #expect(TerminalKey(bytes: Array(text.utf8)) == nil)
    }

    @Test("A terminal that goes away is no error, and stopping goes on working")
    func hangUp() throws {
        let terminal = try PseudoTerminal()
        let ear = Ear()
        let keys = try #require(
            try TerminalKeys(descriptor: terminal.descriptor, clock: clock) { ear.hear($0, $1) }
        )
        terminal.type("q")
        #expect(ear.keys(count: 1).map(\.key) == [.quit])
        terminal.hangUp()
        keys.stop()
        #expect(ear.keys(count: 1).map(\.key) == [.quit])
    }

    @Test("A file, a pipe and a closed descriptor are no terminals")
    func noTerminal() throws {
        // SAFETY: a constant path is passed.
        let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        for descriptor in [file, -1] {
            let keys = try TerminalKeys(descriptor: descriptor, clock: clock) { _, _ in }
            #expect(keys == nil)
        }
    }
}
