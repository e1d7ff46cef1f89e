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

    /// Between making a pipe and marking it as ours alone no other program may be started.
    private static let starting = ConditionLock(())

    /// Starts the program, with nothing at its standard input.
    ///
    /// The corresponding C function is `posix_spawnp`.
    package init(_ arguments: [String], _ environment: [String: String]) throws {
        let nothing = try SystemCallError.check(
            "open",
            "/dev/null",
            unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        )
        let starting = try Self.starting.withLock { _ in
            let pipes = [try Self.makePipe(), try Self.makePipe()]
            let inputs = [nothing] + pipes.map(\.writing)
            defer { for descriptor in inputs { close(descriptor) } }
            return (pid: try Self.spawn(arguments, environment, descriptors: inputs), outputs: pipes.map(\.reading))
        }
        processIdentifier = starting.pid
        outputs = starting.outputs
    }

    deinit {
        for descriptor in outputs { close(descriptor) }
    }

    /// Waits for the program's end, once.
    ///
    /// The corresponding C function is `waitpid`.
    ///
    /// - Returns: its exit status; as in a shell, 128 and the signal's number when a signal ended it.
    package func awaitEnd() -> Int32 {
        var status: Int32 = 0
        // SAFETY: the call fills in a local.
        while unsafe waitpid(processIdentifier, &status, 0) < 0 {
            precondition(errno == EINTR, "a child can be waited for once")
        }
        return Self.exitStatus(status)
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

    private static func exitStatus(_ status: Int32) -> Int32 {
        // The low seven bits are the signal, the next eight what was passed to `exit`.
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }

    /// Sends a signal to the program, which nobody has seen end yet.
    package func send(_ signal: Int32) {
        _ = Glibc.kill(processIdentifier, signal)
    }

    private static func makePipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        // SAFETY: the call fills in two numbers.
        _ = try SystemCallError.check("pipe", "a pipe", unsafe pipe(&ends))
        for end in ends { _ = try SystemCallError.check("fcntl", "a pipe", fcntl(end, F_SETFD, FD_CLOEXEC)) }
        return (ends[0], ends[1])
    }

    /// Starts the program with `descriptors` as its first ones, no signal blocked and none ignored.
    private static func spawn(
        _ arguments: [String],
        _ environment: [String: String],
        descriptors: [Int32]
    ) throws -> pid_t {
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
        for (number, descriptor) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        let settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe settings.indices { unsafe free(settings[index]) }
        }
        var pid = pid_t()
        let status = unsafe posix_spawnp(&pid, arguments[0], &actions, &attributes, words, settings)
        if status != 0 {
            throw SystemCallError(call: "posix_spawnp", subject: arguments[0], errorNumber: status)
        }
        return pid
    }
}

extension SystemCallError {
    fileprivate static func check(_ call: String, _ subject: String, _ result: Int32) throws -> Int32 {
        if result < 0 { throw SystemCallError.last(call: call, subject: subject) }
        return result
    }
}
