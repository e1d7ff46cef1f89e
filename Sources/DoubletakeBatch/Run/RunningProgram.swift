import DoubletakeMedia
import Glibc

/// A program that was started for a take, what it writes, and its end.
///
/// It has a session of its own, and nothing at its standard input. Whoever has it ends it.
final class RunningProgram: Sendable {
    /// What is known of it.
    private struct State {
        var status: Int32?
        /// The newest that it has written.
        var recent: [UInt8] = []
        /// What it has written since the last end of a line.
        var line: [UInt8] = []
        var isClosed = false
    }

    /// What is kept of what it writes, to look for a text in it: more, and searching takes longer.
    private static let keptByteCount = 1 << 18
    /// What a log holds at most of one program, so that one that floods doesn't fill the disk.
    private static let longestLog = 8 << 20
    /// How often is read after its end: its pipe holds four times as much as is read at a time.
    private static let mostLastReads = 8
    /// How long it has after being asked to end; longer, and a batch waits for what ignores it.
    private static let patience = Duration.seconds(2)

    /// What it is called in errors.
    let name: String
    let processIdentifier: pid_t
    private let state = ConditionLock(State())
    private let reader: WorkerThread
    private let wakeUp: ThreadWakeUp
    private let clock: any MediaClock

    /// Starts it.
    ///
    /// - Parameters:
    ///   - log: takes what it writes on standard error, and on standard output unless `onLine` does.
    ///   - onLine: takes each line of standard output, on a thread of the program's own.
    init(
        _ launch: ProgramLaunch,
        called name: String,
        log: TakeLog,
        clock: any MediaClock,
        onLine: (@Sendable (String) -> Void)? = nil
    ) throws(TakeError) {
        self.name = name
        self.clock = clock
        let wakeUp = try TakeError.wrapCall { () throws(SystemCallError) in try ThreadWakeUp() }
        let output = try TakeError.wrapCall { () throws(SystemCallError) in try ProgramLaunch.pipe(for: name) }
        defer { close(output.writing) }
        var lines: (reading: Int32, writing: Int32)?
        if onLine != nil {
            lines = try TakeError.wrapCall { () throws(SystemCallError) in try ProgramLaunch.pipe(for: name) }
        }
        defer { if let lines { close(lines.writing) } }
        var launch = launch
        launch.session = .own
        launch.descriptors = [0: nil, 1: lines?.writing ?? output.writing, 2: output.writing]
        let process: pid_t
        do throws(SystemCallError) {
            process = try launch.start()
        } catch {
            close(output.reading)
            if let lines { close(lines.reading) }
            throw Self.notStarted(launch.words[0], error)
        }
        processIdentifier = process
        self.wakeUp = wakeUp
        let descriptors = (output: output.reading, lines: lines?.reading ?? -1)
        let state = state
        reader = try TakeError.wrapCall { () throws(SystemCallError) in
            let watch = try ProgramLaunch.watch(process, called: name)
            return try WorkerThread(name: "program") {
                Self.follow(process, name, watch, descriptors, wakeUp, state, log, onLine)
            }
        }
    }

    private static func notStarted(_ program: String, _ error: SystemCallError) -> TakeError {
        TakeError(
            program,
            "it can't be started: \(error.reason)",
            help: error.errorNumber == ENOENT
                ? "Install it, or correct its name." : "Make it a program that can be run."
        )
    }

    /// Its exit status; nil while it runs.
    var status: Int32? {
        state.read { $0.status }
    }

    /// Waits until it has ended; nil when it hasn't by then.
    func awaitEnd(until deadline: MediaTime) -> Int32? {
        state.wait(until: deadline, on: clock) { $0.status }
    }

    /// Waits until it has written a text, or has ended; whether it has.
    func awaitOutput(_ text: String, until deadline: MediaTime) -> Bool {
        let wanted = Array(text.utf8)
        let found = state.wait(until: deadline, on: clock) { state -> Bool? in
            if Self.contains(wanted, in: state.recent) { return true }
            return state.isClosed ? false : nil
        }
        return found ?? false
    }

    /// The last lines that it has written, for an error.
    var lastWords: String {
        lastLines(2).joined(separator: " / ")
    }

    /// As many of the last lines that it has written.
    func lastLines(_ count: Int) -> [String] {
        let recent = state.read { $0.recent.suffix(1_000) }
        return String(decoding: recent, as: UTF8.self).split(separator: "\n").suffix(count).map(String.init)
    }

    /// Sends a signal to it and to what it has started in its session.
    func send(_ signal: Int32) {
        // A number that nobody has waited for isn't another process's.
        state.withLock { state in
            if state.status == nil { _ = kill(-processIdentifier, signal) }
        }
    }

    /// Ends it: first it is asked, then it is made to.
    ///
    /// Comes back when it is gone; harmless when it is.
    func end() {
        for signal in [SIGTERM, SIGKILL] where status == nil {
            send(signal)
            _ = awaitEnd(until: clock.now + Self.patience)
        }
        wakeUp.stop()
        reader.join()
    }

    private static func contains(_ wanted: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = wanted.first, bytes.count >= wanted.count else { return wanted.isEmpty }
        var rest = bytes[...]
        while let index = rest.firstIndex(of: first) {
            if bytes[index...].starts(with: wanted) { return true }
            rest = rest[(index + 1)...]
        }
        return false
    }

    /// Reads what it writes until it is told to stop, and notes its end.
    private static func follow(
        _ process: pid_t,
        _ name: String,
        _ watch: Int32,
        _ descriptors: (output: Int32, lines: Int32),
        _ wakeUp: ThreadWakeUp,
        _ state: ConditionLock<State>,
        _ log: TakeLog,
        _ onLine: (@Sendable (String) -> Void)?
    ) {
        var entries = [watch, descriptors.output, descriptors.lines, wakeUp.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        defer {
            for descriptor in [watch, descriptors.output, descriptors.lines] where descriptor >= 0 { close(descriptor) }
        }
        var logged = 0
        var roundsSinceEnd = 0
        while true {
            // SAFETY: the array is passed with its own count.
            if unsafe poll(&entries, nfds_t(entries.count), -1) < 0 { continue }
            for index in 1...2 where entries[index].revents != 0 {
                let bytes = read(entries[index].fd)
                // A negative descriptor is one that `poll` leaves out.
                if bytes.isEmpty { entries[index].fd = -1 }
                if index == 2 {
                    takeLines(bytes, state, onLine)
                } else {
                    if logged < longestLog { log.write(bytes, of: name) }
                    logged += bytes.count
                }
                state.withLock { $0.recent = Array(($0.recent + bytes).suffix(keptByteCount)) }
            }
            let isSilent = entries[1].revents == 0 && entries[2].revents == 0
            if entries[0].revents != 0 {
                roundsSinceEnd += 1
                // What it wrote last is read first; what it has started may go on for ever.
                if isSilent || roundsSinceEnd > mostLastReads {
                    note(endOf: process, name, state)
                    entries[0].fd = -1
                }
            }
            if entries[3].revents != 0, isSilent || entries[0].fd < 0 { break }
        }
        state.withLock { $0.isClosed = true }
    }

    private static func note(endOf process: pid_t, _ name: String, _ state: ConditionLock<State>) {
        state.withLock { state in
            do throws(SystemCallError) {
                state.status = try ProgramLaunch.awaitEnd(of: process, called: name)
            } catch {
                preconditionFailure("a child can be waited for once: \(error)")
            }
            state.isClosed = true
        }
    }

    private static func takeLines(
        _ bytes: [UInt8],
        _ state: ConditionLock<State>,
        _ onLine: (@Sendable (String) -> Void)?
    ) {
        let lines = state.withLock { state -> [String] in
            state.line += bytes
            var parts = state.line.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            state.line = Array(parts.popLast() ?? [])
            return parts.map { String(decoding: $0, as: UTF8.self) }
        }
        for line in lines { onLine?(line) }
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            // SAFETY: the array is passed with its own count.
            let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
            if count >= 0 { return Array(bytes.prefix(count)) }
            if errno != EINTR { return [] }
        }
    }
}
