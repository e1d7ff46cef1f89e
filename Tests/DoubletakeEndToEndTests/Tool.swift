import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Testing

/// The built program.
enum Tool {
    /// Where it is: beside the program that runs the tests.
    static let path: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("doubletake").path
    }()

    /// Whether a disk can be mounted in a namespace of one's own.
    static let canMount: Bool = {
        do {
            let words = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/tmp"]
            return try ProcessRun.run(words).status == 0
        } catch {
            return false
        }
    }()

    /// What it sees of the machine: no screen, no sound server, and a list of unfinished films that nobody else adds to.
    static func environment(stateFolder: String = "/nonexistent") -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = nil
        environment["PULSE_SERVER"] = "unix:/dev/null/native"
        environment["XDG_STATE_HOME"] = stateFolder
        // Nothing that is recorded here is told to the desktop of whoever runs the tests.
        environment["XDG_DATA_HOME"] = "/dev/null/data"
        environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/dev/null/bus"
        return environment
    }

    /// Runs it to its end.
    static func run(
        _ arguments: [String],
        environment: [String: String] = environment()
    ) throws -> ProcessRun {
        try ProcessRun.run([path] + arguments, environment: environment, timeOut: 50)
    }

    /// What the events of a run with `--json` say, one object each.
    static func events(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }
}
