import DoubletakeComposition
import DoubletakeMedia

/// Doubles a rate by repeating every sample, and holds some samples back, as a real converter does.
final class DoublingConverter: SampleRateConverter, @unchecked Sendable {
    // @unchecked: the test's own thread uses it.
    let inputFormat: AudioFormat
    let outputFormat: AudioFormat
    private let heldCount: Int
    private var held: [Float] = []
    private var firstTime: MediaTime?
    private var deliveredCount = 0

    init(_ input: AudioFormat, holding heldCount: Int = 3) {
        inputFormat = input
        outputFormat = AudioFormat(sampleRate: 2 * input.sampleRate, channelCount: input.channelCount)
        self.heldCount = heldCount
    }

    func convert(_ buffer: AudioBuffer) throws(SoundConversionError) -> AudioBuffer {
        guard buffer.sampleCount != 13 else {
            throw .failed(input: inputFormat, sampleRate: outputFormat.sampleRate, reason: "13 samples")
        }
        firstTime = firstTime ?? buffer.time
        held += buffer.samples
        return take(max(held.count / inputFormat.channelCount - heldCount, 0))
    }

    func finish() throws(SoundConversionError) -> AudioBuffer {
        take(held.count / inputFormat.channelCount)
    }

    private func take(_ count: Int) -> AudioBuffer {
        let channelCount = inputFormat.channelCount
        let samples = (0..<count).flatMap { index -> [Float] in
            let sample = Array(held[index * channelCount..<(index + 1) * channelCount])
            return sample + sample
        }
        held.removeFirst(count * channelCount)
        defer { deliveredCount += 2 * count }
        let time = (firstTime ?? .zero) + outputFormat.duration(ofSamples: deliveredCount)
        return AudioBuffer(format: outputFormat, time: time, samples: samples)
    }
}
