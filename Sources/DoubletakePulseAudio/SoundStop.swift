import DoubletakeMedia

/// Ends a source's work, whatever it waits for just then.
final class SoundStop: Sendable {
    private struct State {
        var isStopped = false
        var interrupt: @Sendable () -> Void = {}
    }

    private let state = ConditionLock(State())

    /// Whether the work is to end.
    var isStopped: Bool {
        state.read { $0.isStopped }
    }

    /// Says how what is waited for from now on is interrupted; at once, when the work is to end already.
    func attach(_ interrupt: @escaping @Sendable () -> Void) {
        let isStopped = state.withLock { state in
            state.interrupt = interrupt
            return state.isStopped
        }
        if isStopped { interrupt() }
    }

    /// Ends the work; any thread, and more than once is harmless.
    func stop() {
        let interrupt = state.withLock { state in
            state.isStopped = true
            return state.interrupt
        }
        interrupt()
    }

    /// Waits for a while.
    ///
    /// - Returns: whether the work is to go on then.
    func pause(_ duration: Duration, on clock: any MediaClock) -> Bool {
        state.wait(until: clock.now + duration, on: clock) { $0.isStopped ? true : nil } == nil
    }
}
