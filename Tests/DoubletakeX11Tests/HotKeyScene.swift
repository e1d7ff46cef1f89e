import DoubletakeControl
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import Foundation

/// A server of a test's own, hands at its keyboard, and what a listener hears.
final class HotKeyScene: Sendable {
    let server: PrivateXServer
    let clock = MonotonicClock()
    private let heard = ConditionLock<[HotKeyEvent<String>]>([])

    init() throws {
        server = try PrivateXServer()
    }

    /// Listens to keys that are called by their descriptions.
    func listener(to keys: String..., mode: KeyMode = .grab) throws -> HotKeyListener<String> {
        try HotKeyListener(
            display: server.display,
            keys: keys.map { ($0, try KeyDescription($0)) },
            mode: mode,
            clock: clock
        ) { [heard] event in
            heard.withLock { $0.append(event) }
        }
    }

    /// Does what `xdotool` does with these arguments.
    func type(_ arguments: String...) throws {
        try run(["xdotool"] + arguments)
    }

    /// Runs a program on the server.
    func run(_ arguments: [String]) throws {
        let environment = ["DISPLAY": server.display, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
        let run = try ProcessRun.run(arguments, environment: environment)
        guard run.status == 0 else {
            throw ProcessRun.Failure.failed(
                arguments: arguments, status: run.status, standardError: run.standardError)
        }
    }

    /// Waits until what has been heard is enough, or for a minute.
    ///
    /// - Returns: all that was heard until then.
    func events(until isEnough: ([HotKeyEvent<String>]) -> Bool) -> [HotKeyEvent<String>] {
        _ = heard.wait(until: clock.now + .seconds(60), on: clock) { isEnough($0) ? true : nil }
        return heard.withLock { $0 }
    }

    /// Waits until `identifier` has been pressed for the `count`th time, and names all keys that were pressed until then.
    func presses(until identifier: String, count: Int = 1) -> [String] {
        events { $0.compactMap(\.pressed).filter { $0.identifier == identifier }.count == count }
            .compactMap(\.pressed).map(\.identifier)
    }

    /// Waits until that many presses have been heard, and tells their times.
    func times(count: Int) -> [MediaTime] {
        events { $0.compactMap(\.pressed).count == count }.compactMap(\.pressed).map(\.time)
    }
}

extension HotKeyEvent {
    /// The key and the time, if this is a press.
    fileprivate var pressed: (identifier: Identifier, time: MediaTime)? {
        if case .pressed(let identifier, let time) = self { (identifier, time) } else { nil }
    }
}
