import DoubletakeMedia
import Glibc

/// Held by whoever may still deliver: when it is gone, so is the source's thread.
final class ThreadsHold: Sendable {}

/// The calls that a source made, and the sentences of its contract that it broke.
struct SourceCalls {
    private(set) var count = 0
    private(set) var violations: [String] = []
    private var threads = Set<pthread_t>()
    private let observer = pthread_self()

    mutating func check(_ isKept: Bool, _ sentence: String) {
        if !isKept, !violations.contains(sentence) { violations.append(sentence) }
    }

    /// Counts a call, on the thread that makes it.
    mutating func add() {
        count += 1
        threads.insert(pthread_self())
        check(threads.count == 1 && !threads.contains(observer), "everything is called on the source's own thread")
    }
}

/// What an observer knows of a source, besides what only pictures or only sound have.
protocol ObservedSource {
    var calls: SourceCalls { get set }
}

/// Looks at all that a source delivers and reports, on the source's own thread.
protocol SourceObserver: Sendable {
    associatedtype State: ObservedSource

    var state: ConditionLock<State> { get }
}

extension SourceObserver {
    var callCount: Int {
        state.withLock { $0.calls.count }
    }

    func check(_ isKept: Bool, _ sentence: String) {
        state.withLock { $0.calls.check(isKept, sentence) }
    }

    /// Whether there was another call after the first `count`.
    func awaitCall(after count: Int, _ patience: Duration) -> Bool {
        let clock = MonotonicClock()
        return state.wait(until: clock.now + patience, on: clock) { $0.calls.count > count ? true : nil } ?? false
    }

    /// Stops the source twice, and lets its device go on.
    func checkStop(_ stop: () -> Void, proceed: () -> Void) {
        stop()
        let count = callCount
        stop()
        proceed()
        check(callCount == count, "after `stop()` has returned nothing is delivered or reported")
    }
}
