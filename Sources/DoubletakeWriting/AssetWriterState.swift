import DoubletakeMedia
import Glibc

/// What an asset writer and its thread know in common.
///
/// It outlives the writer until the thread has ended.
final class AssetWriterState: Sendable {
    enum Session: Sendable {
        case none
        /// `startSession` is at work; whoever wants to end the session waits until it is open.
        case opening
        case open(PacketWriter)
        /// Writing was ended before a session was started, or the session's thread could not be.
        case never
    }

    struct State {
        var status = AssetWriter.Status.unknown
        /// Whether `startWriting` was called: one writer, one use.
        var isStarted = false
        var error: WriterError?
        var isFilePlayable = false
        var networkOptimizationError: WriterError?
        /// How many markers are not in the film, once it has ended.
        var droppedMarkerCount = 0
        var inputs: [AssetWriterInput] = []
        var prepared: PreparedFile?
        var readiness: Readiness?
        var session = Session.none
        /// When the session starts, once there is one.
        var sessionStart = MediaTime.zero
        /// Whether `endSession` was called.
        var isSessionEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// Whether a session was started and not ended.
        var isSessionOpen: Bool {
            if case .open = session { !isSessionEnded } else { false }
        }
    }

    let state = ConditionLock(State())
    private let filePath: String?

    /// - Parameter filePath: where the writer's file is; nil when it makes none.
    init(filePath: String?) {
        self.filePath = filePath
    }

    /// Enters the final status, unless there is one, and wakes whoever waits for it.
    func end(_ outcome: PacketWriter.Outcome, removingFile: Bool) {
        if removingFile, let filePath { Self.removeFile(filePath) }
        // What was prepared for a session that will not come is let go outside the lock: it may close files.
        let (waiters, _) = state.withLock { state in
            switch outcome {
            case _ where ![.unknown, .writing].contains(state.status): break
            case .completed:
                state.status = .completed
                state.isFilePlayable = true
            case .failed(let error, let isFilePlayable):
                state.status = .failed
                state.error = error
                state.isFilePlayable = isFilePlayable
            case .cancelled:
                state.status = .cancelled
            }
            defer {
                state.waiters = []
                state.prepared = nil
            }
            return (state.waiters, state.prepared)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Removes a file that is ours, made under a name that was free.
    ///
    /// That it is gone already is no reason to complain.
    static func removeFile(_ path: String) {
        // SAFETY: the string is passed for the time of the call.
        _ = unsafe unlink(path)
    }
}
