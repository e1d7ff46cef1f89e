/// A place for one value between two threads: a newer value replaces one that was not taken yet.
///
/// This is how pictures come from a source: the newest counts. What the replaced value knew is not lost: `merge` makes
/// the new value from both (a picture takes over the damage of the one that nobody saw).
package final class LatestValue<Element: Sendable>: Sendable {
    private struct State {
        var element: Element?
        var isFinished = false
        var replacedCount = 0
    }

    private let clock: any MediaClock
    private let merge: @Sendable (_ earlier: Element, _ later: Element) -> Element
    private let state = ConditionLock(State())

    /// Creates an empty place.
    package init(clock: any MediaClock, merge: @escaping @Sendable (_ earlier: Element, _ later: Element) -> Element) {
        self.clock = clock
        self.merge = merge
    }

    /// How many values were replaced before anyone took them.
    package var replacedCount: Int {
        state.withLock { $0.replacedCount }
    }

    /// Puts a value there; false when the place is finished.
    ///
    /// Any thread; never blocks.
    @discardableResult
    package func put(_ element: Element) -> Bool {
        state.withLock { [merge] state in
            if state.isFinished { return false }
            if let earlier = state.element {
                state.element = merge(earlier, element)
                state.replacedCount += 1
            } else {
                state.element = element
            }
            return true
        }
    }

    /// Takes the value; blocks until there is one, the place is finished, or `deadline` has come.
    package func take(until deadline: MediaTime? = nil) -> BoundedQueue<Element>.PopResult {
        let result = state.wait(until: deadline, on: clock) { state -> BoundedQueue<Element>.PopResult? in
            if let element = state.element {
                state.element = nil
                return .element(element)
            }
            return state.isFinished ? .finished : nil
        }
        return result ?? .timedOut
    }

    /// Ends the place: a value that is there can still be taken, none can be put.
    ///
    /// More than once is harmless.
    package func finish() {
        state.withLock { $0.isFinished = true }
    }
}
