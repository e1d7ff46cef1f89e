import DoubletakeMedia
import Glibc

/// A started program, and our ends of its outputs.
///
/// Foundation's `Process` would do, but it keeps the calling thread's blocked signals (and Dispatch's threads block
/// them, so that the program can't be interrupted), counts a program as running while its children live, and its pipes
/// leak into other programs that are started at the same time.
package final class ChildProcess: Sendable {
    /// Our ends of its standard output and its standard error.
    package let outputs: [Int32]
    /// Its process id, which is its own until `awaitEnd` has come back.
    package let processIdentifier: Int32

    /// Starts the program, with nothing at its standard input.
    package init(_ arguments: [String], _ environment: [String: String]) throws {
        let pipes = [try ProgramLaunch.pipe(for: arguments[0]), try ProgramLaunch.pipe(for: arguments[0])]
        defer { for pipe in pipes { close(pipe.writing) } }
        outputs = pipes.map(\.reading)
        var launch = ProgramLaunch(arguments, environment: environment)
        launch.descriptors = [0: nil, 1: pipes[0].writing, 2: pipes[1].writing]
        do throws(SystemCallError) {
            processIdentifier = try launch.start()
        } catch {
            for descriptor in outputs { close(descriptor) }
            throw error
        }
    }

    deinit {
        for descriptor in outputs { close(descriptor) }
    }

    /// Waits for the program's end, once.
    ///
    /// - Returns: its exit status; as in a shell, 128 and the signal's number when a signal ended it.
    package func awaitEnd() -> Int32 {
        do throws(SystemCallError) {
            return try ProgramLaunch.awaitEnd(of: processIdentifier, called: "a program")
        } catch {
            preconditionFailure("a child can be waited for once: \(error)")
        }
    }

    /// Ends the program by a signal, and waits until it has ended, once.
    ///
    /// The signal is sent again until then: a server that is just about to sleep when it comes (Xvfb) doesn't notice it.
    package func end(by signal: Int32) {
        while true {
            send(signal)
            // Its pipe hangs up when it ends.
            var entry = pollfd(fd: outputs[0], events: 0, revents: 0)
            // SAFETY: one entry is passed, with that count.
            if unsafe poll(&entry, 1, Self.patience) > 0 { break }
        }
        _ = awaitEnd()
    }

    /// How long a signal has for its effect, in milliseconds: longer, and one that was missed costs that much time.
    private static let patience: Int32 = 500

    /// Sends a signal to the program, which nobody has seen end yet.
    package func send(_ signal: Int32) {
        _ = Glibc.kill(processIdentifier, signal)
    }
}
