import DoubletakeCapture
import DoubletakeMedia

/// Keeps what a camera's source says: of its pictures what they show, and only the newest itself.
final class CameraWatcher: Sendable {
    /// What is kept of a picture.
    struct Entry {
        let number: Int64?
        let time: MediaTime
        let size: PixelSize
    }

    private struct State {
        var entries: [Entry] = []
        var newest: VideoFrame?
        var droppedCount = 0
        var events: [String] = []
    }

    /// Longer than any machine needs that isn't broken.
    private static let patience = Duration.seconds(120)

    private let state = ConditionLock(State())
    private let clock = MonotonicClock()

    var output: VideoSourceOutput {
        VideoSourceOutput(
            deliver: { [self] frame in
                let size = frame.pixelBuffer.displaySize
                let number = CounterCode(size: size).number(in: frame.pixelBuffer)
                state.withLock { state in
                    state.entries.append(Entry(number: number, time: frame.time, size: size))
                    state.newest = frame
                }
            },
            report: { [self] event in
                state.withLock { state in
                    if case .framesDropped(_, let count) = event {
                        state.droppedCount += count
                    } else {
                        state.events.append(Self.words(event))
                    }
                }
            }
        )
    }

    var entries: [Entry] { state.withLock { $0.entries } }
    var events: [String] { state.withLock { $0.events } }
    var droppedCount: Int { state.withLock { $0.droppedCount } }
    var newest: VideoFrame? { state.withLock { $0.newest } }

    /// Waits for `count` more pictures than there are; false when they didn't come.
    func awaitFrames(_ count: Int) -> Bool {
        let wanted = state.withLock { $0.entries.count } + count
        return state.wait(until: clock.now + Self.patience, on: clock) { $0.entries.count >= wanted ? true : nil }
            ?? false
    }

    /// Waits until as many events were told; what was told until then.
    func awaitEvents(_ count: Int) -> [String] {
        let told = state.wait(until: clock.now + Self.patience, on: clock) { state in
            state.events.count >= count ? state.events : nil
        }
        return told ?? events
    }

    /// Waits until as many pictures were dropped; false when they weren't.
    func awaitDrops(_ count: Int) -> Bool {
        state.wait(until: clock.now + Self.patience, on: clock) { $0.droppedCount >= count ? true : nil } ?? false
    }

    private static func words(_ event: CaptureEvent) -> String {
        switch event {
        case .interrupted(_, .device(let error)): "lost: \(error.reason)"
        case .interrupted(_, .stalled(let duration)): "stalled for \(duration.components.seconds) s"
        case .resumed(_, .device): "back"
        case .resumed(_, .stalled): "delivers again"
        case .resized(_, let size): "resized to \(size)"
        case .impaired(_, .slow(let rate, let nominal, let control)):
            "slow: \(rate) of \(nominal), \(control ?? "nothing to set")"
        case .impaired(_, .damaged(let count)): "damaged: \(count)"
        case .impaired(_, .reduced(let wanted, let chosen)): "no room for \(wanted): \(chosen)"
        default: "\(event)"
        }
    }
}
