import DoubletakeMedia
import Glibc

/// The processes of a take, also those that have left its sessions: they are known by a variable of their environment.
struct LeftoverProcesses {
    /// The variable.
    static let variable = "DOUBLETAKE_TAKE"

    /// What the variable's value begins with.
    let mark: String

    /// Ends all of them, and comes back when they are gone: first they are asked, then they are made to.
    ///
    /// - Returns: how many there were.
    @discardableResult
    func end(_ clock: any MediaClock) -> Int {
        let found = processes()
        var left = found
        for signal in [SIGTERM, SIGKILL] where !left.isEmpty {
            for process in left { _ = kill(process, signal) }
            let deadline = clock.now + .seconds(2)
            while !left.isEmpty, clock.now < deadline {
                usleep(10_000)
                left = processes()
            }
        }
        return found.count
    }

    /// Those that live now.
    func processes() -> [pid_t] {
        let wanted = Array("\(Self.variable)=\(mark)".utf8)
        return BatchFiles.names(in: "/proc").compactMap { pid_t($0) }.filter { process in
            process != getpid() && Self.environment(of: process).contains { $0.starts(with: wanted) }
        }
    }

    private static func environment(of process: pid_t) -> [ArraySlice<UInt8>] {
        // Empty for those of other users, and for those that have ended and are not waited for.
        (BatchFiles.read("/proc/\(process)/environ") ?? []).split(separator: 0)
    }
}
