import DoubletakeMedia
import Foundation

/// A tone that rises from 200 Hz by 400 Hz a second: unlike a steady one, it tells where it was cut.
enum Chirp {
    /// The sample with that number.
    static func sample(_ number: Int, sampleRate: Int) -> Float {
        let time = Double(number) / Double(sampleRate)
        return Float(0.5 * sin(2 * Double.pi * (200 * time + 200 * time * time)))
    }

    /// A run of it; in the second channel it is upside down.
    static func buffer(_ numbers: Range<Int>, format: AudioFormat, start: MediaTime = .zero) -> AudioBuffer {
        let samples = numbers.flatMap { number in
            let sample = sample(number, sampleRate: format.sampleRate)
            return (0..<format.channelCount).map { $0.isMultiple(of: 2) ? sample : -sample }
        }
        return AudioBuffer(
            format: format,
            time: start + format.duration(ofSamples: numbers.lowerBound),
            samples: samples
        )
    }

    /// Buffers of that length one after the other, the last one shorter.
    static func buffers(_ sampleCount: Int, each length: Int, format: AudioFormat, start: MediaTime = .zero)
        -> [AudioBuffer]
    {
        stride(from: 0, to: sampleCount, by: length).map { first in
            buffer(first..<min(first + length, sampleCount), format: format, start: start)
        }
    }

    /// How far a signal is from the chirp that begins `delay` samples later: the ratio of the energies of the error and
    /// of the chirp.
    static func error(of signal: [Float], sampleRate: Int, delayedBy delay: Int = 0) -> Double {
        var error = 0.0
        var energy = 0.0
        for (number, value) in signal.enumerated() {
            let expected = Double(sample(number - delay, sampleRate: sampleRate))
            error += (Double(value) - expected) * (Double(value) - expected)
            energy += expected * expected
        }
        return error / energy
    }
}
