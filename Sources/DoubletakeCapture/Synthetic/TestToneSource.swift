import DoubletakeMedia
import Glibc

/// A source of a steady tone: 1 kHz at -20 dB, as line-up tones are, in stereo at 48 kHz.
///
/// A buffer of 20 ms is delivered once its last sample is due, as a real source would.
final class TestToneSource: AudioSource {
    /// 1 kHz.
    static let frequency = 1_000.0
    /// -20 dB.
    static let amplitude = 0.1

    let device: CaptureDevice
    let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    private static let bufferSampleCount = 960
    private let samples: [Float]
    private let impairments: Impairments
    private let clock: any MediaClock
    private let thread: ClockedThread

    init(device: CaptureDevice, impairments: Impairments, clock: any MediaClock) {
        self.device = device
        samples = Self.samples(format)
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
        return AudioBuffer(format: format, time: start + heard, samples: samples)
    }

    /// The samples of a buffer: all buffers have the same, since each holds twenty whole periods.
    private static func samples(_ format: AudioFormat) -> [Float] {
        (0..<bufferSampleCount).flatMap { index -> [Float] in
            let turns = frequency * Double(index) / Double(format.sampleRate)
            return [Float](repeating: Float(amplitude * sin(2 * .pi * turns)), count: format.channelCount)
        }
    }
}
