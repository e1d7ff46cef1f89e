/// Hands every value to each of its outputs, in the order in which they were added, on the thread that sends.
///
/// An output must not block: it is the push into a queue, or something as short. Outputs may come and go while values
/// flow; one that was removed is not called again once `remove` has returned, unless it is being called at that moment.
package final class Tee<Element: Sendable>: Sendable {
    /// Names an output, to remove it.
    package struct OutputID: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct State {
        var outputs: [(id: OutputID, output: @Sendable (Element) -> Void)] = []
        var nextNumber = 0
    }

    private let state = ConditionLock(State())

    /// Creates a tee without outputs.
    package init() {}

    /// Adds an output.
    @discardableResult
    package func add(_ output: @escaping @Sendable (Element) -> Void) -> OutputID {
        state.withLock { state in
            let id = OutputID(number: state.nextNumber)
            state.nextNumber += 1
            state.outputs.append((id, output))
            return id
        }
    }

    /// Removes an output; harmless when it is gone.
    package func remove(_ id: OutputID) {
        state.withLock { $0.outputs.removeAll { $0.id == id } }
    }

    /// Hands `element` to each output.
    package func send(_ element: Element) {
        let outputs = state.withLock { $0.outputs }
        for (_, output) in outputs { output(element) }
    }
}
