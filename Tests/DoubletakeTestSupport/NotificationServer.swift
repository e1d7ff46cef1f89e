import DoubletakeMedia
import Foundation
import Glibc

/// A desktop that shows notifications (dunst) on a private screen and a private bus; gone when the object is.
package final class NotificationServer: Sendable {
    /// What a program needs in its environment to be on this desktop.
    package let environment: [String: String]
    private let process: ChildProcess
    /// Held as long as the program needs them.
    private let (screen, bus): (PrivateXServer, PrivateBus)

    /// Starts it, and comes back when it answers.
    package init(on screen: PrivateXServer, _ bus: PrivateBus) throws {
        (self.screen, self.bus) = (screen, bus)
        let environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "HOME": "/dev/null",
            "LC_ALL": "C.UTF-8",
            "DISPLAY": screen.display,
            "DBUS_SESSION_BUS_ADDRESS": bus.address,
        ]
        self.environment = environment
        let words = ["sh", "-c", "exec dunst -conf /dev/null >/dev/null 2>&1"]
        process = try ChildProcess(words, environment)
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(30)
        while try ProcessRun.run(["dunstctl", "count"], environment: environment).status != 0, clock.now < deadline {}
    }

    deinit {
        process.end(by: SIGKILL)
    }

    /// Waits until that many notifications are shown, up to a minute.
    ///
    /// - Returns: whether they are.
    package func shows(_ count: Int) throws -> Bool {
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(60)
        while clock.now < deadline {
            let run = try ProcessRun.run(["dunstctl", "count", "displayed"], environment: environment)
            if run.standardOutput.contains("\(count)") { return true }
        }
        return false
    }

    /// Does what a click on the newest notification does.
    package func choose() throws {
        _ = try ProcessRun.succeed(["dunstctl", "action", "0"], environment: environment)
    }

    /// Closes all notifications, as a person does who doesn't care.
    package func closeAll() throws {
        _ = try ProcessRun.succeed(["dunstctl", "close-all"], environment: environment)
    }
}
