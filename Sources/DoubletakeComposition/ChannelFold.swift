import DoubletakeMedia

/// Brings sound of any number of channels to one or two.
///
/// - One channel is heard in both ears, as loud as it is: a voice must not get quieter because it is in stereo now.
/// - Two channels become one as their mean.
/// - More are folded down as Recommendation ITU-R BS.775-3 says (annex 4): the front ones stay as loud as they are, the
///   centre and the surround ones are added 3 dB lower, and the channel of low frequencies is left out. Nothing is made
///   quieter for the sum's sake, so it may be above full scale: the mixer's limiter takes care of that.
///
/// The channels of more than two are taken to be in the order of WAVE files, which sound servers have too.
struct ChannelFold {
    private static let minus3Decibels: Float = 0.707_106_8

    private let inputChannelCount: Int
    private let outputChannelCount: Int
    /// How much of each input channel is in each output channel; all of the first output channel's numbers first.
    private let gains: [Float]

    /// Creates a fold to one or two channels.
    init(from inputChannelCount: Int, to outputChannelCount: Int) {
        precondition((1...2).contains(outputChannelCount), "sound is folded to one or two channels")
        self.inputChannelCount = inputChannelCount
        self.outputChannelCount = outputChannelCount
        let (left, right) = Self.stereoGains(ofChannels: inputChannelCount)
        switch (inputChannelCount, outputChannelCount) {
        case (1, 1): gains = [1]
        case (_, 1): gains = zip(left, right).map { ($0 + $1) / 2 }
        default: gains = left + right
        }
    }

    /// The same samples with the channels folded.
    func callAsFunction(_ samples: [Float]) -> [Float] {
        if inputChannelCount == outputChannelCount { return samples }
        let sampleCount = samples.count / inputChannelCount
        var result = [Float](repeating: 0, count: sampleCount * outputChannelCount)
        for output in 0..<outputChannelCount {
            for input in 0..<inputChannelCount {
                let gain = gains[output * inputChannelCount + input]
                if gain != 0 { add(channel: input, of: samples, to: output, of: &result, gain: gain) }
            }
        }
        return result
    }

    private func add(channel: Int, of samples: [Float], to output: Int, of result: inout [Float], gain: Float) {
        let source = samples.span
        var target = result.mutableSpan
        var from = channel
        var to = output
        while to < target.count {
            target[to] += gain * source[from]
            from += inputChannelCount
            to += outputChannelCount
        }
    }

    private static func stereoGains(ofChannels count: Int) -> (left: [Float], right: [Float]) {
        let part = minus3Decibels
        let (left, right, both, neither): ((Float, Float), (Float, Float), (Float, Float), (Float, Float)) =
            ((1, 0), (0, 1), (part, part), (0, 0))
        let (backLeft, backRight): ((Float, Float), (Float, Float)) = ((part, 0), (0, part))
        // A single channel at the back is shared by both surround ones first.
        let backCenter = (part * part, part * part)
        let channels: [(Float, Float)] =
            switch count {
            case 1: [(1, 1)]
            case 2: [left, right]
            case 3: [left, right, both]
            case 4: [left, right, backLeft, backRight]
            case 5: [left, right, both, backLeft, backRight]
            case 6: [left, right, both, neither, backLeft, backRight]
            case 7: [left, right, both, neither, backCenter, backLeft, backRight]
            case 8: [left, right, both, neither, backLeft, backRight, backLeft, backRight]
            // There is no order for so many; what is heard on the one side or the other stays there.
            default: [left, right] + (2..<count).map { $0.isMultiple(of: 2) ? backLeft : backRight }
            }
        return (channels.map { $0.0 }, channels.map { $0.1 })
    }
}
