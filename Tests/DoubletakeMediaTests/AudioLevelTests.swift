import DoubletakeMedia
import Foundation
import Testing

struct AudioLevelTests {
    private let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    private func level(_ samples: [Float]) -> AudioLevel {
        AudioLevel(of: AudioBuffer(format: format, time: .zero, samples: samples))
    }

    private func tone(amplitude: Float) -> [Float] {
        (0..<48_000).flatMap { number -> [Float] in
            let value = amplitude * Float(sin(2 * Double.pi * 1_000 * Double(number) / 48_000))
            return [value, -value]
        }
    }

    @Test(
        "A sine's peak is its amplitude, and its effective value lies 3 dB below", arguments: [1, 0.5, 0.01] as [Float])
    func sine(amplitude: Float) {
        let level = level(tone(amplitude: amplitude))
        #expect(abs(level.peak - amplitude) < amplitude * 1e-5)
        #expect(abs(level.peakDecibels - 20 * log10(Double(amplitude))) < 0.001)
        #expect(abs(level.rootMeanSquareDecibels - level.peakDecibels + 3.0103) < 0.001)
    }

    @Test("Full scale is 0 dBFS, half of it -6 dBFS")
    func fullScale() {
        #expect(level([1, -1, -1, 1]).peakDecibels == 0)
        #expect(level([1, -1, -1, 1]).rootMeanSquareDecibels == 0)
        #expect(abs(level([0.5, -0.5]).peakDecibels + 6.0206) < 0.0001)
    }

    @Test("The loudest sample counts, in any channel and with any sign")
    func peak() {
        #expect(level([0.25, 0, 0, -0.75]).peak == 0.75)
        #expect(level([0, -1.5, 0.5, 0]).peak == 1.5)
    }

    @Test("Silence has no level: minus infinity")
    func silence() {
        for level in [AudioLevel.silence, level([]), level([0, 0])] {
            #expect(level.peak == 0 && level.rootMeanSquare == 0)
            #expect(level.peakDecibels == -.infinity && level.rootMeanSquareDecibels == -.infinity)
        }
    }

    @Test("What is no number counts as silence")
    func noNumber() {
        let level = level([.nan, 0.5, .infinity, -0.5])
        #expect(level.peak == 0.5)
        #expect(abs(level.rootMeanSquare - 0.5 / Float(2).squareRoot()) < 1e-6)
    }

    @Test("The level of two runs is that of one run of both")
    func union() {
        let first: [Float] = [0.5, 0.25, -0.5, 0.125]
        let second: [Float] = [-0.75, 0]
        let both = level(first).union(level(second))
        #expect(both == level(first + second))
        #expect(AudioLevel.silence.union(both) == both)
    }
}
