import DoubletakeMedia

/// Holds an encoder up until a test lets it go on.
final class Gate: Sendable {
    private struct State {
        var arrivals = 0
        var isOpen = false
    }

    private let state = ConditionLock(State())
    private let clock = MonotonicClock()

    /// Waits until the gate is open.
    func pass() {
        state.withLock { $0.arrivals += 1 }
        _ = state.wait(until: nil, on: clock) { $0.isOpen ? true : nil }
    }

    /// Comes back once somebody has arrived at the gate.
    func awaitArrival() {
        _ = state.wait(until: nil, on: clock) { $0.arrivals > 0 ? true : nil }
    }

    /// Opens the gate for good.
    func open() {
        state.withLock { $0.isOpen = true }
    }
}
