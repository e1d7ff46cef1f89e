package import DoubletakeCapture
package import DoubletakeMedia

/// The sound of one device of a sound server: what a sink plays, or what a microphone hears.
///
/// It has a connection of its own, and a thread that alone uses it. The device keeps its rate and its channels: nothing is
/// converted here.
package final class PulseAudioSource: AudioSource {
    /// How much sound the server is asked to send at a time.
    ///
    /// Shorter, and the server, the device and this process are woken more often; longer, and sound comes that much
    /// later.
    private static let fragment = Duration.milliseconds(20)

    package let device: CaptureDevice
    package let format: AudioFormat
    private let clock: any MediaClock
    private let loop: PulseAudioLoop
    private let state: ConditionLock<State>

    private enum State {
        case open(Opened)
        case starting
        case running(WorkerThread)
        case ended
    }

    /// The stream on its way from the thread that opens it to the thread that uses it.
    private final class Opened: @unchecked Sendable {
        // @unchecked: only who has taken it out of `state` uses the stream, and that is one thread.
        let stream: PulseAudioStream

        init(_ stream: PulseAudioStream) {
            self.stream = stream
        }
    }

    /// Opens a device.
    ///
    /// - Parameters:
    ///   - device: what was asked for.
    ///   - description: what the server says of it.
    init(
        _ device: CaptureDevice,
        describedBy description: ServerDevice,
        format: AudioFormat,
        on connection: PulseAudioConnection,
        clock: any MediaClock
    ) throws(ServerFailure) {
        let stream = try PulseAudioStream(
            .recording,
            on: connection,
            format: format,
            channelMap: description.channelMap
        )
        try stream.record(from: description.recordedSource, inFragmentsOf: Self.fragment)
        self.device = device
        self.format = format
        self.clock = clock
        loop = connection.loop
        state = ConditionLock(.open(Opened(stream)))
    }

    package func start(_ output: AudioSourceOutput) throws(CaptureError) {
        let opened = state.withLock { state -> Opened? in
            guard case .open(let opened) = state else { return nil }
            state = .starting
            return opened
        }
        guard let opened else { preconditionFailure("a source is started once, and not after it was stopped") }
        do throws(CaptureError) {
            let thread = try run(opened, output)
            state.withLock { $0 = .running(thread) }
        } catch {
            state.withLock { $0 = .ended }
            throw error
        }
    }

    private func run(_ opened: Opened, _ output: AudioSourceOutput) throws(CaptureError) -> WorkerThread {
        do throws(ServerFailure) {
            try opened.stream.release()
        } catch {
            throw error.lost(device: device)
        }
        do throws(SystemCallError) {
            return try WorkerThread(name: device.id) { [device, clock] in
                var recording = PulseAudioRecording(opened.stream, device: device, clock: clock, output: output)
                recording.run()
            }
        } catch {
            throw .system(error)
        }
    }

    package func stop() {
        loop.interrupt()
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
