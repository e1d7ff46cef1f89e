import Doubletake
import DoubletakeCapture
import DoubletakeControl
import DoubletakeMedia

@testable import DoubletakeCommand

/// Somebody who runs a command, reads what it prints and presses keys.
final class FakePerson: Sendable {
    /// Whether a way to press is there.
    enum Availability {
        case present
        case absent
    }

    private struct Printed {
        var output = ""
        var errors = ""
    }

    private let text = ConditionLock(Printed())
    private let errorLines = AsyncStream.makeStream(of: String.self)
    private let outputLines = AsyncStream.makeStream(of: String.self)
    private let interruptions = AsyncStream.makeStream(of: Void.self)
    private let replayRequests = AsyncStream.makeStream(of: Void.self)
    private let pauseRequests = AsyncStream.makeStream(of: Void.self)
    private let presses = ConditionLock<[KeyDescription: @Sendable (GlobalKeys.Event) -> Void]>([:])
    private let terminalKey = ConditionLock<(@Sendable (TerminalKey, MediaTime) -> Void)?>(nil)
    private let key: Availability
    private let terminal: Availability

    private let errorReader: CommandContext.ErrorReader

    init(key: Availability, terminal: Availability, reading errorReader: CommandContext.ErrorReader = .pipe) {
        self.key = key
        self.terminal = terminal
        self.errorReader = errorReader
    }

    /// What was printed.
    var printed: (output: String, errors: String) {
        text.withLock { ($0.output, $0.errors) }
    }

    /// What the command sees.
    func context(environment: [String: String] = [:]) -> CommandContext {
        var context = CommandContext(
            environment: environment,
            printOut: { [self] printed in
                text.withLock { $0.output += printed }
                outputLines.continuation.yield(printed)
            },
            printError: { [self] printed in
                text.withLock { $0.errors += printed }
                errorLines.continuation.yield(printed)
            },
            errorReader: errorReader,
            interruptions: interruptions.stream,
            pauseRequests: pauseRequests.stream,
            tellBegun: nil,
            // No server that this machine may have has a say in these tests.
            makeRecorder: { configuration in
                ScreenRecorder(
                    configuration: configuration,
                    backends: [SyntheticBackend()],
                    codecs: SystemCodecs(),
                    clock: MonotonicClock()
                )
            },
            listenToKey: { [self] (key, _, take) throws(CaptureError) in
                guard self.key == .present else {
                    throw .unavailable(device: key.description, reason: "there is no X server", help: "Start one.")
                }
                presses.withLock { $0[key] = take }
                return { [presses] in presses.withLock { $0[key] = nil } }
            },
            listenToTerminal: { [self] take in
                guard terminal == .present else { return nil }
                terminalKey.withLock { $0 = take }
                return { [terminalKey] in terminalKey.withLock { $0 = nil } }
            }
        )
        context.replayRequests = replayRequests.stream
        context.listMonitors = { () throws(CaptureError) in [] }
        context.listWindows = { () throws(CaptureError) in [] }
        return context
    }

    /// Waits until something is printed on standard error that begins with `beginning`.
    func awaitLine(_ beginning: String) async {
        _ = await errorLines.stream.first { $0.hasPrefix(beginning) }
    }

    /// Waits until something is printed on standard output that has `part` in it.
    func awaitOutput(_ part: String) async {
        _ = await outputLines.stream.first { $0.contains(part) }
    }

    /// Presses a key at that instant, by default F9.
    func pressKey(_ keysym: UInt32 = 0xffc6, at time: MediaTime) {
        presses.read { $0[KeyDescription(keysym: keysym)] }?(.pressed(PressEvent(time: time, source: .key)))
    }

    /// Presses a key of the terminal now.
    func type(_ key: TerminalKey) {
        terminalKey.withLock { $0 }?(key, MonotonicClock().now)
    }

    /// Presses Ctrl-C.
    func interrupt() {
        interruptions.continuation.yield()
    }

    /// Sends the signal that pauses, or goes on.
    func requestPause() {
        pauseRequests.continuation.yield()
    }

    /// Sends the signal that saves a replay.
    func requestReplay() {
        replayRequests.continuation.yield()
    }

    /// Whether anything is still listened to.
    var isListenedTo: Bool {
        presses.read { !$0.isEmpty } || terminalKey.withLock { $0 != nil }
    }
}
