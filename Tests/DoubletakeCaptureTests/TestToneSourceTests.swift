import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TestToneSourceTests {
    private let clock = ManualClock()

    /// The buffers that were delivered, each with the time at which it was.
    private final class Recorder: Sendable {
        private let state = ConditionLock<[(buffer: AudioBuffer, time: MediaTime)]>([])

        var deliveries: [(buffer: AudioBuffer, time: MediaTime)] {
            state.withLock { $0 }
        }

        func output(_ clock: ManualClock) -> AudioSourceOutput {
            AudioSourceOutput(
                deliver: { [self] buffer in
                    let now = clock.now
                    state.withLock { $0.append((buffer, now)) }
                },
                report: { event in Issue.record("\(event)") }
            )
        }
    }

    private func open(jitter: Duration = .zero, seed: UInt64 = 1) throws -> any AudioSource {
        let backend = SyntheticBackend(impairments: Impairments(deliveryJitter: jitter, seed: seed))
        let match = try CaptureDevice.find("test:tone", .microphone, in: [backend])
        return try match.backend.openAudio(match.device, clock: clock)
    }

    /// What the source delivers within `duration`.
    private func record(
        _ source: any AudioSource,
        for duration: Duration
    ) throws -> [(buffer: AudioBuffer, time: MediaTime)] {
        let recorder = Recorder()
        try source.start(recorder.output(clock))
        clock.advance(by: duration, inStepsOf: .milliseconds(5), whenWaiting: 1)
        source.stop()
        return recorder.deliveries
    }

    @Test("The tone keeps the contract of a source of sound")
    func contract() throws {
        let conformance = AudioSourceConformance(manual: clock, interval: .milliseconds(20)) { try open() }
        let violations = try conformance.violations()
        #expect(violations == [])
    }

    @Test("The tone keeps the contract when it comes up to 120 ms late", arguments: 1...4 as ClosedRange<UInt64>)
    func contractWithJitter(seed: UInt64) throws {
        let conformance = AudioSourceConformance(manual: clock, interval: .milliseconds(140)) {
            try open(jitter: .milliseconds(120), seed: seed)
        }
        let violations = try conformance.violations()
        #expect(violations == [])
    }

    @Test("A buffer is delivered when its last sample is due, and not one sample is missing or double")
    func continuity() throws {
        let start = clock.now
        let deliveries = try record(open(), for: .seconds(1))
        #expect(deliveries.count == 50)
        var position = 0
        for (buffer, time) in deliveries {
            #expect(buffer.time == start + buffer.format.duration(ofSamples: position))
            #expect(time == buffer.endTime)
            position += buffer.sampleCount
        }
        #expect(position == 48_000)
    }

    @Test(
        "With 120 ms of jitter not one sample is lost and the order is kept; what is late is late",
        arguments: 1...4 as ClosedRange<UInt64>)
    func jitter(seed: UInt64) throws {
        let start = clock.now
        let deliveries = try record(open(jitter: .milliseconds(120), seed: seed), for: .seconds(3))
        var position = 0
        for (buffer, time) in deliveries {
            #expect(buffer.time == start + buffer.format.duration(ofSamples: position))
            #expect(time >= buffer.endTime)
            position += buffer.sampleCount
        }
        // The clock is moved in steps of 5 ms, and a buffer waits for those before it.
        let latest = deliveries.map { $0.time - $0.buffer.endTime }.max() ?? .zero
        #expect(latest > .milliseconds(60) && latest <= .milliseconds(125))
        #expect(position >= 48_000 * 3 - 48_000 / 1_000 * 145)
        let samples = deliveries.flatMap(\.buffer.samples)
        let perfect = try record(open(), for: .seconds(3)).flatMap(\.buffer.samples)
        #expect(samples == Array(perfect.prefix(samples.count)))
    }

    @Test("The same seed is late in the same way, and another in another")
    func seeds() throws {
        let lateness = try [1, 1, 2].map { (seed: UInt64) in
            let start = clock.now
            return try record(open(jitter: .milliseconds(120), seed: seed), for: .seconds(1)).map { $0.time - start }
        }
        #expect(lateness[0] == lateness[1])
        #expect(lateness[0] != lateness[2])
    }

    @Test("It is 1 kHz at -20 dB in both channels")
    func tone() throws {
        let samples = try record(open(), for: .milliseconds(100)).flatMap(\.buffer.samples)
        #expect(samples.count == 2 * 4_800)
        for (index, sample) in samples.enumerated() {
            let expected = 0.1 * sin(2 * Double.pi * 1_000 * Double(index / 2) / 48_000)
            #expect(abs(Double(sample) - expected) < 1e-6)
        }
    }
}
