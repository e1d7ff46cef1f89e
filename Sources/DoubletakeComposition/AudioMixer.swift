package import DoubletakeMedia

/// Mixes several tracks' unbroken runs of sound into one, sample for sample.
///
/// Everything is added as loud as it is, so that a voice over quiet music doesn't get quieter for the music's sake; only
/// where the sum is beyond full scale it is turned down for a moment (`PeakLimiter`). The mix has the first input's rate
/// and at most two channels (`ChannelFold`).
///
/// It goes as far as all inputs have come, and begins with the first sample of any. An input that has ended is silent
/// from then on, so the mix is as long as the longest. Inputs advance by the clock, as `AudioTrack`s do: one that
/// doesn't holds the others up, and what they bring is kept.
///
/// It is a value without threads, but the converters in it are shared by its copies: use one of them.
package struct AudioMixer: Sendable {
    /// Makes a converter of that input to another rate.
    package typealias ConverterMaker =
        (_ input: AudioFormat, _ sampleRate: Int) throws(SoundConversionError) -> any SampleRateConverter

    /// The largest sample that counts as sound: 60 dB over full scale.
    ///
    /// What is beyond, or is no number, comes from a broken device, and would turn everything else down for a second.
    private static let largestSample: Float = 1_000

    private struct Input {
        let format: AudioFormat
        let fold: ChannelFold
        let converter: (any SampleRateConverter)?
        /// Where in the mix the next sample belongs; nil before the first buffer.
        var end: Int?
        var hasFinished = false
    }

    /// Rate and channels of the mix.
    package let format: AudioFormat
    private var inputs: [Input]
    private var limiter: PeakLimiter
    private var start: MediaTime?
    /// The sum from `mixedEnd` on, not limited yet, as far as any input has come.
    private var sum: [Float] = []
    /// How many samples of each channel have been given out.
    private var mixedEnd = 0

    /// Creates a mixer.
    ///
    /// - Parameters:
    ///   - inputs: what comes in; at least one.
    ///   - output: another format than `format(ofMixing:)`, with one or two channels.
    ///   - makeConverter: is called for each input whose rate isn't the mix's, with its channels folded already.
    package init(
        inputs: [AudioFormat],
        output: AudioFormat? = nil,
        makeConverter: ConverterMaker
    ) throws(SoundConversionError) {
        let format = output ?? Self.format(ofMixing: inputs)
        var made: [Input] = []
        for input in inputs {
            let folded = AudioFormat(sampleRate: input.sampleRate, channelCount: format.channelCount)
            made.append(
                Input(
                    format: input,
                    fold: ChannelFold(from: input.channelCount, to: format.channelCount),
                    converter: folded == format ? nil : try makeConverter(folded, format.sampleRate)
                )
            )
        }
        self.format = format
        self.inputs = made
        limiter = PeakLimiter(format: format)
    }

    /// The format of a mix of these: the first one's rate, and the most channels, but at most two.
    package static func format(ofMixing inputs: [AudioFormat]) -> AudioFormat {
        guard let first = inputs.first else { preconditionFailure("a mix is made of at least one input") }
        let channelCount = inputs.reduce(1) { max($0, $1.channelCount) }
        return AudioFormat(sampleRate: first.sampleRate, channelCount: min(channelCount, 2))
    }

    /// Whether every input has ended, so that all of the mix has been given out.
    package var isComplete: Bool {
        inputs.allSatisfy { $0.hasFinished }
    }

    /// Takes an input's next buffer, which follows its one before without a gap.
    ///
    /// - Returns: what is mixed by now; often one buffer, or none.
    package mutating func append(_ buffer: AudioBuffer, input index: Int) throws(SoundConversionError) -> [AudioBuffer]
    {
        let input = inputs[index]
        precondition(!input.hasFinished, "an input that has ended brings nothing more")
        precondition(buffer.format == input.format, "an input keeps its format")
        if input.end == nil { begin(index, at: buffer.time) }
        let folded = input.fold(buffer.samples)
        if let converter = input.converter {
            let sound = AudioBuffer(format: converter.inputFormat, time: buffer.time, samples: folded)
            add(try converter.convert(sound).samples, input: index)
        } else {
            add(folded, input: index)
        }
        return takeMixed()
    }

    /// Ends an input: it is silent from now on.
    ///
    /// - Returns: what is mixed by now.
    package mutating func finish(input index: Int) throws(SoundConversionError) -> [AudioBuffer] {
        if inputs[index].hasFinished { return [] }
        if let converter = inputs[index].converter, inputs[index].end != nil {
            add(try converter.finish().samples, input: index)
        }
        inputs[index].hasFinished = true
        return takeMixed()
    }

    private mutating func begin(_ index: Int, at time: MediaTime) {
        let start = start ?? time
        let position = format.sampleCount(in: time - start)
        if position < 0 {
            // Nothing has been given out yet, since this input had not begun.
            let silence = [Float](repeating: 0, count: -position * format.channelCount)
            sum.insert(contentsOf: silence, at: 0)
            for other in inputs.indices { inputs[other].end = inputs[other].end.map { $0 - position } }
        }
        inputs[index].end = max(position, 0)
        self.start = min(start, time)
    }

    private mutating func add(_ samples: [Float], input index: Int) {
        guard let position = inputs[index].end else { return }
        inputs[index].end = position + samples.count / format.channelCount
        let first = (position - mixedEnd) * format.channelCount
        let missing = first + samples.count - sum.count
        if missing > 0 { sum.append(contentsOf: repeatElement(0, count: missing)) }
        let source = samples.span
        var target = sum.mutableSpan
        for offset in source.indices {
            let value = source[offset]
            // False for what is no number, too.
            if value.magnitude <= Self.largestSample { target[first + offset] += value }
        }
    }

    private mutating func takeMixed() -> [AudioBuffer] {
        let waiting = inputs.filter { !$0.hasFinished }
        // An input that has not begun holds the others up.
        let end =
            waiting.isEmpty
            ? inputs.compactMap { $0.end }.max() ?? 0
            : waiting.reduce(Int.max) { min($0, $1.end ?? 0) }
        guard let start, end > mixedEnd else { return [] }
        let count = (end - mixedEnd) * format.channelCount
        // Where every input that goes on has begun late, all that have ended are silent.
        if count > sum.count { sum.append(contentsOf: repeatElement(0, count: count - sum.count)) }
        var samples = Array(sum[..<count])
        sum.removeFirst(count)
        limiter.limit(&samples)
        let time = start + format.duration(ofSamples: mixedEnd)
        mixedEnd = end
        return [AudioBuffer(format: format, time: time, samples: samples)]
    }
}
