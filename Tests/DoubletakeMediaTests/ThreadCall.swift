import DoubletakeMedia

/// A call that a thread of its own makes, because it may block.
final class ThreadCall: Sendable {
    private let result = ConditionLock("none")
    private let thread: WorkerThread

    /// Makes the call.
    init(_ call: @escaping @Sendable () -> String) throws {
        thread = try WorkerThread(name: "caller") { [result] in
            let answer = call()
            result.withLock { $0 = answer }
        }
    }

    /// Waits until the call has come back; what it came to.
    func answer() -> String {
        thread.join()
        return result.withLock { $0 }
    }
}
