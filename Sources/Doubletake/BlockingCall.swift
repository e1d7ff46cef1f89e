import DoubletakeMedia

/// Runs work that blocks (opening devices, draining queues) on a thread of its own, so that no task's thread waits.
func onThread<Success: Sendable>(
    _ name: String,
    _ work: @escaping @Sendable () throws(RecordingError) -> Success
) async throws(RecordingError) -> Success {
    try await onThread(name, cannotStart: { .system($0) }, work)
}

/// As above, for work with errors of another type.
func onThread<Success: Sendable, Failure: Error>(
    _ name: String,
    cannotStart: (SystemCallError) -> Failure,
    _ work: @escaping @Sendable () throws(Failure) -> Success
) async throws(Failure) -> Success {
    let outcome = ConditionLock<Result<Success, Failure>?>(nil)
    let (done, finish) = AsyncStream.makeStream(of: Never.self)
    let thread: WorkerThread
    do throws(SystemCallError) {
        thread = try WorkerThread(name: name) {
            let result = Result { () throws(Failure) in try work() }
            outcome.withLock { $0 = result }
            finish.finish()
        }
    } catch {
        throw cannotStart(error)
    }
    // A cancelled task would not wait here; what the thread does is waited for in any case.
    for await _ in done {}
    thread.join()
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("\(name) ended without a result") }
    return try result.get()
}
