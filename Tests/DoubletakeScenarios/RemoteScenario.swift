import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

/// A recorder is driven by other programs: by its commands, by nonsense, and by somebody else.
package struct RemoteScenario: Scenario {
    private let roundCount: Int
    private let messageCount: Int

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - roundCount: how often a recorder is started in the background and stopped at once.
    ///   - messageCount: how many random messages a recorder gets while it records.
    package init(rounds roundCount: Int = 50, messages messageCount: Int = 1_000) {
        (self.roundCount, self.messageCount) = (roundCount, messageCount)
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 320, height: 240))
        var report = ScenarioReport()
        var stopped = 0
        for round in 1...roundCount {
            let path = desktop.file("round-\(round).mp4")
            let started = try command(["record", "--detach", "--no-sound", path], on: desktop)
            let ended = try command(["stop"], on: desktop)
            let isWhole = started.status == 0 && ended.status == 0 && ended.standardOutput == "\(path)\n"
            if try isWhole && Player.ffmpeg.plays(path) { stopped += 1 }
        }
        report.add("started in the background and stopped", stopped, ofAll: roundCount)
        let failed = try command(["record", "--detach", "--monitor", "nothing", desktop.file("none.mp4")], on: desktop)
        report.add("a start that fails is told", isTrue: failed.status == 69 && failed.standardError.contains("help: "))
        try disturb(desktop, &report)
        return report
    }

    /// Sends nonsense to a recorder, and has somebody else ask it; it goes on as if nothing was.
    private func disturb(_ desktop: PrivateDesktop, _ report: inout ScenarioReport) throws {
        let path = desktop.file("disturbed.mp4")
        let recorder = try desktop.record(["--no-sound", "--start", "now", "--instance", "desk", path])
        try recorder.awaitEvent("started")
        let socket = "\(desktop.folder.path)/doubletake/desk.sock"
        var random = SeededGenerator(seed: 88)
        for _ in 0..<messageCount {
            let client = try LocalSocket.connected(to: socket)
            let bytes = (0..<Int.random(in: 0...6_000, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            do throws(SystemCallError) {
                _ = try client.send(bytes)
            } catch {
                // It has been hung up on.
                continue
            }
        }
        let clients = try (0..<50).map { _ in
            try ChildProcess([desktop.tool, "status", "--json"], desktop.environment)
        }
        let answered = clients.count { $0.awaitEnd() == 0 }
        report.add("fifty at once answered", answered, ofAll: 50)
        try report.add("another user is refused", isTrue: isRefused(socket, on: desktop))
        let status = try command(["status", "--json"], on: desktop)
        report.add("records all the while", isTrue: status.standardOutput.contains(#""state":"recording""#))
        let ended = try command(["stop"], on: desktop)
        try recorder.awaitEnd()
        try report.add("its film plays", isTrue: ended.standardOutput == "\(path)\n" && Player.ffmpeg.plays(path))
    }

    /// Whether a user without rights gets no answer, also when the permissions would let anybody connect.
    private func isRefused(_ socket: String, on desktop: PrivateDesktop) throws -> Bool {
        // Only the administrator can become somebody else.
        guard geteuid() == 0 else { return true }
        let folders = [desktop.folder.path, "\(desktop.folder.path)/doubletake", socket]
        // SAFETY: the strings are passed for the time of the calls.
        for path in folders { _ = unsafe chmod(path, 0o777) }
        defer { for path in folders { _ = unsafe chmod(path, 0o700) } }
        let program = """
            use Socket; $SIG{PIPE} = 'IGNORE'; socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, pack_sockaddr_un($ARGV[0])) or exit 3;
            syswrite(S, qq({"verb":"stop"}\\n)); exit(sysread(S, $b, 100) ? 0 : 4);
            """
        let words = ["setpriv", "--reuid", "65534", "--clear-groups", "perl", "-e", program, socket]
        return try ProcessRun.run(words, environment: desktop.environment).status == 4
    }

    private func command(_ words: [String], on desktop: PrivateDesktop) throws -> ProcessRun {
        try ProcessRun.run([desktop.tool] + words, environment: desktop.environment, timeOut: 60)
    }
}
