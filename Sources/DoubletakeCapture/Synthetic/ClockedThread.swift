import DoubletakeMedia

/// The thread of a source that lives by the clock alone: it is started once, waits for times, and ends when it is told.
final class ClockedThread: Sendable {
    private let name: String
    private let stopRequest: BoundedQueue<Never>
    private let thread = ConditionLock<WorkerThread?>(nil)

    init(name: String, clock: any MediaClock) {
        self.name = name
        stopRequest = BoundedQueue(capacity: 1, whenFull: .refuse, clock: clock)
    }

    /// Starts the thread, once.
    func start(_ work: @escaping @Sendable () -> Void) throws(CaptureError) {
        do throws(SystemCallError) {
            let started = try WorkerThread(name: name, work: work)
            thread.withLock { thread in
                precondition(thread == nil, "a source is started once")
                thread = started
            }
        } catch {
            throw .system(error)
        }
    }

    /// Waits until `time`, for ever when it is nil; false when the thread is to end.
    ///
    /// For the thread itself.
    func wait(until time: MediaTime?) -> Bool {
        if case .timedOut = stopRequest.pop(until: time) { true } else { false }
    }

    /// Tells the thread to end and waits until it is gone.
    ///
    /// More than once is harmless.
    func stop() {
        stopRequest.finish()
        thread.withLock { $0 }?.join()
    }
}
