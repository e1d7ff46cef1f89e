import DoubletakeMedia
import Glibc

/// A program that is started beside the recorder.
///
/// The corresponding C function is `posix_spawnp`.
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
        var status: Int32 = 0
        while true {
            // SAFETY: the call fills in a local.
            if unsafe waitpid(process, &status, 0) >= 0 { break }
            if errno != EINTR { throw .last(call: "waitpid", subject: words[0]) }
        }
        // The low seven bits are the signal, the next eight what was passed to `exit`.
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
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
        // SAFETY: the structures are locals, initialised before they are used and destroyed after; the strings are
        // copies that end with a nil and are freed once the program has its own.
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var none = sigset_t()
        var all = sigset_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // The recorder has ignored signals, and blocks some on its threads; the program has not asked for that.
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        switch use {
        case .awaited:
            // Standard output is the recorder's own, for paths.
            unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
        case .detached, .reporting:
            flags |= Self.ownSession
            for descriptor in Int32(0)...2 {
                unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
            if case .reporting(let errors, let begun) = use {
                unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
                unsafe posix_spawn_file_actions_adddup2(&actions, begun, 3)
            }
        }
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        let settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for index in unsafe arguments.indices { unsafe free(arguments[index]) }
            for index in unsafe settings.indices { unsafe free(settings[index]) }
        }
        var process = pid_t()
        let status = unsafe posix_spawnp(&process, words[0], &actions, &attributes, arguments, settings)
        if status != 0 { throw SystemCallError(call: "posix_spawnp", subject: words[0], errorNumber: status) }
        return process
    }

    /// glibc's `POSIX_SPAWN_SETSID`, which Swift doesn't see.
    private static let ownSession: Int32 = 0x80
}
