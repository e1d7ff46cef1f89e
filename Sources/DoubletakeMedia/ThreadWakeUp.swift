import Glibc
import Synchronization

/// Wakes a thread that waits for descriptors, as for a terminal or for sockets.
///
/// The corresponding C function is `pipe`.
package final class ThreadWakeUp: Sendable {
    /// Becomes readable with each signal.
    package let descriptor: Int32
    private let writing: Int32
    private let isStop = Atomic(false)

    /// Makes one that nobody has signalled.
    package init() throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        // SAFETY: the call fills in two numbers.
        guard unsafe pipe(&ends) == 0 else { throw .last(call: "pipe", subject: "the wake-up of a thread") }
        for end in ends {
            // A child must not keep it, and nobody waits for a pipe that is full of signals.
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        writing = ends[1]
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    /// Has the thread look again at what it waits for.
    package func lookAgain() {
        var byte: UInt8 = 0
        // A pipe that is full wakes as well.
        // SAFETY: one byte is passed, with that count.
        _ = unsafe write(writing, &byte, 1)
    }

    /// Has the thread end.
    package func stop() {
        isStop.store(true, ordering: .releasing)
        lookAgain()
    }

    /// Takes the signals that have come, and tells whether the thread is to end.
    package func isStopped() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        // What doesn't fit wakes once more.
        // SAFETY: the array is passed with its own count.
        _ = unsafe read(descriptor, &bytes, bytes.count)
        return isStop.load(ordering: .acquiring)
    }
}
