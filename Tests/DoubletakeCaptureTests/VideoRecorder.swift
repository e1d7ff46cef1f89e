import DoubletakeCapture
import DoubletakeMedia

/// Keeps what a source of pictures delivers and reports.
final class VideoRecorder: Sendable {
    private struct State {
        var frames: [VideoFrame] = []
        var dropped = 0
    }

    private let state = ConditionLock(State())

    var output: VideoSourceOutput {
        VideoSourceOutput(
            deliver: { [self] frame in state.withLock { $0.frames.append(frame) } },
            report: { [self] event in
                if case .framesDropped(_, let count) = event { state.withLock { $0.dropped += count } }
            }
        )
    }

    /// What was delivered.
    var frames: [VideoFrame] {
        state.withLock { $0.frames }
    }

    /// How many pictures were reported as dropped.
    var droppedCount: Int {
        state.withLock { $0.dropped }
    }

    /// Lets all frames go.
    func clear() {
        state.withLock { $0.frames = [] }
    }

    /// Waits for the first `count` frames.
    func awaitFrames(_ count: Int) {
        _ = state.wait(until: nil, on: MonotonicClock()) { $0.frames.count >= count ? true : nil }
    }
}
