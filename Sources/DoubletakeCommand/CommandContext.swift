import Doubletake
import DoubletakeMedia

/// What a command sees of the world around it; tests pass one of their own.
struct CommandContext: Sendable {
    /// The environment's variables.
    let environment: [String: String]
    /// Takes text for standard output.
    let printOut: @Sendable (String) -> Void
    /// Takes text for standard error.
    let printError: @Sendable (String) -> Void
    /// Signals that ask to stop; a second one ends the process by itself.
    let interruptions: AsyncStream<Void>
    /// Makes the recorder.
    let makeRecorder: @Sendable (RecordingConfiguration) -> ScreenRecorder

    /// Prints a result, with a line end.
    func out(_ line: String) {
        printOut(line + "\n")
    }

    /// Prints a line for the person.
    func note(_ line: String) {
        printError(line + "\n")
    }

    /// Prints an error in two lines: what happened, and what to do.
    func error(_ error: any ExplainedError) {
        note("doubletake: error: \(error.subject): \(error.reason)")
        note("  help: \(error.help)")
    }
}
