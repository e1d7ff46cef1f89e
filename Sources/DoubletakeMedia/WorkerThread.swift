import Glibc
import Synchronization

/// A thread with a name that runs one piece of work and is joined by its owner.
///
/// It stops when its work returns: because a queue is finished, or an event descriptor says so. A thread that its owner
/// forgets to join traps, since it would go on touching what the owner has let go.
package final class WorkerThread: Sendable {
    private let thread: pthread_t
    private let name: String
    private let isJoined = Atomic(false)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: what debuggers and `top -H` show; Linux keeps the first 15 bytes.
    ///   - work: runs once on the thread.
    /// - Throws: when the kernel has no more threads to give.
    package init(name: String, work: @escaping @Sendable () -> Void) throws(SystemCallError) {
        var thread = pthread_t()
        let box = unsafe Unmanaged.passRetained(Work(name: name, run: work))
        // SAFETY: the thread takes over the one reference to `box`; when it could not be started it is released here.
        let status = unsafe pthread_create(&thread, nil, workerThreadMain, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            throw SystemCallError(call: "pthread_create", subject: "the thread \(name)", errorNumber: status)
        }
        self.thread = thread
        self.name = name
    }

    deinit {
        precondition(isJoined.load(ordering: .acquiring), "the thread \(name) was never joined")
    }

    /// Waits until the work has returned.
    ///
    /// Its owner calls it; more than once is harmless. A thread can't wait for itself: where its own work lets the owner
    /// go, as somebody's handler may, it comes back at once, and the thread ends with its work, which holds what it uses.
    package func join() {
        guard !isJoined.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // The flag above lets one caller through: a thread is joined once.
        let isItself = pthread_equal(thread, pthread_self()) != 0
        let status = isItself ? pthread_detach(thread) : pthread_join(thread, nil)
        precondition(status == 0, "the thread \(name) can't be joined: \(status)")
    }

    fileprivate final class Work: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
}

/// A constant at file scope, so that it belongs to no actor: a closure that did would trap on the new thread.
private let workerThreadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
    guard let argument = unsafe argument else { return nil }
    // SAFETY: `argument` is the retained box that `WorkerThread.init` passed for this call alone.
    let work = unsafe Unmanaged<WorkerThread.Work>.fromOpaque(argument).takeRetainedValue()
    nameCallingThread(work.name)
    work.run()
    return nil
}

/// Swift sees no `pthread_setname_np`; the kernel takes the name by a file as well.
///
/// A thread without a name works.
private func nameCallingThread(_ name: String) {
    // SAFETY: the path is a constant, and the bytes are written with their own count.
    let descriptor = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let bytes = Array(name.utf8.prefix(15))
    _ = unsafe write(descriptor, bytes, bytes.count)
    close(descriptor)
}
