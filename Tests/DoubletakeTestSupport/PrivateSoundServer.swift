import DoubletakeMedia
import Foundation
import Glibc

/// A sound server of a test's own, with sinks that play to nobody, gone when the object is.
///
/// Its folders, its socket and its settings are its own: it doesn't know the machine's sound, and several live side by
/// side. A test records with `server` as the address, or runs a program with `environment`.
package final class PrivateSoundServer: Sendable {
    /// A sink of the server: what is played on it can be recorded from its monitor, and is heard nowhere else.
    package struct Sink: Sendable {
        let name: String
        let sampleRate: Int
        let channelCount: Int
        let channelMap: String?
        let whenIdle: Idleness

        /// Describes a sink.
        ///
        /// - Parameter channelMap: where the channels are heard, in the server's words; nil for the server's usual places,
        ///   which are not the same ones on each server from three channels on.
        package init(
            _ name: String,
            sampleRate: Int = 48_000,
            channelCount: Int = 2,
            channelMap: String? = nil,
            whenIdle: Idleness = .looksAround
        ) {
            self.name = name
            self.sampleRate = sampleRate
            self.channelCount = channelCount
            self.channelMap = channelMap
            self.whenIdle = whenIdle
        }
    }

    /// What a sink does on which nothing plays and from which nobody records.
    package enum Idleness: Sendable {
        /// It is ready for a new stream within 50 ms, as the sinks of sound cards are.
        case looksAround
        /// It is deaf for up to two seconds, as a null sink is by itself: so late comes the first sample of a recording.
        case sleeps
    }

    /// Whether it has a microphone.
    package enum Microphone: Sendable {
        /// It has none: the default source is the monitor of the default sink.
        case absent
        /// It has one named `microphone`, the default source: it hears what is played on the sink `voice`.
        ///
        /// The sink sleeps when it is idle, so the first sample of a recording comes up to two seconds late, unless
        /// something has been played on it for a while.
        case hearsVoice
    }

    /// Why there is no server.
    package struct Failure: Error, CustomStringConvertible {
        /// What the server said.
        package let description: String
    }

    /// The server's address, as in `PULSE_SERVER`.
    package let server: String
    /// What a program's environment must have to use the server, and nothing of the machine's.
    package let environment: [String: String]
    /// Which program it is.
    package let kind: Kind
    private let folder: TemporaryFolder
    private let settings: String
    /// The calls of `pactl` that make its devices, for a server that has no settings for them.
    private let modules: [[String]]
    /// Nil for a server that needs no other programs.
    private let session: PipeWireSession?
    private let life: ConditionLock<Life?>

    /// The server from its start to its end.
    private struct Life {
        let process: ChildProcess
        let state: ConditionLock<State>
        let reader: WorkerThread
    }

    private struct State {
        var log: [UInt8] = []
        var isReady = false
        var isGone = false
    }

    /// Starts the server, and comes back when it answers.
    ///
    /// - Parameters:
    ///   - sinks: the first is the default one.
    ///   - beginning: `later` for a server that isn't there before `restart()`.
    package init(
        _ kind: Kind = .pulseAudio,
        sinks: [Sink] = [Sink("speakers")],
        microphone: Microphone = .hearsVoice,
        beginning: Beginning = .now
    ) throws {
        let folder = try TemporaryFolder()
        let commands = Self.commands(sinks, microphone)
        let socket = folder.file("native")
        let settings =
            switch kind {
            case .pulseAudio:
                (commands + [["load-module", "module-native-protocol-unix", "socket=\(socket)", "auth-anonymous=1"]])
                    .map { $0.joined(separator: " ") + "\n" }.joined()
            case .pipeWire: PipeWireSession.settings(socket: socket)
            }
        self.settings = try folder.write(Array(settings.utf8), to: "settings")
        self.kind = kind
        modules = kind == .pipeWire ? commands : []
        server = "unix:\(folder.file("native"))"
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "HOME": folder.path,
            "XDG_RUNTIME_DIR": folder.path,
            "LC_ALL": "C.UTF-8",
            "PULSE_SERVER": server,
        ]
        self.folder = folder
        session = kind == .pipeWire ? try PipeWireSession(folder, environment) : nil
        life = ConditionLock(nil)
        if beginning == .now { try restart() }
    }

    /// A program that is a sound server.
    package enum Kind: CaseIterable, Sendable {
        /// PulseAudio.
        case pulseAudio
        /// PipeWire, which speaks PulseAudio's protocol.
        case pipeWire
    }

    /// When a server begins.
    package enum Beginning: Sendable {
        /// At once.
        case now
        /// When `restart()` says so.
        case later
    }

    /// Starts the server anew, with the same settings, and comes back when it answers.
    package func restart() throws {
        stop()
        let process = try startProgram()
        let state = ConditionLock(State())
        let reader = try WorkerThread(name: "pulseaudio") { Self.follow(process, state) }
        life.withLock { $0 = Life(process: process, state: state, reader: reader) }
        guard try kind == .pulseAudio ? saysReady(state) : makeDevices(state) else {
            stop()
            throw Failure(description: state.withLock { String(decoding: $0.log, as: UTF8.self) })
        }
    }

    private func startProgram() throws -> ChildProcess {
        switch kind {
        case .pulseAudio:
            let words = ["-n", "-F", settings, "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
            return try ChildProcess(
                ["pulseaudio"] + words + ["--log-level=info", "--log-target=stderr"],
                environment.filter { $0.key != "PULSE_SERVER" }
            )
        case .pipeWire: return try ChildProcess(["pipewire", "-c", settings], session?.environment ?? [:])
        }
    }

    /// How long a server may take to begin.
    private static let patience = Duration.seconds(30)

    /// Waits until the server says that it is ready.
    private func saysReady(_ state: ConditionLock<State>) -> Bool {
        let clock = MonotonicClock()
        return state.wait(until: clock.now + Self.patience, on: clock) { state -> Bool? in
            if state.isReady { return true }
            return state.isGone ? false : nil
        } ?? false
    }

    /// Waits until the server answers, and lets it have its devices.
    private func makeDevices(_ state: ConditionLock<State>) throws -> Bool {
        let clock = MonotonicClock()
        let deadline = clock.now + Self.patience
        func answers(_ words: [String], _ isWanted: (String) -> Bool) throws -> Bool {
            while clock.now < deadline, !state.read({ $0.isGone }) {
                let run = try ProcessRun.run(["pactl"] + words, environment: environment, timeOut: 30)
                if run.status == 0, isWanted(run.standardOutput) { return true }
            }
            return false
        }
        // It serves before the session is there that connects streams.
        guard try answers(["get-default-sink"], { _ in true }) else { return false }
        for command in modules { guard try answers(command, { _ in true }) else { return false } }
        for command in modules where command[0].hasPrefix("set-default") {
            let question = command[0].replacing("set", with: "get")
            guard try answers([question], { $0 == command[1] + "\n" }) else { return false }
        }
        return true
    }

    deinit {
        stop()
    }

    /// Runs `pactl` with these words, and returns what it printed.
    package func control(_ words: String...) throws -> String {
        let run = try ProcessRun.run(["pactl"] + words, environment: environment, timeOut: 30)
        guard run.status == 0 else { throw Failure(description: "pactl \(words): \(run.standardError)") }
        return run.standardOutput
    }

    /// Kills the server, as a crash would; comes back when it is gone.
    package func stop() {
        send(SIGKILL)
        life.read { $0?.reader }?.join()
    }

    /// Lets the server end by itself, as at the end of a session; comes back when it is gone.
    package func end() {
        send(SIGTERM)
        life.read { $0?.reader }?.join()
    }

    /// Lets the server stand still, as if it hung.
    package func freeze() {
        send(SIGSTOP)
    }

    /// Lets a server go on that stands still.
    package func thaw() {
        send(SIGCONT)
    }

    private func send(_ signal: Int32) {
        // The process can't end between the question and the signal: who waits for it takes the same lock.
        guard let life = life.read({ $0 }) else { return }
        life.state.withLock { state in
            if !state.isGone { life.process.send(signal) }
        }
    }

    /// Reads what the server says until it has ended, and waits for it.
    private static func follow(_ process: ChildProcess, _ state: ConditionLock<State>) {
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            // SAFETY: the array is passed with its own count.
            let count = unsafe read(process.outputs[1], &buffer, buffer.count)
            guard count > 0 || (count < 0 && errno == EINTR) else { break }
            state.withLock { state in
                state.log += buffer.prefix(max(count, 0))
                if !state.isReady { state.isReady = Self.isReady(saying: state.log) }
            }
        }
        // It has closed its outputs, so it is ending; after this it has no process id any more.
        state.withLock { state in
            _ = process.awaitEnd()
            state.isGone = true
        }
    }

    private static func isReady(saying log: [UInt8]) -> Bool {
        String(decoding: log, as: UTF8.self).contains("Daemon startup complete")
    }

    /// The commands that make the devices, as both programs take them.
    private static func commands(_ sinks: [Sink], _ microphone: Microphone) -> [[String]] {
        // The other kind of sink hands its sound on before it is heard, and a source that is made of its monitor can't
        // say so: a microphone that hears up to 20 ms too early.
        let voice = microphone == .hearsVoice ? [Sink("voice", channelCount: 1, whenIdle: .sleeps)] : []
        var commands = (sinks + voice).map { sink in
            let name = ["sink_name=\(sink.name)", "sink_properties=device.description=\(sink.name)-of-the-test"]
            let format = ["format=float32le", "rate=\(sink.sampleRate)", "channels=\(sink.channelCount)"]
            let places = sink.channelMap.map { ["channel_map=\($0)"] } ?? []
            let idleness = sink.whenIdle == .looksAround ? ["norewinds=yes"] : []
            return ["load-module", "module-null-sink"] + name + format + places + idleness
        }
        if let first = sinks.first { commands.append(["set-default-sink", first.name]) }
        if microphone == .hearsVoice {
            let description = "source_properties=device.description=microphone-of-the-test"
            let source = ["source_name=microphone", "master=voice.monitor", description]
            commands.append(["load-module", "module-remap-source"] + source)
            commands.append(["set-default-source", "microphone"])
        }
        return commands
    }
}
