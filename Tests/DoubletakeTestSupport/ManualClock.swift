package import DoubletakeMedia

/// A clock that stands still until a test moves it.
///
/// Threads that wait for a time on it wait on their condition; moving the clock wakes those whose time has come.
package final class ManualClock: MediaClock {
    private struct Waiter {
        let condition: WaitCondition
        let deadline: MediaTime
        /// How often the condition had been signalled before the wait.
        let broadcastCount: Int
    }

    private struct State {
        var now: MediaTime
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let state: ConditionLock<State>

    /// Creates a clock that stands at `now`.
    package init(now: MediaTime = MediaTime(nanoseconds: 1_000_000_000_000)) {
        state = ConditionLock(State(now: now))
    }

    package var now: MediaTime {
        state.withLock { $0.now }
    }

    package func wait(on condition: WaitCondition, until deadline: MediaTime) {
        // The caller holds its condition's lock. Whoever moves the clock takes that lock before it wakes, so that it
        // can't wake between the registration here and the wait.
        let waiter = state.withLock { state -> Int? in
            guard state.now < deadline else { return nil }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = Waiter(
                condition: condition,
                deadline: deadline,
                broadcastCount: condition.broadcastCount
            )
            return state.nextWaiter
        }
        guard let waiter else { return }
        condition.wait()
        state.withLock { $0.waiters[waiter] = nil }
    }

    /// Moves the clock on by `duration`.
    package func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now + duration
            return state.waiters.values.filter { $0.deadline <= state.now }.map(\.condition)
        }
        for condition in woken {
            condition.lock()
            condition.broadcast()
            condition.unlock()
        }
    }

    /// Moves the clock on in steps, and before each one waits until `waiterCount` threads wait for a time on it: until
    /// they have done all that the time so far gives them to do.
    package func advance(by duration: Duration, inStepsOf step: Duration, whenWaiting waiterCount: Int) {
        let end = now + duration
        while now < end {
            awaitWaiters(waiterCount)
            advance(by: min(step, end - now))
        }
        awaitWaiters(waiterCount)
    }

    /// How many threads wait for a time that has not come.
    package var waiterCount: Int {
        state.withLock(Self.waiterCount)
    }

    private static func waiterCount(_ state: inout State) -> Int {
        // Whoever was woken and hasn't run yet has something to do.
        state.waiters.values.filter { waiter in
            waiter.deadline > state.now && waiter.condition.broadcastCount == waiter.broadcastCount
        }.count
    }

    /// Comes back once `count` threads wait for a time that has not come.
    ///
    /// A thread that waits without a deadline doesn't count. Traps after a minute of real time, so that a test that
    /// counts wrongly ends.
    package func awaitWaiters(_ count: Int) {
        let realTime = MonotonicClock()
        let isReached = state.wait(until: realTime.now + .seconds(60), on: realTime) { state in
            Self.waiterCount(&state) >= count ? true : nil
        }
        precondition(isReached == true, "fewer than \(count) threads wait for a time on the manual clock")
    }
}
