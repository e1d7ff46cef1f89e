package import DoubletakeMedia
import Glibc

/// A device whose clock isn't ours: a steady tone in the first channel, and in the second a pulse at each whole minute.
package struct DriftingDevice {
    /// The tone, in turns a sample of the device.
    package static let turnsPerSample = 997.0 / 48_000
    /// When it begins.
    package static let start = MediaTime(nanoseconds: 60_000_000_000)
    /// How long a pulse is, in samples; its middle is the instant.
    private static let pulseLength = 64
    private static let table: [Float] = (0..<2 * 48_000).flatMap { number -> [Float] in
        [Float(0.5 * sin(2 * .pi * turnsPerSample * Double(number))), 0]
    }

    /// What it says of itself; two channels.
    package let format: AudioFormat
    /// How many samples it delivers in one of our seconds.
    package var deliveryRate: Double
    /// How much later than its instant a buffer is stamped, at most.
    package var jitter = Duration.zero
    private var position = 0
    private var time = Self.start
    private var generator = SeededGenerator(seed: 5)

    /// Describes a device that is slow by so many millionths, or fast.
    package init(sampleRate: Int = 48_000, slowBy partsPerMillion: Double) {
        format = AudioFormat(sampleRate: sampleRate, channelCount: 2)
        deliveryRate = Double(sampleRate) / (1 + partsPerMillion / 1e6)
    }

    /// How long it has gone on.
    package var elapsed: Duration { time - Self.start }

    /// Loses what it hears for so long.
    package mutating func pause(_ duration: Duration) {
        time = time + duration
    }

    /// What it hears next.
    package mutating func next(_ count: Int) -> AudioBuffer {
        let offset = position % 48_000
        precondition(count <= 48_000, "a buffer is no longer than the table")
        var samples = Array(Self.table[2 * offset..<2 * (offset + count)])
        let end = time + .nanoseconds(Int64((Double(count) / deliveryRate * 1e9).rounded()))
        addPulse(to: &samples, count)
        let late = Duration.nanoseconds(Int64.random(in: 0...jitter.wholeNanoseconds, using: &generator))
        defer {
            position += count
            time = end
        }
        return AudioBuffer(format: format, time: time + late, samples: samples)
    }

    /// The pulse of a minute whose middle is in these samples or near them.
    private func addPulse(to samples: inout [Float], _ count: Int) {
        let minute = ((time - Self.start).inSeconds / 60).rounded()
        let middle = (minute * 60 - (time - Self.start).inSeconds) * deliveryRate
        let half = Double(Self.pulseLength) / 2
        guard middle > -half, middle < Double(count) + half else { return }
        for number in max(Int(middle - half), 0)..<min(Int(middle + half), count) {
            let distance = (Double(number) - middle) / half
            samples[2 * number + 1] = Float(0.25 * (1 + cos(.pi * min(max(distance, -1), 1))))
        }
    }
}
