import DoubletakeMedia
import DoubletakeTestSupport

/// Plays the scene of a comparison on its own thread, in real time; `stop()` must be called.
final class BenchmarkPlayer: Sendable {
    private struct State {
        var isShown = false
        var isStopping = false
        var failure: (any Error)?
    }

    private let state = ConditionLock(State())
    private let thread: WorkerThread

    /// Begins to play, and comes back when the scene is shown.
    init(_ screen: PrivateXServer, _ motion: BenchmarkScene.Motion) throws {
        let state = state
        thread = try WorkerThread(name: "scene") {
            do {
                try Self.play(screen, motion, state)
            } catch {
                state.withLock { $0.failure = error }
            }
        }
        let shown = state.wait(until: nil, on: MonotonicClock()) { state -> Result<Void, any Error>? in
            if let failure = state.failure { return .failure(failure) }
            return state.isShown ? .success(()) : nil
        }
        if case .failure(let failure) = shown {
            stop()
            throw failure
        }
    }

    /// Ends playing.
    func stop() {
        state.withLock { $0.isStopping = true }
        thread.join()
    }

    /// Why it does not play any more.
    var failure: (any Error)? {
        state.withLock { $0.failure }
    }

    private static func play(
        _ screen: PrivateXServer,
        _ motion: BenchmarkScene.Motion,
        _ state: ConditionLock<State>
    ) throws {
        let clock = MonotonicClock()
        let scene = try BenchmarkScene(screen, motion)
        state.withLock { $0.isShown = true }
        let start = clock.now
        var step: Int64 = 0
        var pointer = 0
        while true {
            let nextMove = start + .seconds(pointer + 1)
            let nextStep = motion.rate.map { start + $0.offset(ofFrame: step + 1) } ?? nextMove
            let isStopping = state.wait(until: min(nextMove, nextStep), on: clock) { state -> Bool? in
                state.isStopping ? true : nil
            }
            if isStopping == true { return }
            if motion.rate != nil, nextStep <= nextMove {
                step += 1
                try scene.draw(Int(step))
            } else {
                pointer += 1
                try scene.movePointer(pointer)
            }
        }
    }
}
