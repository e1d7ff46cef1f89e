import DoubletakeMedia
import Glibc

/// What a PipeWire server needs beside the part that speaks PulseAudio's protocol.
///
/// That is the graph, who connects streams in it, and the bus on which that one finds its way. All of it is a test's own,
/// and gone when the object is.
final class PipeWireSession: Sendable {
    /// What a program of the session needs in its environment.
    let environment: [String: String]
    private let programs: [ChildProcess]
    /// Held until the programs are gone, which write into it.
    private let folder: TemporaryFolder

    /// Starts the programs.
    ///
    /// - Parameter folder: where their sockets and their states are.
    init(_ folder: TemporaryFolder, _ base: [String: String]) throws {
        var environment = base
        let address = "unix:path=\(folder.file("bus"))"
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        environment["XDG_STATE_HOME"] = folder.path
        environment["PULSE_SERVER"] = nil
        self.environment = environment
        self.folder = folder
        // Nobody reads what they say.
        programs = try [
            "exec dbus-daemon --session --nofork --nopidfile --address=\(address)",
            "exec pipewire",
            "until [ -S \"$XDG_RUNTIME_DIR/bus\" ] && [ -S \"$XDG_RUNTIME_DIR/pipewire-0\" ]; do :; done; exec wireplumber",
        ].map { try ChildProcess(["sh", "-c", "exec >/dev/null 2>&1; \($0)"], environment) }
    }

    deinit {
        for program in programs.reversed() { program.end(by: SIGKILL) }
    }

    /// The settings of the server that speaks PulseAudio's protocol.
    static func settings(socket: String) -> String {
        """
        context.spa-libs = {
            audio.convert.* = audioconvert/libspa-audioconvert
            support.* = support/libspa-support
        }
        context.modules = [
            { name = libpipewire-module-protocol-native }
            { name = libpipewire-module-client-node }
            { name = libpipewire-module-adapter }
            { name = libpipewire-module-metadata }
            { name = libpipewire-module-protocol-pulse args = { server.address = [ "unix:\(socket)" ] } }
        ]

        """
    }
}
