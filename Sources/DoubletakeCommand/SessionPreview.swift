import Doubletake
import DoubletakeMedia
import DoubletakePreview

/// The preview's window that a session records, and what a person does with it.
final class SessionPreview: Sendable {
    /// The window and its cameras.
    let preview: CameraPreview
    private let relay: Relay

    /// Where what a person does goes: to nobody before the session listens, but that somebody wants to leave is kept.
    private final class Relay: Sendable {
        private struct State {
            var listener: (@Sendable (RecordSession.Input) -> Void)?
            var isLeaveWanted = false
        }

        private let state = ConditionLock(State())

        func send(_ input: RecordSession.Input) {
            let listener = state.withLock { state -> (@Sendable (RecordSession.Input) -> Void)? in
                if state.listener == nil, case .leave = input { state.isLeaveWanted = true }
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

    /// Sends what a person does to the session from now on.
    func listen(_ listener: @escaping @Sendable (RecordSession.Input) -> Void) {
        relay.listen(listener)
    }

    /// Closes the window and the cameras.
    func close() async {
        await preview.closeOnThread()
    }
}
