/// A queue from one thread to the next, with a stated capacity and a stated answer to being full.
///
/// Any thread may push, one takes. It ends by `finish()`: what is in it can still be taken, then it answers
/// `.finished`. That is how threads are told to stop.
package final class BoundedQueue<Element: Sendable>: Sendable {
    /// What a push into a full queue does.
    package enum OverflowPolicy: Sendable {
        /// The pusher waits for room: for sources that can be paused, such as a file.
        case wait
        /// The oldest element makes room, and is handed back to the pusher to count it and to merge what it knew.
        case dropOldest
        /// The new element is refused, and stays with the pusher.
        case refuse
    }

    /// What became of a pushed element.
    package enum PushResult: Sendable {
        /// It is in the queue.
        case accepted
        /// It is in the queue, and this older one had to leave.
        case replaced(Element)
        /// The queue is full; it is not in.
        case refused
        /// The queue is finished; it is not in.
        case finished
    }

    /// What taking from the queue gave.
    package enum PopResult: Sendable {
        /// The oldest element.
        case element(Element)
        /// Nothing came before the deadline.
        case timedOut
        /// The queue is finished and empty: nothing will ever come.
        case finished
    }

    private struct State {
        var elements: [Element] = []
        var isFinished = false
    }

    /// The most elements it holds.
    package let capacity: Int
    private let overflow: OverflowPolicy
    private let clock: any MediaClock
    private let state = ConditionLock(State())

    /// Creates an empty queue.
    package init(capacity: Int, whenFull overflow: OverflowPolicy, clock: any MediaClock) {
        precondition(capacity >= 1, "a queue holds at least one element")
        self.capacity = capacity
        self.overflow = overflow
        self.clock = clock
    }

    /// How many elements wait in it at this moment.
    package var count: Int {
        state.withLock { $0.elements.count }
    }

    /// Puts an element at the end.
    ///
    /// Any thread; blocks only with the policy `.wait`.
    package func push(_ element: Element) -> PushResult {
        let result = state.wait(until: nil, on: clock) { [capacity, overflow] state -> PushResult? in
            if state.isFinished { return .finished }
            if state.elements.count < capacity {
                state.elements.append(element)
                return .accepted
            }
            switch overflow {
            case .wait:
                return nil
            case .refuse:
                return .refused
            case .dropOldest:
                let oldest = state.elements.removeFirst()
                state.elements.append(element)
                return .replaced(oldest)
            }
        }
        return result ?? .finished
    }

    /// Takes the oldest element; blocks until there is one, the queue is finished, or `deadline` has come.
    package func pop(until deadline: MediaTime? = nil) -> PopResult {
        let result = state.wait(until: deadline, on: clock) { state -> PopResult? in
            if !state.elements.isEmpty { return .element(state.elements.removeFirst()) }
            return state.isFinished ? .finished : nil
        }
        return result ?? .timedOut
    }

    /// Ends the queue.
    ///
    /// Nothing more goes in; what is in it can still be taken. Any thread; more than once is harmless.
    package func finish() {
        state.withLock { $0.isFinished = true }
    }
}
