import DoubletakeCapture
import DoubletakeMedia

/// A source of sound that breaks one sentence of the contract, to see whether the suite notices.
final class FaultyAudioSource: AudioSource {
    enum Fault: String, CaseIterable, Sendable {
        case none
        case otherFormat
        case futureTime
        case otherClock
        case wrongOrder
        case silence
        case laterThanStop
        case failure
    }

    let device = CaptureDevice(id: "faulty", name: "Faulty", kind: .microphone)
    let format = AudioFormat(sampleRate: 48_000, channelCount: 1)

    static let interval = Duration.milliseconds(10)
    private let fault: Fault
    private let clock: any MediaClock
    private let ticker: Ticker
    private let output = ConditionLock<AudioSourceOutput?>(nil)

    init(_ fault: Fault, clock: any MediaClock) {
        self.fault = fault
        self.clock = clock
        ticker = Ticker(clock: clock)
    }

    func start(_ output: AudioSourceOutput) throws(CaptureError) {
        self.output.withLock { $0 = output }
        try ticker.start(every: Self.interval) { [self] number in deliver(number, to: output) }
    }

    func stop() {
        ticker.stop()
        output.withLock { output in
            if fault == .laterThanStop, let output { deliver(0, to: output) }
        }
    }

    private func deliver(_ number: Int, to output: AudioSourceOutput) {
        if fault == .silence, number == 3 { return }
        if fault == .failure, number == 3 {
            return output.report(
                .failed(device: device, error: .unavailable(device: "faulty", reason: "gone", help: "")))
        }
        let end =
            switch fault {
            case .futureTime: clock.now + .nanoseconds(1)
            case .otherClock: MediaTime(nanoseconds: Int64(number) * 10_000_000)
            case .wrongOrder: clock.now - (number == 3 ? .milliseconds(11) : .zero)
            default: clock.now
            }
        let isOther = fault == .otherFormat && number == 3
        let format = isOther ? AudioFormat(sampleRate: 44_100, channelCount: 1) : format
        let count = format.sampleCount(in: Self.interval)
        output.deliver(
            AudioBuffer(silence: count, format: format, time: end - format.duration(ofSamples: count))
        )
    }
}
