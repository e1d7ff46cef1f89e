/// A value that threads share under a lock, and can wait on until it has become what they need.
///
/// The queues between threads are built from it. Its critical sections are short and call nothing outside. It is the
/// lock of this package also where nobody waits: ThreadSanitizer knows pthread's locks, and takes what the standard
/// library's `Mutex` protects for unprotected.
package final class ConditionLock<State>: @unchecked Sendable {
    // @unchecked: `state` is read and written only between `lock()` and `unlock()`.
    private var state: State
    private let condition = WaitCondition()

    /// Creates the lock around a first value.
    package init(_ state: sending State) {
        self.state = state
    }

    /// Reads or changes the value, and wakes whoever waits for it to change.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&state)
    }

    /// Looks at the value, and wakes nobody.
    package func read<Result>(_ body: (State) -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body(state)
    }

    /// Waits until `body` answers with something, or until `deadline` has come on `clock`; then with nil.
    ///
    /// - Parameters:
    ///   - deadline: nil waits for as long as it takes.
    ///   - clock: the clock that `deadline` is on.
    ///   - body: called again whenever the value may have changed, the last time after the deadline. What it changes
    ///     while it answers wakes the other waiters.
    package func wait<Result>(
        until deadline: MediaTime?,
        on clock: any MediaClock,
        for body: (inout State) -> Result?
    ) -> Result? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            let isLate = deadline.map { clock.now >= $0 } ?? false
            if let result = body(&state) {
                condition.broadcast()
                return result
            }
            if isLate { return nil }
            if let deadline {
                clock.wait(on: condition, until: deadline)
            } else {
                condition.wait()
            }
        }
    }
}
