import DoubletakeMedia

/// What may be set until writing starts; setting it later is a mistake in the program, and traps.
final class FrozenSettings<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var isFrozen = false
    }

    private let state: ConditionLock<State>

    init(_ value: Value) {
        state = ConditionLock(State(value: value))
    }

    /// What is set.
    var value: Value {
        state.withLock { $0.value }
    }

    /// Sets something.
    func change(_ body: (inout Value) -> Void) {
        let isFrozen = state.withLock { state in
            if !state.isFrozen { body(&state.value) }
            return state.isFrozen
        }
        precondition(!isFrozen, "this can't be set once writing has started")
    }

    /// Ends setting for good.
    func freeze() {
        state.withLock { $0.isFrozen = true }
    }
}
