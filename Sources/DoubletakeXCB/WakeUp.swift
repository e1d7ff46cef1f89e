import CXCB
package import DoubletakeMedia
import Glibc
import Synchronization

/// Wakes a thread that waits for its server, from any other thread and for good.
///
/// Once given, the signal stays: whoever waits later comes back at once. The corresponding C function is `eventfd`.
package final class WakeUp: Sendable {
    let descriptor: Int32
    private let isGiven = Atomic(false)

    /// Makes one that nobody has signalled.
    package init() throws(SystemCallError) {
        descriptor = doubletake_eventfd()
        if descriptor < 0 { throw .last(call: "eventfd", subject: "the wake-up of a thread") }
    }

    deinit {
        close(descriptor)
    }

    /// Whether it was signalled.
    package var isSignalled: Bool {
        isGiven.load(ordering: .acquiring)
    }

    /// Gives the signal; more than once is harmless.
    package func signal() {
        isGiven.store(true, ordering: .releasing)
        var one: UInt64 = 1
        // A counter that is full has been signalled, which is all that matters.
        // SAFETY: a local is passed with its own size.
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
