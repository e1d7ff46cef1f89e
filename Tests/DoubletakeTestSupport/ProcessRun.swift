import DoubletakeMedia
import Foundation
import Glibc

/// A program that was run to its end.
package struct ProcessRun: Sendable {
    /// What it ended with; as in a shell, 128 and the signal's number when a signal ended it.
    package let status: Int32
    /// What it wrote to its standard output.
    package let standardOutputBytes: [UInt8]
    /// What it wrote to its standard error, as text.
    package let standardError: String

    /// What it wrote to its standard output, as text.
    package var standardOutput: String {
        String(decoding: standardOutputBytes, as: UTF8.self)
    }

    /// Why there is no result.
    package enum Failure: Error, CustomStringConvertible {
        /// The program did not end in time, and was killed.
        case timedOut(arguments: [String], seconds: Double, standardError: String)
        /// The program ended with another status than the test can go on with.
        case failed(arguments: [String], status: Int32, standardError: String)

        /// The program, what became of it, and what it said.
        package var description: String {
            switch self {
            case .timedOut(let arguments, let seconds, let standardError):
                "\(arguments.joined(separator: " ")): killed after \(seconds) s\n\(standardError)"
            case .failed(let arguments, let status, let standardError):
                "\(arguments.joined(separator: " ")): status \(status)\n\(standardError)"
            }
        }
    }

    /// Runs a program, with nothing at its standard input, until it has ended and its outputs are closed: also by the
    /// children that it may leave behind with them.
    ///
    /// - Parameters:
    ///   - arguments: the program (a path, or a name that is looked up as a shell would) and its arguments.
    ///   - environment: all of its environment; nil for that of this process.
    ///   - seconds: after how long it is killed; a program that hangs must not hold up the tests.
    /// - Throws: `Failure.timedOut`, or a `SystemCallError` when the program can't be started.
    package static func run(
        _ arguments: [String],
        environment: [String: String]? = nil,
        timeOut seconds: Double = 60
    ) throws -> ProcessRun {
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(seconds)
        let child = try ChildProcess(arguments, environment ?? ProcessInfo.processInfo.environment)
        let end = ConditionLock<Int32?>(nil)
        let waiter = try WorkerThread(name: "waitpid") {
            let status = child.awaitEnd()
            end.withLock { $0 = status }
        }
        var reader = PipeReader(descriptors: child.outputs)
        let isAtEnd = reader.readToEnd(until: deadline, on: clock)
        let status = isAtEnd ? end.wait(until: deadline, on: clock) { $0 } : nil
        if status == nil { child.send(SIGKILL) }
        waiter.join()
        let standardError = String(decoding: reader.bytes[1], as: UTF8.self)
        guard let status else {
            throw Failure.timedOut(arguments: arguments, seconds: seconds, standardError: standardError)
        }
        return ProcessRun(
            status: status,
            standardOutputBytes: reader.bytes[0],
            standardError: standardError
        )
    }

    /// As `run`, for a program that the test can't do without: a status other than 0 is an error.
    package static func succeed(
        _ arguments: [String],
        environment: [String: String]? = nil,
        timeOut seconds: Double = 60
    ) throws -> ProcessRun {
        let run = try run(arguments, environment: environment, timeOut: seconds)
        guard run.status == 0 else {
            throw Failure.failed(arguments: arguments, status: run.status, standardError: run.standardError)
        }
        return run
    }
}
