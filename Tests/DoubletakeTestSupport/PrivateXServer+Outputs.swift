import Foundation
import Glibc

/// A real X server whose monitors can be plugged in and out: Xorg with the driver that has no hardware.
extension PrivateXServer {
    private static let program = "/usr/lib/xorg/Xorg"
    private static let driver = "/usr/lib/xorg/modules/drivers/dummy_drv.so"
    /// The size of each monitor.
    package static let outputMode = "640x480"

    private static let configuration = """
        Section "ServerFlags"
            Option "AutoAddDevices" "false"
            Option "AutoAddGPU" "false"
        EndSection
        Section "Device"
            Identifier "nothing"
            Driver "dummy"
            VideoRam 65536
        EndSection
        Section "Monitor"
            Identifier "any"
            HorizSync 5.0-1000.0
            VertRefresh 5.0-200.0
        EndSection
        Section "Screen"
            Identifier "screen"
            Device "nothing"
            Monitor "any"
            DefaultDepth 24
            SubSection "Display"
                Depth 24
                Modes "\(outputMode)"
                Virtual 1920 1440
            EndSubSection
        EndSection
        """

    /// Whether there is such a server, and who runs this may configure it.
    package static var hasOutputs: Bool {
        geteuid() == 0 && [program, driver].allSatisfy { FileManager.default.fileExists(atPath: $0) }
    }

    /// Starts one with the monitors `DUMMY0` and right of it `DUMMY1`, each of 640x480 pixels.
    package static func withOutputs() throws -> PrivateXServer {
        let folder = try TemporaryFolder()
        let file = folder.file("xorg.conf")
        try configuration.write(toFile: file, atomically: true, encoding: .utf8)
        // It is never seen, so it needs no console.
        let server = try PrivateXServer([
            program, "-config", file, "-logfile", folder.file("log"), "-novtswitch", "-sharevts", "vt7",
        ])
        try server.run(["xrandr", "--output", "DUMMY0", "--mode", outputMode])
        try server.run(["xrandr", "--addmode", "DUMMY1", outputMode])
        try server.plug("DUMMY1")
        return server
    }

    /// Plugs a monitor in, right of the first one.
    package func plug(_ output: String) throws {
        try run(["xrandr", "--output", output, "--mode", Self.outputMode, "--right-of", "DUMMY0"])
    }

    /// Pulls a monitor out.
    package func unplug(_ output: String) throws {
        try run(["xrandr", "--output", output, "--off"])
    }
}
