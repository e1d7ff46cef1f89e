import Doubletake
import DoubletakeCapture
import DoubletakeMedia
import DoubletakeX11

/// What a take's picture looks like while it is played: when it has changed last, and its newest state.
final class ScreenWatch: Sendable {
    private struct State {
        var newest: VideoFrame?
        var count = 0
        var lastChange: MediaTime
    }

    private let source: any VideoSource
    private let state: ConditionLock<State>
    private let clock: any MediaClock

    /// Begins to look at a device of a display, without its cursor.
    init(
        _ device: CaptureDevice,
        region: PixelRect?,
        on backend: X11Backend,
        clock: any MediaClock
    ) throws(TakeError) {
        self.clock = clock
        let state = ConditionLock(State(lastChange: clock.now))
        self.state = state
        let configuration = VideoSourceConfiguration(frameRate: FrameRate(60), region: region, cursor: .hidden)
        let source = try TakeError.wrap { () throws(CaptureError) in
            try backend.openVideo(device, configuration, clock: clock)
        }
        self.source = source
        do throws(CaptureError) {
            try source.start(
                VideoSourceOutput(
                    deliver: { frame in
                        state.withLock { state in
                            state.newest = frame
                            state.count += 1
                            state.lastChange = clock.now
                        }
                    },
                    report: { _ in }
                )
            )
        } catch {
            source.stop()
            throw TakeError(error)
        }
    }

    deinit {
        source.stop()
    }

    /// How many pictures have come; the first one shows what was there.
    var count: Int {
        state.read { $0.count }
    }

    /// Waits until nothing has changed for a time; whether it came to that.
    func awaitStillness(of duration: Duration, until deadline: MediaTime) -> Bool {
        while true {
            let due = state.read { $0.lastChange } + duration
            if clock.now >= due { return true }
            if clock.now >= deadline { return false }
            // A change puts it off; nobody needs to be woken for that.
            _ = state.wait(until: min(due, deadline), on: clock) { _ in Optional<Void>.none }
        }
    }

    /// The newest picture, once there is one.
    func picture(until deadline: MediaTime) -> VideoFrame? {
        state.wait(until: deadline, on: clock) { $0.newest }
    }
}
