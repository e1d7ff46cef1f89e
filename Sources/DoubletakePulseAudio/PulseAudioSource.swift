package import DoubletakeCapture
package import DoubletakeMedia

/// The sound of one device of a sound server: what a sink plays, or what a microphone hears.
///
/// It has connections of its own, one after the other, and a thread that alone uses them. The device keeps its rate and
/// its channels, and nothing is converted here; only a source that follows the default device keeps those of the first
/// one. A server or a device that goes away is waited for.
package final class PulseAudioSource: AudioSource {
    package let device: CaptureDevice
    package let format: AudioFormat
    private let connector: any SoundConnector
    private let stopping: SoundStop
    private let clock: any MediaClock
    private let state: ConditionLock<State>

    private enum State {
        /// Nil while there is no server.
        case open((any SoundSession & Sendable)?)
        case starting
        case running(WorkerThread)
        case ended
    }

    /// Takes a device that was opened.
    ///
    /// - Parameters:
    ///   - format: what it delivers.
    ///   - connector: opens it again, when it was away.
    ///   - session: its sound, which is held back; nil when there is no server: it is waited for from the start on.
    ///   - stopping: what the session's connection was made with.
    init(
        _ device: CaptureDevice,
        _ format: AudioFormat,
        _ connector: any SoundConnector,
        _ session: (any SoundSession & Sendable)?,
        _ stopping: SoundStop,
        clock: any MediaClock
    ) {
        state = ConditionLock(.open(session))
        self.device = device
        self.format = format
        self.connector = connector
        self.stopping = stopping
        self.clock = clock
    }

    package func start(_ output: AudioSourceOutput) throws(CaptureError) {
        let session = state.withLock { state -> (any SoundSession & Sendable)?? in
            guard case .open(let session) = state else { return .none }
            state = .starting
            return .some(session)
        }
        guard let session else { preconditionFailure("a source is started once, and not after it was stopped") }
        do throws(CaptureError) {
            let thread = try run(session, output)
            state.withLock { $0 = .running(thread) }
        } catch {
            state.withLock { $0 = .ended }
            throw error
        }
    }

    private func run(
        _ session: (any SoundSession & Sendable)?,
        _ output: AudioSourceOutput
    ) throws(CaptureError) -> WorkerThread {
        do throws(ServerFailure) {
            try session?.release()
        } catch {
            throw error.lost(device: device)
        }
        do throws(SystemCallError) {
            return try WorkerThread(name: device.id) { [device, connector, stopping, clock] in
                var keeper = SoundKeeper(device, connector, stopping, clock: clock, output: output)
                keeper.work(with: session)
            }
        } catch {
            throw .system(error)
        }
    }

    package func stop() {
        stopping.stop()
        // Nil while the source is being started, which the interruption ends soon.
        let last = state.wait(until: nil, on: clock) { state -> State? in
            switch state {
            case .starting: return nil
            case .open:
                state = .ended
                return .ended
            case .running, .ended: return state
            }
        }
        if case .running(let thread) = last { thread.join() }
    }
}
