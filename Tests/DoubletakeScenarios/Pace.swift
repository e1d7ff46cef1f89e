import DoubletakeMedia

/// Lets the thread that plays a scene wait for its next instant.
struct Pace {
    private let clock: any MediaClock
    private let nothing = ConditionLock(())

    init(_ clock: any MediaClock) {
        self.clock = clock
    }

    /// Comes back at the instant, or at once when it is over.
    func wait(until instant: MediaTime) {
        _ = nothing.wait(until: instant, on: clock) { _ -> Void? in nil }
    }

    /// Comes back after a while.
    func wait(for duration: Duration) {
        wait(until: clock.now + duration)
    }
}
