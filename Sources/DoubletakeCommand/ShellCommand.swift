import DoubletakeMedia
import Glibc

/// A program that is started beside the recorder.
struct ShellCommand: Sendable {
    /// What becomes of the program.
    enum Use {
        /// It has the recorder's terminal, and is waited for.
        case awaited
        /// It has a session of its own and nothing to read or write, so that what it starts lives on without the recorder.
        case detached
        /// As above, but it writes errors into one pipe, and into another, its third, that it has begun.
        case reporting(errors: Int32, begun: Int32)
    }

    /// The program and its arguments.
    let words: [String]
    /// All of its environment.
    let environment: [String: String]

    /// Runs it to its end.
    ///
    /// - Returns: its exit status; as in a shell, 128 and the signal's number when a signal ended it.
    func run() async throws(SystemCallError) -> Int32 {
        try await run(.awaited)
    }

    private func run(_ use: Use) async throws(SystemCallError) -> Int32 {
        let process = try start(use)
        let (ends, send) = AsyncStream.makeStream(of: Result<Int32, SystemCallError>.self)
        // The wait has a thread of its own: those of the tasks are few.
        let thread = try WorkerThread(name: "after") { [self] in
            send.yield(Result { () throws(SystemCallError) in try awaitEnd(of: process) })
            send.finish()
        }
        defer { thread.join() }
        for await end in ends { return try end.get() }
        preconditionFailure("the thread tells of an end")
    }

    /// Waits until a process that was started ends.
    ///
    /// - Returns: its exit status, as above.
    func awaitEnd(of process: pid_t) throws(SystemCallError) -> Int32 {
        try ProgramLaunch.awaitEnd(of: process, called: words[0])
    }

    /// Starts it, and leaves it alone.
    ///
    /// A shell starts it and ends at once: what would be our own child and has ended stays until somebody waits for it, and
    /// nobody will.
    func detach() async throws(SystemCallError) {
        let notFound: Int32 = 127
        let script = "command -v \"$0\" > /dev/null || exit \(notFound); \"$0\" \"$@\" &"
        let shell = ShellCommand(words: ["/bin/sh", "-c", script] + words, environment: environment)
        guard try await shell.run(.detached) != notFound else {
            throw SystemCallError(call: "posix_spawnp", subject: words[0], errorNumber: ENOENT)
        }
    }

    /// Starts it; a process that isn't waited for is left to the system.
    func start(_ use: Use) throws(SystemCallError) -> pid_t {
        var launch = ProgramLaunch(words, environment: environment)
        switch use {
        case .awaited:
            // Standard output is the recorder's own, for paths.
            launch.descriptors = [1: 2]
        case .detached:
            launch.descriptors = [0: nil, 1: nil, 2: nil]
            launch.session = .own
        case .reporting(let errors, let begun):
            launch.descriptors = [0: nil, 1: nil, 2: errors, 3: begun]
            launch.session = .own
        }
        return try launch.start()
    }
}
