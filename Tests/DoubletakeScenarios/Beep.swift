import Foundation

/// The sound of the beacon: 1 kHz for a tenth of a second, and where it begins in what was recorded of it.
///
/// It comes and goes within five milliseconds, the same way, so that its middle can be told to a few microseconds from
/// where its loudness passes half on both sides: also behind an encoder that smears edges.
package struct Beep {
    private static let frequency = 1000.0
    private static let amplitude: Float = 0.5
    private static let length = 0.1
    private static let edge = 0.005
    /// The length of the window in which loudness is measured: whole periods, or the loudness swings.
    private static let windowPeriods = 5

    private let sampleRate: Int

    /// Makes the beep for a rate that is a multiple of 1 kHz.
    package init(sampleRate: Int) {
        precondition(sampleRate.isMultiple(of: 1000), "a period has a whole number of samples")
        self.sampleRate = sampleRate
    }

    /// The beep's samples.
    package var samples: [Float] {
        let count = Int(Self.length * Double(sampleRate))
        return (0..<count).map { index in
            let time = Double(index) / Double(sampleRate)
            let fromEnd = min(time, Self.length - time)
            let gain = fromEnd < Self.edge ? 0.5 - 0.5 * cos(.pi * fromEnd / Self.edge) : 1
            return Self.amplitude * Float(gain * sin(2 * .pi * Self.frequency * time))
        }
    }

    /// Where beeps begin in some sound, in seconds from its first sample.
    ///
    /// What is of another length than a beep, or much quieter than the loudest one, is none.
    package func beginnings(in sound: [Float]) -> [Double] {
        let loudness = loudness(of: sound)
        guard let loudest = loudness.max(), loudest > 0.01 else { return [] }
        let threshold = loudest / 2
        var beginnings: [Double] = []
        var rise: Double?
        for index in loudness.indices.dropFirst() {
            let (before, after) = (loudness[index - 1], loudness[index])
            if before < threshold && after >= threshold {
                rise = crossing(of: threshold, before, after, at: index)
            } else if before >= threshold && after < threshold, let began = rise {
                let ended = crossing(of: threshold, before, after, at: index)
                // Half the loudness is where half an edge is over, on both sides.
                let length = Self.length - Self.edge
                if abs(ended - began - length) < 0.005 { beginnings.append((began + ended - Self.length) / 2) }
                rise = nil
            }
        }
        return beginnings
    }

    private func crossing(of threshold: Float, _ before: Float, _ after: Float, at index: Int) -> Double {
        let part = Double((threshold - before) / (after - before))
        return (Double(index - 1) + part) / Double(sampleRate)
    }

    /// How loud 1 kHz is around each sample.
    private func loudness(of sound: [Float]) -> [Float] {
        let period = sampleRate / Int(Self.frequency)
        let window = period * Self.windowPeriods
        let angles = (0..<period).map { 2 * Double.pi * Double($0) / Double(period) }
        let cosines = angles.map { Float(cos($0)) }
        let sines = angles.map { Float(sin($0)) }
        var loudness = [Float](repeating: 0, count: sound.count)
        guard sound.count > window else { return loudness }
        // In double precision: what is added and taken away again must leave nothing behind.
        var (real, imaginary) = (0.0, 0.0)
        for index in sound.indices {
            let phase = index % period
            real += Double(sound[index] * cosines[phase])
            imaginary += Double(sound[index] * sines[phase])
            guard index >= window else { continue }
            let old = sound[index - window]
            // A window is whole periods, so the old sample has the same phase.
            real -= Double(old * cosines[phase])
            imaginary -= Double(old * sines[phase])
            loudness[index - window / 2] = Float((real * real + imaginary * imaginary).squareRoot()) * 2 / Float(window)
        }
        return loudness
    }
}
