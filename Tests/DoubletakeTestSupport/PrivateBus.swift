import DoubletakeMedia
import Glibc

/// A message bus of a test's own, on which nothing is started by itself; gone when the object is.
package final class PrivateBus: Sendable {
    /// Its address, as in `DBUS_SESSION_BUS_ADDRESS`.
    package let address: String
    private let process: ChildProcess
    private let folder: TemporaryFolder

    /// Why there is no bus.
    package struct Failure: Error {}

    /// Starts the bus, and comes back when it can be reached.
    package init() throws {
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.file("bus"))"
        let settings = """
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>

            """
        let file = try folder.write(Array(settings.utf8), to: "bus.conf")
        process = try ChildProcess(
            ["dbus-daemon", "--config-file=\(file)", "--nofork", "--nopidfile", "--print-address"],
            ["PATH": "/usr/bin:/bin"]
        )
        let clock = MonotonicClock()
        var reader = PipeReader(descriptors: process.outputs)
        guard reader.readLine(from: 0, until: clock.now + .seconds(30), on: clock) != nil else {
            process.end(by: SIGKILL)
            throw Failure()
        }
    }

    deinit {
        process.end(by: SIGKILL)
    }

    /// Lets it stand still, as if it hung.
    package func freeze() {
        process.send(SIGSTOP)
    }
}
