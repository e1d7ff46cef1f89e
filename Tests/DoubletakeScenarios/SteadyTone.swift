import Foundation

/// A tone that goes on, and how loud it is in what was recorded of it.
package struct SteadyTone: Sendable {
    /// In hertz.
    package let frequency: Double
    private static let amplitude: Float = 0.25

    /// Makes the tone of a frequency, a whole number of hertz.
    package init(frequency: Double) {
        self.frequency = frequency
    }

    /// The tone's samples, so many seconds of them.
    package func samples(seconds: Int, sampleRate: Int) -> [Float] {
        (0..<seconds * sampleRate).map { index in
            Self.amplitude * Float(sin(2 * .pi * frequency * Double(index) / Double(sampleRate)))
        }
    }

    /// Whether the tone is in some sound, a tenth as loud as it was played or louder.
    package func isHeard(in sound: some Collection<Float>, sampleRate: Int) -> Bool {
        level(in: sound, sampleRate: sampleRate) >= -20
    }

    /// How loud the tone is in some sound, in decibels against how it was played.
    package func level(in sound: some Collection<Float>, sampleRate: Int) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in sound.enumerated() {
            let angle = 2 * Double.pi * frequency * Double(index) / Double(sampleRate)
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(max(sound.count, 1))
        return 20 * log10(max(amplitude, 1e-9) / Double(Self.amplitude))
    }
}
