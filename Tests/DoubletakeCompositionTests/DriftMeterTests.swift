import DoubletakeComposition
import DoubletakeMedia
import Testing

struct DriftMeterTests {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)

    /// Feeds `seconds` of 20 ms buffers of a device whose second lasts `1 + slowness` of ours, jittered by up to 4 ms.
    private func measure(slowness: Double, seconds: Int, gapAt gap: Int? = nil) -> Double? {
        var meter = DriftMeter(sampleRate: 48_000)
        var random = SeededGenerator(seed: 7)
        for index in 0..<(seconds * 50) {
            let jitter = Double.random(in: -0.004...0.004, using: &random)
            let pause = gap.map { index >= $0 * 50 ? 0.5 : 0 } ?? 0
            let time = Double(index) * 0.02 * (1 + slowness) + jitter + pause
            meter.take(
                AudioBuffer(
                    silence: 960,
                    format: Self.format,
                    time: .zero + .nanoseconds(Int64((time + 1) * 1e9))
                )
            )
        }
        return meter.partsPerMillion
    }

    @Test("A device that is slow or fast by 300 millionths is measured within 10", arguments: [-300.0, 0, 300])
    func drift(partsPerMillion: Double) throws {
        let measured = try #require(measure(slowness: partsPerMillion / 1e6, seconds: 120))
        #expect(abs(measured - partsPerMillion) < 10)
    }

    @Test("Less than ten seconds of sound say nothing")
    func tooShort() {
        #expect(measure(slowness: 0, seconds: 9) == nil)
    }

    @Test("What was before a gap is no part of the measure")
    func gap() throws {
        #expect(measure(slowness: 0, seconds: 65, gapAt: 60) == nil)
        let measured = try #require(measure(slowness: 0.0003, seconds: 180, gapAt: 60))
        #expect(abs(measured - 300) < 10)
    }

    @Test("A stamp that is far off by itself is no step")
    func outliers() throws {
        var meter = DriftMeter(sampleRate: 48_000)
        for index in 0..<1_500 {
            let error = index % 50 == 25 ? (index % 100 == 25 ? 0.03 : -0.03) : 0
            let time = Double(index) * 0.02 * 1.0003 + error
            let stamp = MediaTime.zero + .nanoseconds(Int64((time + 1) * 1e9))
            let arrival = meter.take(AudioBuffer(silence: 960, format: Self.format, time: stamp))
            if index > 0 { #expect(arrival == .following) }
        }
        #expect(abs(try #require(meter.partsPerMillion) - 300) < 10)
    }
}
