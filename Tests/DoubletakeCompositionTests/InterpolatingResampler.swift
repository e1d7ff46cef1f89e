import DoubletakeComposition
import DoubletakeMedia

/// A resampler that draws straight lines between samples, and holds some samples back, as a real one does.
final class InterpolatingResampler: VariableRateResampler, @unchecked Sendable {
    // @unchecked: the test's own thread uses it.

    private static let lookahead = 8.0

    private let channelCount: Int
    private let step: Double
    private let refuses: Bool
    private var samples: [Float] = []
    /// Where the next sample that comes out is, in samples that came in and are kept.
    private var position = 0.0
    private var stretch = 0.0

    init(to format: AudioFormat, fromRate rate: Int, refusesStretch: Bool = false) {
        channelCount = format.channelCount
        step = Double(rate) / Double(format.sampleRate)
        refuses = refusesStretch
    }

    var heldSampleCount: Double { Double(count) - position }

    private var count: Int { samples.count / channelCount }

    func stretch(by part: Double) throws(SoundConversionError) {
        if refuses, part != 0 {
            let format = AudioFormat(sampleRate: 48_000, channelCount: channelCount)
            throw .failed(input: format, sampleRate: 48_000, reason: "out of memory")
        }
        stretch = part
    }

    func convert(_ new: [Float]) -> [Float] {
        samples += new
        return take(upTo: Double(count) - Self.lookahead)
    }

    func finish() -> [Float] {
        take(upTo: Double(count))
    }

    private func take(upTo end: Double) -> [Float] {
        var result: [Float] = []
        while position < end {
            let first = Int(position)
            let part = Float(position - Double(first))
            for channel in 0..<channelCount {
                let value = samples[first * channelCount + channel]
                let next = first + 1 < count ? samples[(first + 1) * channelCount + channel] : value
                result.append(value + part * (next - value))
            }
            position += step * (1 - stretch)
        }
        let done = min(Int(position), count)
        samples.removeFirst(done * channelCount)
        position -= Double(done)
        return result
    }
}
