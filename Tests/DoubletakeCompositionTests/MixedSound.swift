import DoubletakeComposition
import DoubletakeMedia

/// A mix that is made of whole runs of sound, cut into buffers of any length.
struct MixedSound {
    /// What came out, one after the other.
    private(set) var samples: [Float] = []
    /// Whether every buffer followed the one before, to the nanosecond.
    private(set) var isUnbroken = true
    /// Whether the mix was always as far as the input that had come least far, and never further.
    private(set) var isPrompt = true
    private(set) var start: MediaTime?
    let format: AudioFormat

    /// Mixes runs that all begin at `start`, cut at random.
    init(
        _ runs: [AudioBuffer],
        longestBuffer: Int = 700,
        using generator: inout SeededGenerator
    ) throws(SoundConversionError) {
        var mixer = try AudioMixer(inputs: runs.map { $0.format }) { input, _ throws(SoundConversionError) in
            DoublingConverter(input)
        }
        format = mixer.format
        var positions = [Int](repeating: 0, count: runs.count)
        var open = Array(runs.indices)
        let isConverted = runs.contains { $0.format.sampleRate != runs[0].format.sampleRate }
        while let index = open.randomElement(using: &generator) {
            let rest = runs[index].dropping(first: positions[index])
            if rest.samples.isEmpty {
                take(try mixer.finish(input: index))
                open.removeAll { $0 == index }
            } else {
                // The fake converter doesn't like 13 samples.
                let count = Int.random(in: 0...longestBuffer, using: &generator)
                take(try mixer.append(rest.prefix(count == 13 ? 14 : count), input: index))
                positions[index] += min(count == 13 ? 14 : count, rest.sampleCount)
            }
            let least = open.map { positions[$0] }.min() ?? runs.map { $0.sampleCount }.max() ?? 0
            if !isConverted, samples.count / format.channelCount != least { isPrompt = false }
        }
        isPrompt = isPrompt && mixer.isComplete
    }

    private mutating func take(_ buffers: [AudioBuffer]) {
        for buffer in buffers {
            let first = start ?? buffer.time
            start = first
            let expected = first + format.duration(ofSamples: samples.count / format.channelCount)
            if buffer.format != format || buffer.time != expected || buffer.samples.isEmpty { isUnbroken = false }
            samples += buffer.samples
        }
    }
}
