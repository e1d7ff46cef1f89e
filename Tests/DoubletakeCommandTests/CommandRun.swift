import Doubletake
import DoubletakeCapture
import DoubletakeControl
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
        let person = FakePerson(key: .absent, terminal: .absent)
        if isInterrupted { person.interrupt() }
        status = await Command.run(arguments, in: person.context(environment: environment))
        (output, errors) = person.printed
    }
}
