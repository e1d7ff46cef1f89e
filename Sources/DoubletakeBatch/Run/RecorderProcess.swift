import DoubletakeControl
import DoubletakeMedia
import FoundationEssentials
import Glibc

/// The recorder of a take: a program of its own, since its screen and sound are, reached through its socket.
final class RecorderProcess: Sendable {
    /// What it has told.
    private struct State {
        var isArmed = false
        var started: Started?
        var finished: Finished?
        var failure: TakeError?
    }

    /// The film when it began.
    struct Started: Sendable {
        let size: PixelSize
        /// When it was told of, on the batch's clock: the film began a moment before.
        let instant: MediaTime
    }

    /// The film when it is complete.
    struct Finished: Sendable {
        let file: String
        /// Whether its picture was ever another one than at first.
        let hasChanges: Bool
    }

    /// The name that it listens by; its folder is the take's own.
    private static let instance = "take"

    private let program: RunningProgram
    private let state: ConditionLock<State>
    private let folder: ControlFolder
    private let clock: any MediaClock

    /// Starts it.
    ///
    /// - Parameters:
    ///   - command: the program and its first arguments, up to `record`'s own.
    ///   - runtimeFolder: what is its `XDG_RUNTIME_DIR`.
    init(
        _ command: [String],
        arguments: [String],
        environment: [String: String],
        runtimeFolder: String,
        log: TakeLog,
        clock: any MediaClock
    ) throws(TakeError) {
        let state = ConditionLock(State())
        self.state = state
        self.clock = clock
        folder = ControlFolder(path: "\(runtimeFolder)/doubletake")
        let words = command + arguments + ["--json", "--instance=\(Self.instance)"]
        let launch = ProgramLaunch(words, environment: environment)
        program = try RunningProgram(launch, called: "record", log: log, clock: clock) { line in
            log.note("record: \(line)")
            Self.take(line, clock.now, state)
        }
    }

    /// Waits until it can record.
    func awaitArmed(until deadline: MediaTime) throws(TakeError) {
        _ = try wait(until: deadline, "be ready") { $0.isArmed ? true : nil }
    }

    /// Waits until the film has begun.
    func awaitStart(until deadline: MediaTime) throws(TakeError) -> Started {
        try wait(until: deadline, "begin") { $0.started }
    }

    /// Waits until the film is complete.
    func awaitFinish(until deadline: MediaTime) throws(TakeError) -> Finished {
        try wait(until: deadline, "finish the film") { $0.finished }
    }

    /// Throws when the presenter has thrown the film away.
    func checkRetake() throws(TakeError) {
        if state.read({ $0.failure == .retake }) { throw .retake }
    }

    /// Whether it has ended, or told of an end.
    var isOver: Bool {
        program.status != nil || state.read { $0.finished != nil || $0.failure != nil }
    }

    /// Asks it for something, and waits for the answer.
    func ask(_ verb: ControlVerb, name: String? = nil) throws(TakeError) {
        let answer = try TakeError.wrap { () throws(ControlError) in
            try ControlClient(to: Self.instance, in: folder).ask(ControlRequest(verb, name: name))
        }
        if let error = answer.error { throw TakeError(error.subject, error.reason, help: error.help) }
    }

    /// Ends it as a person would who wants what was recorded, and then as one who doesn't.
    func end() {
        program.end()
    }

    private func wait<Value>(
        until deadline: MediaTime,
        _ what: String,
        _ read: @escaping (State) -> Value?
    ) throws(TakeError) -> Value {
        while clock.now < deadline {
            // Its end has no event of its own here.
            let found = state.wait(until: min(deadline, clock.now + .milliseconds(100)), on: clock) { state in
                read(state).map { Result.success($0) } ?? state.failure.map { Result.failure($0) }
            }
            if let found { return try found.get() }
            if let status = program.status, state.read({ read($0) == nil && $0.failure == nil }) {
                throw ending(status)
            }
        }
        throw TakeError("record", "it doesn't \(what) in time", help: "Look into the take's log, or allow more time.")
    }

    /// What has ended it, in its own words where it had some: two lines, of which the second one says what to do.
    private func ending(_ status: Int32) -> TakeError {
        let lines = program.lastLines(2)
        let (error, help) = ("doubletake: error: ", "  help: ")
        guard lines.count == 2, lines[0].hasPrefix(error), lines[1].hasPrefix(help) else {
            let words = lines.joined(separator: " / ")
            return TakeError(
                "record", "it has ended with status \(status): \(words)", help: "Look into the take's log.")
        }
        return TakeError(
            "record", String(lines[0].dropFirst(error.count)), help: String(lines[1].dropFirst(help.count)))
    }

    private struct Event: Decodable {
        let event: String
        let width: Int?
        let height: Int?
        let file: String?
        let frames: Int?
        let framesRepeated: Int?
        let error: String?
        let help: String?
    }

    private static func take(_ line: String, _ now: MediaTime, _ state: ConditionLock<State>) {
        let event: Event
        do {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            event = try decoder.decode(Event.self, from: Data(line.utf8))
        } catch {
            // What isn't an event is in the log.
            return
        }
        state.withLock { state in
            switch event.event {
            case "armed": state.isArmed = true
            case "started":
                let size = PixelSize(width: event.width ?? 0, height: event.height ?? 0)
                state.started = Started(size: size, instant: now)
            case "finished":
                state.finished = event.file.map { file in
                    Finished(file: file, hasChanges: (event.frames ?? 0) - (event.framesRepeated ?? 0) > 1)
                }
            case "discarded": state.failure = .retake
            case "failed":
                state.failure = TakeError(
                    "record", event.error ?? "it has failed", help: event.help ?? "Look into the take's log.")
            default: break
            }
        }
    }
}
