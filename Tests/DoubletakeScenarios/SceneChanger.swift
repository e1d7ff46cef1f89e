import DoubletakeControl
import DoubletakeMedia

/// Asks a recorder for one change after the other through its socket, on a thread of its own; `awaitEnd()` must be called.
final class SceneChanger: Sendable {
    private let thread: WorkerThread
    private let result = ConditionLock<Result<[FilmedChanges.Change], any Error>>(.success([]))

    /// Begins to ask.
    ///
    /// - Parameters:
    ///   - instance: the recorder's name.
    ///   - interval: how long it is from one request to the next; the first is made after as long.
    init(
        _ requests: [ControlRequest],
        to instance: String,
        on desktop: PrivateDesktop,
        every interval: Duration
    ) throws {
        let folder = ControlFolder(path: "\(desktop.environment["XDG_RUNTIME_DIR"] ?? "")/doubletake")
        thread = try WorkerThread(name: "changes") { [result] in
            let clock = MonotonicClock()
            let pace = Pace(clock)
            let begin = clock.now
            let outcome = Result<[FilmedChanges.Change], any Error> {
                try requests.enumerated().map { index, request in
                    pace.wait(until: begin + interval * (index + 1))
                    let asked = clock.now
                    let answer = try ControlClient(to: instance, in: folder).ask(request)
                    guard answer.ok else {
                        throw RunningRecorder.Failure(description: answer.error?.reason ?? "it was refused")
                    }
                    return FilmedChanges.Change(number: index, asked: asked)
                }
            }
            // The last one's pictures are wanted, too.
            pace.wait(for: interval)
            result.withLock { $0 = outcome }
        }
    }

    /// Waits until all have been asked for.
    ///
    /// - Returns: when each was.
    func awaitEnd() throws -> [FilmedChanges.Change] {
        thread.join()
        return try result.withLock { $0 }.get()
    }
}
