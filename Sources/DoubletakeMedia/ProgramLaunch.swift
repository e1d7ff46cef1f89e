import CLinux
import Glibc

/// How another program is started: no signal is blocked or ignored in it, whatever this process does with its own.
///
/// The corresponding C function is `posix_spawnp`.
package struct ProgramLaunch: Sendable {
    /// Whose signals of the terminal it gets.
    package enum Session: Sendable {
        /// Those of this process.
        case shared
        /// None: it begins a session of its own, and with what it starts is one group of processes.
        case own
    }

    /// The program, looked for as a shell does, and its arguments.
    package var words: [String]
    /// All of its environment.
    package var environment: [String: String]
    /// Where it begins; nil for where this process is.
    package var folder: String?
    /// Its descriptors by their numbers: ours, or nil for one that is empty and takes everything.
    package var descriptors: [Int32: Int32?]
    /// Its session.
    package var session: Session

    /// Describes a program with this process's own first descriptors.
    package init(
        _ words: [String],
        environment: [String: String],
        folder: String? = nil,
        descriptors: [Int32: Int32?] = [:],
        session: Session = .shared
    ) {
        (self.words, self.environment, self.folder) = (words, environment, folder)
        (self.descriptors, self.session) = (descriptors, session)
    }

    /// Starts it; it has to be waited for.
    package func start() throws(SystemCallError) -> Int32 {
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
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if session == .own { flags |= Self.ownSession }
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        for (number, descriptor) in descriptors.sorted(by: { $0.key < $1.key }) {
            if let descriptor {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            } else {
                unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            }
        }
        if let folder { unsafe doubletake_begin_in(&actions, folder) }
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

    /// Waits until a process that was started ends.
    ///
    /// - Returns: its exit status; as in a shell, 128 and the signal's number when a signal ended it.
    package static func awaitEnd(of process: Int32, called name: String) throws(SystemCallError) -> Int32 {
        var status: Int32 = 0
        while true {
            // SAFETY: the call fills in a local.
            if unsafe waitpid(process, &status, 0) >= 0 { break }
            if errno != EINTR { throw .last(call: "waitpid", subject: name) }
        }
        // The low seven bits are the signal, the next eight what was passed to `exit`.
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }

    /// A pipe of which no program gets more than what it is handed.
    package static func pipe(for subject: String) throws(SystemCallError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        // SAFETY: the call fills in two numbers.
        guard unsafe doubletake_pipe(&ends) == 0 else { throw .last(call: "pipe2", subject: subject) }
        return (ends[0], ends[1])
    }

    /// A descriptor that becomes readable when a process of ours ends.
    package static func watch(_ process: Int32, called name: String) throws(SystemCallError) -> Int32 {
        let descriptor = doubletake_watch_process(process)
        if descriptor < 0 { throw .last(call: "pidfd_open", subject: name) }
        return descriptor
    }
}
