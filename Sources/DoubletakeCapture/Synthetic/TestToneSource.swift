import DoubletakeMedia
import Glibc

/// A source of a steady tone: at -20 dB, as line-up tones are, in stereo at 48 kHz; 1 kHz unless another is wanted.
///
/// A buffer of 20 ms is delivered once its last sample is due, as a real source would.
final class TestToneSource: AudioSource {
    /// The hertz of the tone that an id means; nil when it means none.
    static func frequency(of id: String) -> Int? {
        if id == "test:tone" { return 1_000 }
        guard id.hasPrefix("test:tone:"), let frequency = Int(id.dropFirst(10)), frequencies.contains(frequency) else {
            return nil
        }
        return frequency
    }

    /// What can be heard, and can be told apart from a neighbour.
    private static let frequencies = 20...20_000
    /// -20 dB.
    static let amplitude = 0.1

    let device: CaptureDevice
    let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    private static let bufferSampleCount = 960
    /// A second of it, which is a whole number of periods.
    private let samples: [Float]
    private let impairments: Impairments
    private let clock: any MediaClock
    private let thread: ClockedThread

    init(device: CaptureDevice, frequency: Int, impairments: Impairments, clock: any MediaClock) {
        self.device = device
        samples = Self.samples(format, frequency: frequency)
        self.impairments = impairments
        self.clock = clock
        thread = ClockedThread(name: device.id, clock: clock)
    }

    func start(_ output: AudioSourceOutput) throws(CaptureError) {
        let start = clock.now
        try thread.start { [self] in run(output, from: start) }
    }

    func stop() {
        thread.stop()
    }

    private func run(_ output: AudioSourceOutput, from start: MediaTime) {
        var generator = SeededGenerator(seed: impairments.seed)
        let jitter = 0...impairments.deliveryJitter.wholeNanoseconds
        var position = 0
        while true {
            let buffer = tone(at: position, from: start)
            let delay = Duration.nanoseconds(Int64.random(in: jitter, using: &generator))
            guard thread.wait(until: buffer.endTime + delay) else { return }
            output.deliver(buffer)
            position += buffer.sampleCount
        }
    }

    private func tone(at position: Int, from start: MediaTime) -> AudioBuffer {
        let heard = format.duration(ofSamples: position) * (1 + impairments.drift / 1e6)
        // A second is a whole number of buffers, too.
        let first = position % format.sampleRate * format.channelCount
        let part = samples[first..<first + Self.bufferSampleCount * format.channelCount]
        return AudioBuffer(format: format, time: start + heard, samples: Array(part))
    }

    private static func samples(_ format: AudioFormat, frequency: Int) -> [Float] {
        (0..<format.sampleRate).flatMap { index -> [Float] in
            let turns = Double(frequency) * Double(index) / Double(format.sampleRate)
            return [Float](repeating: Float(amplitude * sin(2 * .pi * turns)), count: format.channelCount)
        }
    }
}
