import DoubletakeMedia
import Glibc

/// What happens in a take, line by line in a file, without its secrets; any thread.
final class TakeLog: Sendable {
    private struct State {
        var filters: [String: SecretFilter] = [:]
        var descriptor: Int32
    }

    /// The file.
    let path: String
    private let secrets: SecretFilter
    private let state: ConditionLock<State>
    private let start: MediaTime
    private let clock: any MediaClock

    /// Makes the file; what was in it is gone.
    init(path: String, secrets: [String], clock: any MediaClock) throws(TakeError) {
        // SAFETY: the string is passed for the time of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw TakeError(SystemCallError.last(call: "open", subject: path)) }
        self.path = path
        self.secrets = SecretFilter(secrets)
        self.clock = clock
        start = clock.now
        state = ConditionLock(State(descriptor: descriptor))
    }

    deinit {
        state.withLock { state in
            for name in state.filters.keys { Self.write(state.filters[name]?.finish() ?? [], to: state.descriptor) }
            _ = close(state.descriptor)
        }
    }

    /// A line of the batch's own.
    func note(_ line: String) {
        let time = (clock.now - start).inSeconds
        let text = "[\((time * 1000).rounded() / 1000)] \(secrets.filtered(line))\n"
        state.withLock { Self.write(Array(text.utf8), to: $0.descriptor) }
    }

    /// What a program has written.
    func write(_ bytes: [UInt8], of program: String) {
        state.withLock { state in
            let taken = state.filters[program, default: secrets].filter(bytes)
            Self.write(taken, to: state.descriptor)
        }
    }

    /// A log that can't be written, as on a full disk, is no reason to fail: what it would say is said elsewhere too.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the bytes are passed with their own count.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
