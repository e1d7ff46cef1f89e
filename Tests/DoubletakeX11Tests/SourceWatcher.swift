import DoubletakeCapture
import DoubletakeMedia
import Testing

/// Keeps what a screen source says: all of its pictures' data, and the pictures themselves only when told to.
final class SourceWatcher: Sendable {
    /// What is kept of a picture when the picture is let go.
    struct Entry {
        let time: MediaTime
        let arrival: MediaTime
        let damage: Damage
        let overlays: [VideoFrame.Overlay]
    }

    private struct State {
        var entries: [Entry] = []
        var newest: VideoFrame?
        var isHolding = false
        var held: [VideoFrame] = []
        var droppedCount = 0
        var events: [CaptureEvent] = []
        var failures: [CaptureError] = []
    }

    /// Longer than any machine needs that isn't broken.
    private static let patience = Duration.seconds(300)

    private let state = ConditionLock(State())
    private let clock = MonotonicClock()

    var output: VideoSourceOutput {
        VideoSourceOutput(
            deliver: { [self] frame in
                let arrival = clock.now
                state.withLock { state in
                    state.entries.append(
                        Entry(time: frame.time, arrival: arrival, damage: frame.damage, overlays: frame.overlays)
                    )
                    state.newest = frame
                    if state.isHolding { state.held.append(frame) }
                }
            },
            report: { [self] event in
                state.withLock { state in
                    switch event {
                    case .framesDropped(_, let count): state.droppedCount += count
                    case .hidden, .shown, .resized, .closed, .returned, .moved: state.events.append(event)
                    case .failed(_, let error): state.failures.append(error)
                    case .interrupted, .resumed, .nothingPlays, .passedOver, .attenuated, .impaired:
                        Issue.record("a screen doesn't come back: \(event)")
                    }
                }
            }
        )
    }

    var entries: [Entry] { state.withLock { $0.entries } }
    var droppedCount: Int { state.withLock { $0.droppedCount } }
    var failures: [CaptureError] { state.withLock { $0.failures } }
    var newest: VideoFrame? { state.withLock { $0.newest } }

    /// Begins to hold every picture, the newest included, or lets them go.
    func hold(_ isHolding: Bool) {
        state.withLock { state in
            state.isHolding = isHolding
            state.held = isHolding ? [state.newest].compactMap { $0 } : []
        }
    }

    /// Waits until a picture is the newest that `isWanted`; nil when none came in five minutes.
    func await(_ isWanted: (VideoFrame) -> Bool) -> VideoFrame? {
        state.wait(until: clock.now + Self.patience, on: clock) { state in
            state.newest.flatMap { isWanted($0) ? $0 : nil }
        }
    }

    /// Waits for `count` pictures in all; false when they didn't come in five minutes.
    func awaitFrames(_ count: Int) -> Bool {
        state.wait(until: clock.now + Self.patience, on: clock) { $0.entries.count >= count ? true : nil } ?? false
    }

    /// Waits for a drop to be reported; false when none was in five minutes.
    func awaitDrop(_ count: Int) -> Bool {
        state.wait(until: clock.now + Self.patience, on: clock) { $0.droppedCount >= count ? true : nil } ?? false
    }

    /// Waits for something to happen to a window or a monitor; nil when it didn't in five minutes.
    func awaitWindowEvent(_ isWanted: (CaptureEvent) -> Bool) -> CaptureEvent? {
        state.wait(until: clock.now + Self.patience, on: clock) { $0.events.last(where: isWanted) }
    }

    /// Waits for so many things to have happened, and says what they were.
    func awaitEvents(_ count: Int) -> [String] {
        let events = state.wait(until: clock.now + Self.patience, on: clock) { state in
            state.events.count >= count ? state.events : nil
        }
        return (events ?? []).map { event in
            switch event {
            case .hidden(let device): "\(device.name) hidden"
            case .shown(let device): "\(device.name) shown"
            case .resized(let device, let size): "\(device.name) \(size)"
            case .moved(_, let name, .focusChanged): "focus on \(name)"
            case .moved(_, let name, .pointerMoved): "pointer on \(name)"
            default: "\(event)"
            }
        }
    }

    /// Waits for the event that the device failed; nil when none came in five minutes.
    func awaitFailure() -> CaptureError? {
        state.wait(until: clock.now + Self.patience, on: clock) { $0.failures.first }
    }
}
