import DoubletakeCapture
import DoubletakeMedia
import DoubletakeX11
import Glibc

/// Whether a person sees a take's own screen.
package enum DisplayVisibility: Sendable {
    /// Nobody does.
    case hidden
    /// It is a window on the person's own screen.
    case shown
    /// As `shown`, and it stays there when the take has failed.
    case keptOnFailure
}

/// A screen and a sound server of a take's own, which nobody sees or hears, gone when the object is ended.
///
/// The screen is Xvfb with a window manager where one is installed; the sound is PulseAudio with a sink for the programs and
/// a microphone that hears what is played to the sink `voice`.
final class PrivateDisplay: Sendable {
    /// How long a server has to be there; longer, and a machine that is far too busy is waited for.
    private static let patience = Duration.seconds(30)
    /// Window managers that need no session around them; the first one that is installed.
    private static let windowManagers = ["openbox", "xfwm4", "marco", "metacity"]

    /// The display's name: `:7`.
    let name: String
    /// What a program's environment must have to use it.
    let environment: [String: String]
    /// Whether windows get the focus by themselves.
    let hasWindowManager: Bool
    private let programs: [RunningProgram]

    /// Starts everything, and comes back when it answers.
    ///
    /// - Parameters:
    ///   - size: of the screen.
    ///   - folder: for sockets and settings; the environment's `XDG_RUNTIME_DIR` as well.
    ///   - environment: what the servers have; with the take's mark.
    init(
        size: PixelSize,
        scale: Int,
        visibility: DisplayVisibility,
        folder: String,
        environment: [String: String],
        log: TakeLog,
        clock: any MediaClock
    ) throws(TakeError) {
        var programs: [RunningProgram] = []
        do throws(TakeError) {
            var own = environment
            own["XDG_RUNTIME_DIR"] = folder
            own["WAYLAND_DISPLAY"] = nil
            let (server, name) = try Self.startScreen(size, scale, visibility, own, log, clock)
            programs.append(server)
            own["DISPLAY"] = name
            programs.append(try Self.startSound(folder, own, log, clock))
            own["PULSE_SERVER"] = "unix:\(folder)/native"
            let path = environment["PATH"] ?? ""
            let manager = Self.windowManagers.first { ProgramSearch.find($0, path: path) != nil }
            if let manager {
                let launch = ProgramLaunch([manager], environment: own, folder: folder)
                let program = try RunningProgram(launch, called: manager, log: log, clock: clock)
                programs.append(program)
                try Self.awaitManagement(of: name, by: program, clock)
            }
            hasWindowManager = manager != nil
            self.name = name
            self.environment = own
            self.programs = programs
        } catch {
            for program in programs.reversed() { program.end() }
            throw error
        }
    }

    /// Ends everything; comes back when it is gone.
    func end() {
        for program in programs.reversed() { program.end() }
    }

    private static func startScreen(
        _ size: PixelSize,
        _ scale: Int,
        _ visibility: DisplayVisibility,
        _ environment: [String: String],
        _ log: TakeLog,
        _ clock: any MediaClock
    ) throws(TakeError) -> (RunningProgram, name: String) {
        let number = ConditionLock<String?>(nil)
        let program = visibility == .hidden ? "Xvfb" : "Xephyr"
        let screen = visibility == .hidden ? ["-screen", "0", "\(size)x24"] : ["-screen", "\(size)"]
        // The server resets itself when its last client leaves unless it is told not to.
        let options = ["-dpi", "\(96 * scale)", "-nolisten", "tcp", "-noreset"]
        // Two servers that start at the same time may reach for the same number; one of them then gives up.
        for _ in 0..<3 {
            let launch = ProgramLaunch([program, "-displayfd", "1"] + screen + options, environment: environment)
            let server = try RunningProgram(launch, called: program, log: log, clock: clock) { line in
                number.withLock { $0 = line }
            }
            let deadline = clock.now + patience
            while server.status == nil, clock.now < deadline {
                let line = number.wait(until: clock.now + .milliseconds(100), on: clock) { $0 }
                if let line, Int(line) != nil { return (server, ":\(line)") }
            }
            server.end()
        }
        throw TakeError(program, "it doesn't start", help: "Look into the take's log, and try again.")
    }

    /// Waits until new windows are taken care of: one that came before would never be.
    private static func awaitManagement(
        of display: String,
        by manager: RunningProgram,
        _ clock: any MediaClock
    ) throws(TakeError) {
        let backend = X11Backend(displayName: display)
        let deadline = clock.now + patience
        while try !TakeError.wrap({ () throws(CaptureError) in try backend.hasWindowManager() }) {
            guard manager.awaitEnd(until: clock.now + .milliseconds(10)) == nil, clock.now < deadline else {
                throw TakeError(
                    manager.name, "it doesn't start: \(manager.lastWords)", help: "Look into the take's log.")
            }
        }
    }

    private static func startSound(
        _ folder: String,
        _ environment: [String: String],
        _ log: TakeLog,
        _ clock: any MediaClock
    ) throws(TakeError) -> RunningProgram {
        let settings = """
            load-module module-null-sink sink_name=speakers rate=48000 channels=2 norewinds=yes
            load-module module-null-sink sink_name=voice rate=48000 channels=1
            load-module module-remap-source source_name=microphone master=voice.monitor
            load-module module-native-protocol-unix socket=\(folder)/native auth-anonymous=1
            set-default-sink speakers
            set-default-source microphone
            """
        try BatchFiles.write(settings + "\n", to: "\(folder)/sound.pa")
        let words = [
            "pulseaudio", "-n", "-F", "\(folder)/sound.pa", "--daemonize=no", "--exit-idle-time=-1",
            "--use-pid-file=no",
            "--log-level=info", "--log-target=stderr",
        ]
        var own = environment
        own["PULSE_SERVER"] = nil
        own["HOME"] = folder
        let launch = ProgramLaunch(words, environment: own)
        let server = try RunningProgram(launch, called: "pulseaudio", log: log, clock: clock)
        guard server.awaitOutput("Daemon startup complete", until: clock.now + patience) else {
            let words = server.lastWords
            server.end()
            throw TakeError(
                "pulseaudio", "it doesn't start: \(words)", help: "Look into the take's log, and try again.")
        }
        return server
    }
}

/// Finds programs as a shell does.
enum ProgramSearch {
    /// The path of a program; nil when there is none.
    static func find(_ name: String, path: String) -> String? {
        // SAFETY: the strings are passed for the time of the calls.
        if name.contains("/") { return unsafe access(name, X_OK) == 0 ? name : nil }
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }
}
