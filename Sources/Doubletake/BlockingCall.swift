import DoubletakeMedia

/// Runs work that blocks (opening devices, draining queues) on a thread of its own, so that no task's thread waits.
func onThread<Success: Sendable>(
    _ name: String,
    _ work: @escaping @Sendable () throws(RecordingError) -> Success
) async throws(RecordingError) -> Success {
    let outcome = ConditionLock<Result<Success, RecordingError>?>(nil)
    let (done, finish) = AsyncStream.makeStream(of: Never.self)
    let thread: WorkerThread
    do throws(SystemCallError) {
        thread = try WorkerThread(name: name) {
            let result = Result { () throws(RecordingError) in try work() }
            outcome.withLock { $0 = result }
            finish.finish()
        }
    } catch {
        throw .system(error)
    }
    // A cancelled task would not wait here; what the thread does is waited for in any case.
    for await _ in done {}
    thread.join()
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("\(name) ended without a result") }
    return try result.get()
}
