import Doubletake
import DoubletakeMedia
import Glibc

/// `record --detach`: this program once more, in a session of its own, of which this one waits until it has begun.
///
/// What the other one says until then is passed on; afterwards nobody reads it.
struct DetachedRecorder {
    /// The variable by which the one in the background knows that it is one.
    static let variable = "DOUBLETAKE_BEGUN"
    /// Where that one says that it has begun: the first descriptor behind the standard ones.
    private static let begunDescriptor: Int32 = 3

    private let arguments: [String]
    private let context: CommandContext

    /// - Parameter arguments: those of `record`.
    init(_ arguments: [String], _ context: CommandContext) {
        (self.arguments, self.context) = (arguments, context)
    }

    /// In the one in the background: what tells the other one; nil in any other program.
    static func tellBegun(environment: [String: String]) -> (@Sendable () -> Void)? {
        guard environment[variable] != nil else { return nil }
        // Programs that it starts must not keep it open.
        _ = fcntl(begunDescriptor, F_SETFD, FD_CLOEXEC)
        return {
            let byte: [UInt8] = [1]
            // Who waits may have been ended, which is no reason not to record.
            // SAFETY: one byte is passed, with that count.
            _ = unsafe write(begunDescriptor, byte, 1)
        }
    }

    /// Starts it, and comes back when it has begun or has ended.
    func run() async -> ExitStatus {
        do throws(SystemCallError) {
            let errors = try ProgramLaunch.pipe(for: "the recorder")
            let begun = try ProgramLaunch.pipe(for: "the recorder")
            var environment = context.environment
            environment[Self.variable] = "\(Self.begunDescriptor)"
            let program = ShellCommand(words: ["/proc/self/exe", "record"] + arguments, environment: environment)
            let process: pid_t
            do throws(SystemCallError) {
                defer {
                    close(errors.writing)
                    close(begun.writing)
                }
                process = try program.start(.reporting(errors: errors.writing, begun: begun.writing))
            } catch {
                close(errors.reading)
                close(begun.reading)
                throw error
            }
            let interruption = Task { [interruptions = context.interruptions] in
                for await _ in interruptions { kill(process, SIGINT) }
            }
            defer { interruption.cancel() }
            let status = try await BlockingWork.run("detach") { [context] () -> Result<Int32?, SystemCallError> in
                defer {
                    close(errors.reading)
                    close(begun.reading)
                }
                if Self.hasBegun(begun.reading, passingOn: errors.reading, to: context) { return .success(nil) }
                return Result { () throws(SystemCallError) in try program.awaitEnd(of: process) }
            }
            guard let status = try status.get() else { return .done }
            return ExitStatus(rawValue: status) ?? .software
        } catch {
            context.error(RecordingError.system(error))
            return .software
        }
    }

    /// Passes on what it says until it has begun; false when it has ended before.
    private static func hasBegun(_ begun: Int32, passingOn errors: Int32, to context: CommandContext) -> Bool {
        var isOpen = true
        while true {
            // A negative descriptor is one that `poll` leaves out.
            var entries = [
                pollfd(fd: begun, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen ? errors : -1, events: Int16(POLLIN), revents: 0),
            ]
            // SAFETY: the array is passed with its own count.
            if unsafe poll(&entries, nfds_t(entries.count), -1) <= 0 { continue }
            if entries[1].revents != 0 {
                let bytes = read(errors)
                isOpen = !bytes.isEmpty
                if isOpen { context.printError(String(decoding: bytes, as: UTF8.self)) }
                continue
            }
            if entries[0].revents != 0 {
                if !read(begun).isEmpty { return true }
                // Its end: what it has said by then was passed on above.
                if !isOpen { return false }
                entries = [pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
                // SAFETY: as above.
                _ = unsafe poll(&entries, 1, -1)
                let bytes = read(errors)
                isOpen = !bytes.isEmpty
                if isOpen { context.printError(String(decoding: bytes, as: UTF8.self)) }
            }
        }
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            // SAFETY: the array is passed with its own count.
            let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
            if count >= 0 { return Array(bytes.prefix(count)) }
            if errno != EINTR { return [] }
        }
    }
}
