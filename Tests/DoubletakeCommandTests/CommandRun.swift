import Doubletake
import DoubletakeMedia
import Synchronization

@testable import DoubletakeCommand

/// A command line that was run in the test's own process, with what it printed.
struct CommandRun {
    let status: ExitStatus
    let output: String
    let errors: String

    /// Runs a command line; it is told to stop at once when `isInterrupted`.
    init(_ arguments: [String], environment: [String: String] = [:], isInterrupted: Bool = false) async {
        let printed = ConditionLock((output: "", errors: ""))
        let (interruptions, interrupt) = AsyncStream.makeStream(of: Void.self)
        if isInterrupted { interrupt.yield() }
        let context = CommandContext(
            environment: environment,
            printOut: { text in printed.withLock { $0.output += text } },
            printError: { text in printed.withLock { $0.errors += text } },
            interruptions: interruptions,
            makeRecorder: { ScreenRecorder(configuration: $0) }
        )
        status = await Command.run(arguments, in: context)
        (output, errors) = printed.withLock { $0 }
    }
}
