import Doubletake
import DoubletakeCapture
import DoubletakeControl
import DoubletakeDesktop
import DoubletakeMedia

/// What a command sees of the world around it; tests pass one of their own.
struct CommandContext: Sendable {
    /// Stops listening.
    typealias Stop = @Sendable () -> Void

    /// The environment's variables.
    let environment: [String: String]
    /// Takes text for standard output.
    let printOut: @Sendable (String) -> Void
    /// Takes text for standard error.
    private(set) var printError: @Sendable (String) -> Void
    /// What reads standard error.
    let errorReader: ErrorReader
    /// Signals that ask to stop; a second one ends the process by itself.
    var interruptions: AsyncStream<Void>
    /// Signals that ask to pause, or to go on.
    var pauseRequests: AsyncStream<Void>
    /// Tells who started this recorder in the background that it has begun; nil for one in the foreground.
    let tellBegun: (@Sendable () -> Void)?
    /// Makes the recorder.
    let makeRecorder: @Sendable (RecordingConfiguration) -> ScreenRecorder
    /// Listens to a key, wherever the focus is.
    let listenToKey:
        @Sendable (KeyDescription, KeyMode, @escaping @Sendable (GlobalKeys.Event) -> Void) throws(CaptureError) -> Stop
    /// Listens to the keys of the terminal that the tool was started on; nil when standard input is none.
    let listenToTerminal: @Sendable (@escaping @Sendable (TerminalKey, MediaTime) -> Void) -> Stop?

    /// Makes a frame on the screen around what is recorded; nil where there is no place for one.
    var makeFrame: @Sendable (CaptureDevice, RecordingConfiguration, ScreenFrame.Occasion) -> ScreenFrame? = {
        _, _, _ in nil
    }
    /// Makes what lets a person choose on the screen what is recorded.
    var makeChooser: @Sendable () throws(SystemCallError) -> PictureChooser = { () throws(SystemCallError) in
        try PictureChooser.onScreen()
    }
    /// Makes the recorder present on the desktop; nil where there is none.
    var openPresence: @Sendable () -> (any RecorderPresence)? = { nil }
    /// Has the desktop tell what became of a film.
    var tell: @Sendable (FilmNotice.News) async -> Void = { _ in }
    /// Puts films where the desktop shows what was made last.
    var remember: @Sendable (_ films: [String]) -> Void = { _ in }

    /// Signals that ask to save a replay.
    var replayRequests = AsyncStream<Void> { $0.finish() }
    /// Lists the devices of a kind.
    var listDevices: @Sendable (CaptureDevice.Kind) throws(CaptureError) -> [CaptureDevice] = {
        kind throws(CaptureError) in
        try Devices.all(of: kind)
    }
    /// Lists the applications that play.
    var listApplications: @Sendable () throws(CaptureError) -> [CaptureDevice] = { () throws(CaptureError) in
        try Devices.applications()
    }
    /// Lists the monitors, with what is known of them.
    var listMonitors: @Sendable () throws(CaptureError) -> [MonitorDescription] = { () throws(CaptureError) in
        try Devices.monitors()
    }
    /// Lists the windows, with what is known of them.
    var listWindows: @Sendable () throws(CaptureError) -> [WindowDescription] = { () throws(CaptureError) in
        try Devices.windows()
    }
    /// Lists the cameras, with what they say of themselves.
    var listCameras: @Sendable () throws(CaptureError) -> [CameraDescription] = { () throws(CaptureError) in
        try Devices.cameras()
    }

    /// What reads standard error.
    enum ErrorReader: Sendable {
        /// A person, on a terminal of that width: a line can be drawn over.
        case terminal(columns: Int)
        /// A program or a file.
        case pipe
    }

    /// Prints a result, with a line end.
    func out(_ line: String) {
        printOut(line + "\n")
    }

    /// Prints a line for the person.
    func note(_ line: String) {
        printError(line + "\n")
    }

    /// The same, for what is told to nobody on standard error.
    var withoutNotes: CommandContext {
        var context = self
        context.printError = { _ in }
        return context
    }

    /// Prints an error in two lines: what happened, and what to do.
    func error(_ error: any ExplainedError) {
        note("doubletake: error: \(error.subject): \(error.reason)")
        note("  help: \(error.help)")
    }
}
