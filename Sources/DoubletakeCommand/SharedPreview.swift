import Doubletake
import DoubletakeControl
import DoubletakeMedia
import DoubletakePreview

/// The preview's window while one session after the other records it: what a person does goes to the one that listens.
final class SharedPreview: Sendable {
    /// The window and its cameras.
    let preview: CameraPreview
    private let relay: Relay

    /// Where what a person does goes.
    private final class Relay: Sendable {
        private struct State {
            var listener: (@Sendable (RecordSession.Input) -> Void)?
            /// Whether somebody wanted to leave while nobody listened.
            var isLeaveWanted = false
            /// Up to when taps are dropped: they belong to the gesture that ended the last film.
            var quietUntil: MediaTime?
        }

        private let state = ConditionLock(State())

        func send(_ input: RecordSession.Input) {
            let listener = state.withLock { state -> (@Sendable (RecordSession.Input) -> Void)? in
                if state.listener == nil, case .leave = input { state.isLeaveWanted = true }
                if case .press(let press) = input, let quiet = state.quietUntil, press.time <= quiet { return nil }
                return state.listener
            }
            listener?(input)
        }

        func listen(_ listener: @escaping @Sendable (RecordSession.Input) -> Void) {
            let isLeaveWanted = state.withLock { state in
                state.listener = listener
                return state.isLeaveWanted
            }
            if isLeaveWanted { listener(.leave) }
        }

        func endListening(quietUntil: MediaTime) {
            state.withLock { state in
                state.listener = nil
                state.quietUntil = quietUntil
            }
        }
    }

    /// Opens the cameras and the window.
    init(_ configuration: RecordingConfiguration) async throws(RecordingError) {
        let relay = Relay()
        self.relay = relay
        preview = try await CameraPreview.open(
            configuration,
            warn: { relay.send(.event(.warning($0))) },
            handler: { event in if let input = RecordSession.Input(event) { relay.send(input) } }
        )
    }

    /// Sends what a person does to a session from now on.
    func listen(_ listener: @escaping @Sendable (RecordSession.Input) -> Void) {
        relay.listen(listener)
    }

    /// Sends what a person does to nobody; that somebody wants to leave is kept for who listens next.
    ///
    /// - Parameter quietUntil: up to when taps mean nothing to that one, either.
    func endListening(quietUntil: MediaTime) {
        relay.endListening(quietUntil: quietUntil)
    }

    /// Wants to leave, as by a signal.
    func leave() {
        relay.send(.leave)
    }

    /// Wants to pause, or to go on, as by a signal.
    func togglePause(at time: MediaTime) {
        relay.send(.togglePause(time))
    }

    /// Wants a replay, as by a signal.
    func saveReplay(at time: MediaTime) {
        relay.send(.saveReplay(time))
    }

    /// Closes the window and the cameras.
    func close() async {
        await preview.closeOnThread()
    }
}
