import Glibc

/// The kernel's monotonic clock (`CLOCK_MONOTONIC`): wall-clock steps don't touch it, and V4L2, PulseAudio and the X
/// server on this machine stamp with the same one.
public struct MonotonicClock: MediaClock {
    /// Creates the clock.
    ///
    /// All of them tell the same time.
    public init() {}

    /// The present instant.
    ///
    /// The corresponding C function is `clock_gettime(CLOCK_MONOTONIC)`.
    public var now: MediaTime {
        var time = timespec()
        // SAFETY: the call fills in a local of the right type.
        let status = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        precondition(status == 0, "every Linux has a monotonic clock")
        return MediaTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Waits on `condition` until it is signalled or `deadline` has come.
    public func wait(on condition: WaitCondition, until deadline: MediaTime) {
        condition.wait(untilMonotonic: deadline)
    }
}
