import DoubletakeComposition
import DoubletakeMedia
import Testing

/// Changes of volume in the middle of a sound.
struct SoundFaderTests {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
    private static let start = MediaTime(nanoseconds: 7_000_000_000)

    /// What becomes of a steady value, which comes in buffers of 20 ms; the left channel.
    private func shaped(
        _ shape: SoundShape = SoundShape(),
        bufferCount: Int = 25,
        value: Float = 0.5,
        changes: [(SoundVolume, Duration)]
    ) -> [Float] {
        var shaper = SoundShaper(shape, for: Self.format)
        for (volume, time) in changes { shaper.change(to: volume, at: Self.start + time) }
        return (0..<bufferCount).flatMap { number in
            let buffer = AudioBuffer(
                format: Self.format,
                time: Self.start + .milliseconds(20 * number),
                samples: [Float](repeating: value, count: 1_920)
            )
            let samples = shaper.shape(buffer).samples
            return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        }
    }

    @Test("Sound is muted from the sample of the instant on, over five milliseconds, and without a step")
    func muted() {
        let samples = shaped(changes: [(SoundVolume(isMuted: true), .microseconds(123_500))])
        let first = 123_500 * 48 / 1_000
        #expect(samples[..<first].allSatisfy { $0 == 0.5 })
        #expect(samples[first] < 0.5 && samples[first] > 0.49)
        #expect(samples[(first + 239)...].allSatisfy { $0 == 0 })
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.0022 })
    }

    @Test("An instant between two samples takes effect with the later one, also where that begins a buffer")
    func between() {
        for microseconds in [99_990, 100_010] {
            let samples = shaped(changes: [(SoundVolume(isMuted: true), .microseconds(microseconds))])
            let first = (microseconds * 48 + 999) / 1_000
            #expect(samples[first - 1] == 0.5 && samples[first] < 0.5)
        }
    }

    @Test("What is heard again has the gain that it had, and comes as gently as it went")
    func unmuted() {
        let samples = shaped(
            SoundShape(gain: -6.0206),
            changes: [
                (SoundVolume(gain: -6.0206, isMuted: true), .milliseconds(100)),
                (SoundVolume(gain: -6.0206), .milliseconds(200)),
            ]
        )
        #expect(samples[..<4_800].allSatisfy { abs($0 - 0.25) < 1e-4 })
        #expect(samples[5_040..<9_600].allSatisfy { $0 == 0 })
        #expect(samples[9_840...].allSatisfy { abs($0 - 0.25) < 1e-4 })
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 0.0022 })
    }

    @Test("A gain that brings a sound beyond full scale is limited, and what follows it is as it comes")
    func gain() {
        let samples = shaped(
            bufferCount: 200,
            changes: [(SoundVolume(gain: 20), .milliseconds(100)), (SoundVolume(), .milliseconds(500))]
        )
        #expect(samples.allSatisfy { $0 <= 1 } && samples[10_000..<24_000].allSatisfy { $0 > 0.99 })
        #expect(abs(samples[samples.count - 1] - 0.5) < 1e-3)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 0.03 })
    }

    @Test("Changes that come in a row each begin where the one before has got, and an instant that is over begins now")
    func row() {
        let samples = shaped(changes: [
            (SoundVolume(isMuted: true), .milliseconds(-300)), (SoundVolume(), .milliseconds(2)),
        ])
        #expect(samples[0] < 0.5 && samples[95] > 0.29 && samples[95] < 0.31)
        #expect(samples[400...].allSatisfy { $0 == 0.5 })
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 0.0022 })
    }

    @Test("Nothing is heard of a muted source, also when what comes is no number")
    func noNumber() {
        let samples = shaped(value: .nan, changes: [(SoundVolume(isMuted: true), .zero)])
        #expect(samples[240...].allSatisfy { $0 == 0 })
    }
}
