import DoubletakeMedia

/// Tells those who feed a file when an input may take more, and keeps its tracks in step.
///
/// All inputs of a writer share one: room for one is made when another has caught up.
final class Readiness: Sendable {
    /// How far an input that is fed from a file may be ahead of the others.
    ///
    /// Less, and two threads that feed two tracks wait for each other all the time; more, and the packets of the one that
    /// is ahead fill the memory before the interleaver gives up waiting.
    static let lead = Duration.seconds(1)

    private struct Track {
        /// Up to when it was fed.
        var newest = MediaTime.zero
        var isFinished = false
    }

    private struct State {
        /// How often something has changed.
        var generation = 0
        var tracks: [Track]
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: ConditionLock<State>
    private let clock: any MediaClock

    init(trackCount: Int, clock: any MediaClock) {
        state = ConditionLock(State(tracks: Array(repeating: Track(), count: trackCount)))
        self.clock = clock
    }

    /// A number that is another one after every change.
    var generation: Int {
        state.withLock { $0.generation }
    }

    /// Says when the session starts.
    func begin(at start: MediaTime) {
        change { tracks in
            for track in tracks.indices { tracks[track].newest = start }
        }
    }

    /// Says that there may be room where there was none.
    func change() {
        change { _ in }
    }

    /// Says that a track was fed up to a time.
    func feed(_ track: Int, upTo time: MediaTime) {
        change { $0[track].newest = max($0[track].newest, time) }
    }

    /// Says that a track has ended.
    func finish(_ track: Int) {
        change { $0[track].isFinished = true }
    }

    /// Whether a track is so far ahead of another one that has not ended that it should wait.
    func isAhead(_ track: Int) -> Bool {
        state.withLock { state in
            let own = state.tracks[track].newest
            return state.tracks.contains { !$0.isFinished && own > $0.newest + Self.lead }
        }
    }

    /// Waits until something changes after `generation` was read.
    func awaitChange(since generation: Int) {
        _ = state.wait(until: nil, on: clock) { $0.generation != generation ? true : nil }
    }

    /// Comes back once something has changed after `generation` was read.
    func change(since generation: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.generation == generation { state.waiters.append(continuation) }
                return state.generation != generation
            }
            if isOver { continuation.resume() }
        }
    }

    private func change(_ body: (inout [Track]) -> Void) {
        let waiters = state.withLock { state in
            state.generation += 1
            body(&state.tracks)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
