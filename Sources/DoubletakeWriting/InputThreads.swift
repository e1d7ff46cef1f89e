import DoubletakeMedia

/// The threads of an input, for whose end its writer waits: the one that encodes, and the one that feeds it.
final class InputThreads: Sendable {
    private struct State {
        var joinEncoder: (@Sendable () -> Void)?
        var feed: WorkerThread?
        var isFed = false
        /// Whether nobody will wait for a thread that is started now.
        var isClosed = false
    }

    private let state = ConditionLock(State())

    /// Keeps how to wait for the thread that encodes.
    func keep(joinEncoder: @escaping @Sendable () -> Void) {
        state.withLock { $0.joinEncoder = joinEncoder }
    }

    /// Starts the one thread that feeds the input; `work` ends once the input is finished.
    ///
    /// - Returns: false when there was one before.
    func startFeeding(_ work: @escaping @Sendable () -> Void) throws(SystemCallError) -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isFed = true }
            return !state.isFed
        }
        guard isFirst else { return false }
        let thread = try WorkerThread(name: "feed", work: work)
        let isClosed = state.withLock { state in
            state.feed = thread
            return state.isClosed
        }
        // It ends at once: the input is finished.
        if isClosed { thread.join() }
        return true
    }

    /// Waits for the thread that encodes, if there is one, whose queue is finished.
    func joinEncoder() {
        state.withLock { $0.joinEncoder }?()
    }

    /// Waits until all threads of a finished input are gone.
    func close() {
        let feed = state.withLock { state in
            state.isClosed = true
            return state.feed
        }
        joinEncoder()
        feed?.join()
    }
}
