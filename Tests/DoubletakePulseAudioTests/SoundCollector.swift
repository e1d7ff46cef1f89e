import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

/// Keeps all that a source of sound delivers and reports.
final class SoundCollector: Sendable {
    private struct State {
        var buffers: [AudioBuffer] = []
        var errors: [CaptureError] = []
        var happenings: [String] = []
    }

    /// How long a test waits for what should come.
    static let patience = Duration.seconds(20)

    private let clock = MonotonicClock()
    private let state = ConditionLock(State())

    /// What the source is started with.
    var output: AudioSourceOutput {
        AudioSourceOutput(
            deliver: { [self] buffer in state.withLock { $0.buffers.append(buffer) } },
            report: { [self] event in
                state.withLock { state in
                    if case .failed(_, let error) = event { state.errors.append(error) }
                    state.happenings.append(Self.words(event))
                }
            }
        )
    }

    var buffers: [AudioBuffer] {
        state.withLock { $0.buffers }
    }

    var errors: [CaptureError] {
        state.withLock { $0.errors }
    }

    /// What was reported, in words.
    var happenings: [String] {
        state.withLock { $0.happenings }
    }

    /// Waits until so much was reported.
    func awaitHappenings(_ count: Int) throws -> [String] {
        let words = state.wait(until: clock.now + Self.patience, on: clock) { state in
            state.happenings.count >= count ? state.happenings : nil
        }
        return try #require(words, "it was reported: \(happenings)")
    }

    /// An event in words.
    static func words(_ event: CaptureEvent) -> String {
        switch event {
        case .framesDropped, .hidden, .shown, .resized, .closed, .returned, .impaired: "a picture: \(event)"
        case .failed(_, let error): "failed: \(error.reason)"
        case .interrupted(_, .server(let error)): "server lost: \(error.reason)"
        case .interrupted(_, .device(let error)): "device lost: \(error.reason)"
        case .interrupted(_, .stalled), .resumed(_, .stalled): "a camera: \(event)"
        case .resumed(_, .server): "server back"
        case .resumed(_, .device): "device back"
        case .attenuated(_, .muted): "muted"
        case .attenuated(_, .volume(let percent)): "volume is \(percent) %"
        case .passedOver(let device, let name): "\(device.id) passed over for \(name)"
        case .nothingPlays(_, let others): "nothing plays but \(others)"
        case .moved(_, let name, .defaultChanged): "default is \(name)"
        case .moved(_, let name, .byMixer): "moved to \(name)"
        case .moved(_, _, .focusChanged), .moved(_, _, .pointerMoved): "a screen: \(event)"
        }
    }

    /// Waits until sound has come that was heard at `time`.
    func awaitSound(at time: MediaTime) throws {
        let isThere = state.wait(until: clock.now + Self.patience, on: clock) { state -> Bool? in
            if !state.errors.isEmpty { return false }
            return state.buffers.last.map { $0.endTime > time } ?? false ? true : nil
        }
        try #require(isThere == true, "no sound came from the time \(time): \(errors)")
    }

    /// Waits for the first sound.
    func awaitFirst() throws -> AudioBuffer {
        try awaitSound(at: .zero)
        return try #require(buffers.first)
    }

    /// Waits until the source has failed.
    func awaitFailure() throws -> CaptureError {
        let error = state.wait(until: clock.now + Self.patience, on: clock) { $0.errors.first }
        return try #require(error, "the source didn't fail")
    }

    /// Listens for a while; how many buffers came meanwhile.
    func bufferCount(within duration: Duration) -> Int {
        let count = buffers.count
        let never: Void? = state.wait(until: clock.now + duration, on: clock) { _ in nil }
        precondition(never == nil, "there is nothing to wait for")
        return buffers.count - count
    }

    /// The instants at which the first channel gets loud after a while of silence.
    func onsets() -> [MediaTime] {
        var onsets: [MediaTime] = []
        var lastLoud: MediaTime?
        for buffer in buffers {
            let channels = buffer.format.channelCount
            for index in 0..<buffer.sampleCount where abs(buffer.samples[index * channels]) > 0.05 {
                let time = buffer.time + buffer.format.duration(ofSamples: index)
                if lastLoud.map({ time - $0 > .milliseconds(50) }) ?? true { onsets.append(time) }
                lastLoud = time
            }
        }
        return onsets
    }

    /// How far the nearest onset is from `time`.
    func distanceOfOnset(from time: MediaTime) -> Duration {
        onsets().map { abs($0 - time) }.min() ?? .seconds(1_000)
    }

    /// Whether buffers came in the order of their times.
    var isInOrder: Bool {
        let times = buffers.map(\.time)
        return zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// The longest time between the end of a buffer and the beginning of the next one.
    func longestGap() -> Duration {
        let buffers = buffers
        return zip(buffers, buffers.dropFirst()).map { $1.time - $0.endTime }.max() ?? .zero
    }
}

/// A duration without its sign.
func abs(_ duration: Duration) -> Duration {
    max(duration, .zero - duration)
}
