import DoubletakeMedia

/// Brings a file's fragments to the disk, on a thread of its own: a disk that is slow to do so doesn't hold up the
/// writer.
///
/// The writer's thread makes it, asks it and ends it.
final class FragmentSynchronizer: Sendable {
    private struct State {
        var isWanted = false
        var isEnded = false
        var failure: SystemCallError?
    }

    private let state: ConditionLock<State>
    private let thread: WorkerThread

    /// Starts the thread.
    init(_ storage: any ByteStorage, clock: any MediaClock) throws(SystemCallError) {
        let state = ConditionLock(State())
        self.state = state
        thread = try WorkerThread(name: "sync") {
            while Self.awaitRequest(state, clock) {
                do throws(SystemCallError) {
                    try storage.synchronize()
                } catch {
                    state.withLock { $0.failure = $0.failure ?? error }
                }
            }
        }
    }

    /// The first failure.
    ///
    /// The system tells of lost data once: a later success says nothing about what was written before.
    var failure: SystemCallError? {
        // Asked for each packet: the thread is not to be woken by that.
        state.read { $0.failure }
    }

    /// Wants what is written by now to be on the disk; comes back at once.
    func request() {
        state.withLock { $0.isWanted = true }
    }

    /// Ends the thread; comes back when it is gone, and with it a request that it was at.
    func end() {
        state.withLock { $0.isEnded = true }
        thread.join()
    }

    /// False at the end; what is wanted then is brought to the disk by whoever finishes the file.
    private static func awaitRequest(_ state: ConditionLock<State>, _ clock: any MediaClock) -> Bool {
        let isWanted = state.wait(until: nil, on: clock) { state -> Bool? in
            if state.isEnded { return false }
            guard state.isWanted else { return nil }
            state.isWanted = false
            return true
        }
        return isWanted ?? false
    }
}
