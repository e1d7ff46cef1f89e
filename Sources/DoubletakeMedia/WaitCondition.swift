import Glibc
import Synchronization

/// A lock with a condition to wait on: what the queues and clocks of this package block with.
///
/// It is a leaf: nobody calls out while holding it. The corresponding C types are `pthread_mutex_t` and
/// `pthread_cond_t`, the latter on the monotonic clock.
@safe
public final class WaitCondition: @unchecked Sendable {
    // @safe and @unchecked: both are made for use from many threads, live at one address for the object's life and are reached
    // only through the calls below.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let broadcasts = Atomic(0)

    /// Creates an unlocked condition on which nobody waits.
    public init() {
        // SAFETY: both are allocated here, initialised before anyone sees them, and freed in `deinit` alone.
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        unsafe Self.check(pthread_condattr_init(&attributes))
        unsafe Self.check(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC))
        unsafe Self.check(pthread_cond_init(condition, &attributes))
        unsafe Self.check(pthread_mutex_init(mutex, nil))
        unsafe Self.check(pthread_condattr_destroy(&attributes))
    }

    deinit {
        // SAFETY: the last reference is gone, so no thread holds or waits for either.
        unsafe Self.check(pthread_cond_destroy(condition))
        unsafe Self.check(pthread_mutex_destroy(mutex))
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Takes the lock.
    ///
    /// The corresponding C function is `pthread_mutex_lock`.
    public func lock() {
        unsafe Self.check(pthread_mutex_lock(mutex))
    }

    /// Gives the lock back.
    ///
    /// The corresponding C function is `pthread_mutex_unlock`.
    public func unlock() {
        unsafe Self.check(pthread_mutex_unlock(mutex))
    }

    /// Wakes everyone who waits.
    ///
    /// The corresponding C function is `pthread_cond_broadcast`.
    public func broadcast() {
        broadcasts.add(1, ordering: .releasing)
        unsafe Self.check(pthread_cond_broadcast(condition))
    }

    /// How often `broadcast` was called.
    ///
    /// A clock that stands still knows by it whether somebody who waits was woken and only hasn't run yet.
    public var broadcastCount: Int {
        broadcasts.load(ordering: .acquiring)
    }

    /// Gives the lock back, waits to be woken, and takes it again.
    ///
    /// The corresponding C function is `pthread_cond_wait`.
    public func wait() {
        unsafe Self.check(pthread_cond_wait(condition, mutex))
    }

    /// As `wait()`, but no longer than until `deadline` on the kernel's monotonic clock.
    ///
    /// The corresponding C function is `pthread_cond_timedwait`.
    public func wait(untilMonotonic deadline: MediaTime) {
        let (seconds, nanoseconds) = max(deadline.nanoseconds, 0).quotientAndRemainder(dividingBy: 1_000_000_000)
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
        let status = unsafe pthread_cond_timedwait(condition, mutex, &time)
        precondition(status == 0 || status == ETIMEDOUT, "pthread_cond_timedwait failed with \(status)")
    }

    /// These calls fail only when they are used wrongly.
    private static func check(_ status: Int32) {
        precondition(status == 0, "a pthread call failed with \(status)")
    }
}
