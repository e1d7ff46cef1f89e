import DoubletakeMedia

/// Work that waits for other programs, on a thread of its own: those of the tasks are few.
enum BlockingWork {
    /// Does it; comes back with what it gives.
    static func run<Success: Sendable>(
        _ name: String,
        _ work: @escaping @Sendable () -> Success
    ) async throws(SystemCallError) -> Success {
        let (results, send) = AsyncStream.makeStream(of: Success.self)
        let thread = try WorkerThread(name: name) {
            send.yield(work())
            send.finish()
        }
        defer { thread.join() }
        let outcome = ConditionLock<Success?>(nil)
        // A cancelled task would not wait here; what the thread does is waited for in any case.
        for await result in results { outcome.withLock { $0 = result } }
        guard let result = outcome.read({ $0 }) else { preconditionFailure("\(name) gives a result") }
        return result
    }
}
