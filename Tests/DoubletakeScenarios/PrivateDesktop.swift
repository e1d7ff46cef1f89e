package import DoubletakeMedia
package import DoubletakeTestSupport
import Foundation

/// A desktop that nobody sees, with a recorder to try on it: a screen, perhaps sound, and a home of its own.
///
/// Nothing of it is the machine's: not the display, not the sound server, not the folders. It is gone with the object.
package final class PrivateDesktop {
    /// Its screen.
    package let screen: PrivateXServer
    /// Its sound; nil when it has none.
    package let sound: PrivateSoundServer?
    /// Where the films go.
    package let folder: TemporaryFolder
    /// What a program needs in its environment to be on this desktop.
    package let environment: [String: String]
    /// The path of the recorder.
    package let tool: String

    /// Makes a desktop.
    ///
    /// - Parameters:
    ///   - tool: the path of the recorder.
    ///   - size: the screen's.
    ///   - depth: the bits of a pixel.
    ///   - sound: its sound server; nil for a desktop without sound.
    ///   - options: more of the X server's options.
    ///   - server: its X server; nil for one that is started with that size and these options.
    package init(
        tool: String,
        size: PixelSize = PixelSize(width: 1280, height: 720),
        depth: Int = 24,
        sound: PrivateSoundServer? = nil,
        options: [String] = [],
        server: PrivateXServer? = nil
    ) throws {
        screen = try server ?? PrivateXServer(size: size, depth: depth, options: options)
        folder = try TemporaryFolder()
        self.sound = sound
        self.tool = tool
        var environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "HOME": folder.path,
            "XDG_RUNTIME_DIR": folder.path,
            "LC_ALL": "C.UTF-8",
            // No server is there nor will be, and none is looked for elsewhere.
            "PULSE_SERVER": "unix:\(folder.path)/no-sound/native",
            // As above: the machine's own bus, where the login manager is.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path)/no-system/bus",
        ]
        environment.merge(sound?.environment ?? [:]) { $1 }
        environment["DISPLAY"] = screen.display
        self.environment = environment
    }

    /// The path of a film.
    package func file(_ name: String) -> String {
        folder.file(name)
    }

    /// Starts `doubletake record` with these words and `--json`.
    package func record(_ words: [String]) throws -> RunningRecorder {
        try RunningRecorder([tool, "record", "--json"] + words, environment: environment)
    }

    /// Starts `doubletake record` with these words and `--json`, on this desktop's screen as another display names it.
    package func record(_ words: [String], on display: String) throws -> RunningRecorder {
        let environment = environment.merging(["DISPLAY": display]) { $1 }
        return try RunningRecorder([tool, "record", "--json"] + words, environment: environment)
    }

    /// Starts a program with these words that runs `doubletake record`, to which it hands the rest of them.
    package func record(through wrapper: [String], _ words: [String]) throws -> RunningRecorder {
        try RunningRecorder(wrapper + [tool, "record", "--json"] + words, environment: environment)
    }

    /// Runs a program on this desktop until its end, which must be a success.
    @discardableResult
    package func run(_ words: [String], timeOut seconds: Double = 60) throws -> ProcessRun {
        try ProcessRun.succeed(words, environment: environment, timeOut: seconds)
    }
}
