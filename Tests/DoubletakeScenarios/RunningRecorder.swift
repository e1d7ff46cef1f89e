package import DoubletakeMedia
import DoubletakeTestSupport
import Glibc

/// The built recorder while it runs, with `--json`; killed when the object goes and it still does.
package final class RunningRecorder: Sendable {
    /// Why a recorder is of no use.
    package struct Failure: Error, CustomStringConvertible {
        /// What was waited for, and what the recorder said.
        package let description: String
    }

    private struct State {
        var events: [RecorderEvent] = []
        /// How many events have been waited for: later waits look behind them.
        var readCount = 0
        var strayLines: [String] = []
        var standardError: [UInt8] = []
        var status: Int32?
    }

    /// Its process.
    package let processIdentifier: Int32
    private let program: ChildProcess
    private let state: ConditionLock<State>
    private let reader: WorkerThread
    private let clock = MonotonicClock()

    /// Starts it with these words.
    package init(_ words: [String], environment: [String: String]) throws {
        let program = try ChildProcess(words, environment)
        let state = ConditionLock(State())
        processIdentifier = program.processIdentifier
        reader = try WorkerThread(name: "recorder's words") { Self.follow(program, state) }
        self.program = program
        self.state = state
    }

    deinit {
        send(SIGKILL)
        reader.join()
    }

    /// Waits for the next event of a kind, behind the one that was waited for last.
    @discardableResult
    package func awaitEvent(_ kind: String, within patience: Duration = .seconds(60)) throws -> RecorderEvent {
        try awaitEvent(anyOf: [kind], within: patience)
    }

    /// Waits for the next event of one of these kinds, behind the one that was waited for last.
    package func awaitEvent(
        anyOf kinds: Set<String>,
        within patience: Duration = .seconds(60)
    ) throws -> RecorderEvent {
        let found = state.wait(until: clock.now + patience, on: clock) { state -> Result<RecorderEvent, Failure>? in
            let unread = state.events[state.readCount...]
            if let index = unread.firstIndex(where: { kinds.contains($0.kind) }) {
                state.readCount = index + 1
                return .success(state.events[index])
            }
            return state.status.map { .failure(Self.failure("ended with \($0) before \(kinds.sorted())", state)) }
        }
        if let found { return try found.get() }
        throw state.withLock { Self.failure("no \(kinds.sorted()) within \(patience)", $0) }
    }

    /// Sends it a signal, if it hasn't ended.
    package func send(_ signal: Int32) {
        // It can't end between the question and the signal: who waits for it takes the same lock.
        state.withLock { state in
            if state.status == nil { program.send(signal) }
        }
    }

    /// Waits until it has ended.
    ///
    /// - Returns: its exit status; 128 and the signal's number when a signal ended it.
    @discardableResult
    package func awaitEnd(within patience: Duration = .seconds(60)) throws -> Int32 {
        let status = state.wait(until: clock.now + patience, on: clock) { $0.status }
        if let status { return status }
        throw state.withLock { Self.failure("no end within \(patience)", $0) }
    }

    /// Asks it to stop, as Ctrl-C does, and waits until it has ended well.
    ///
    /// - Returns: its last event.
    package func stop() throws -> RecorderEvent {
        send(SIGINT)
        let finished = try awaitEvent("finished")
        let status = try awaitEnd()
        guard status == 0 else { throw state.withLock { Self.failure("ended with \(status)", $0) } }
        return finished
    }

    /// All events until now.
    package var events: [RecorderEvent] {
        state.withLock { $0.events }
    }

    /// The texts of all events until now, and the lines on its standard output that are none.
    package var words: String {
        state.withLock { state in
            (state.strayLines + state.events.flatMap { $0.texts.values.sorted() }).joined(separator: "\n")
        }
    }

    /// What it has written to its standard error until now.
    package var standardError: String {
        state.withLock { String(decoding: $0.standardError, as: UTF8.self) }
    }

    /// When the film began, as well as the events tell it: each was read a little after the time that it names.
    package var filmStart: MediaTime? {
        events.compactMap { event in
            switch event.kind {
            case "started": event.arrival
            case "status": event.numbers["time"].map { event.arrival - .seconds($0) }
            default: nil
            }
        }.min()
    }

    private static func failure(_ words: String, _ state: State) -> Failure {
        let events = state.events.map(\.kind).joined(separator: " ")
        let standardError = String(decoding: state.standardError, as: UTF8.self)
        return Failure(description: "the recorder: \(words); events: \(events); it said: \(standardError)")
    }

    /// Reads what it says until both its outputs are closed, and waits for its end.
    private static func follow(_ program: ChildProcess, _ state: ConditionLock<State>) {
        let clock = MonotonicClock()
        var isOpen = [true, true]
        var rest: [UInt8] = []
        while isOpen.contains(true) {
            // A negative descriptor is one that `poll` leaves out.
            var entries = [0, 1].map { index in
                pollfd(fd: isOpen[index] ? program.outputs[index] : -1, events: Int16(POLLIN), revents: 0)
            }
            // SAFETY: the array is passed with its own count.
            if unsafe poll(&entries, 2, -1) <= 0 { continue }
            for index in [0, 1] where entries[index].revents != 0 {
                let bytes = read(from: program.outputs[index])
                if bytes.isEmpty { isOpen[index] = false }
                if index == 1 {
                    state.withLock { $0.standardError += bytes }
                } else {
                    rest += bytes
                    take(linesOf: &rest, at: clock.now, into: state)
                }
            }
        }
        // After this it has no process id any more.
        state.withLock { $0.status = program.awaitEnd() }
    }

    /// Some bytes; none when the other end is closed.
    private static func read(from descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            // SAFETY: the array is passed with its own count.
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count >= 0 { return Array(buffer.prefix(count)) }
            if errno != EINTR { return [] }
        }
    }

    private static func take(linesOf bytes: inout [UInt8], at time: MediaTime, into state: ConditionLock<State>) {
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes[..<end], as: UTF8.self)
            bytes.removeSubrange(...end)
            let event = RecorderEvent(line: line, arrival: time)
            state.withLock { state in
                if let event { state.events.append(event) } else { state.strayLines.append(line) }
            }
        }
    }
}
