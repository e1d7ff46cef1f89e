package import DoubletakeMedia

/// What becomes of the two channels of a microphone.
public enum MicrophoneChannels: String, CaseIterable, Sendable {
    /// As they are; but where only one is alive it is heard in both ears.
    case auto
    /// One channel, the mean of those that are alive.
    case mix
    /// One channel, the left one.
    case left
    /// One channel, the right one.
    case right
    /// As they are.
    case stereo
}

/// Brings the channels of a microphone to where they are wanted.
///
/// Many microphones say that they have two channels and have a capsule for one, so that a voice is in one ear only; and
/// the mean of a voice and of nothing is 6 dB too quiet. A channel counts as dead when it has been far below the other
/// one for a second in which something was heard. What changes then changes smoothly. A microphone of one channel, or
/// of more than two, is left as it is.
///
/// It is a value without threads.
package struct ChannelCentring: Sendable {
    /// How far below the other one a dead channel is: 50 dB.
    ///
    /// More, and the noise of an open cable counts as alive; less, and of two people with a microphone each the one who
    /// is silent counts as dead.
    private static let deadShare: Float = 0.003
    /// How loud the other one must be meanwhile: -40 dB.
    ///
    /// Less, and the noise of a quiet room decides; more, and a quiet voice stays in one ear.
    private static let leastPeak: Float = 0.01
    /// For how long, in seconds.
    ///
    /// Shorter, and a word decides; longer, and a voice stays in one ear for so long.
    private static let proof = 1.0
    /// How long a change takes, in seconds: long enough that nobody hears it click.
    private static let changeTime = 0.05

    private let mode: MicrophoneChannels
    private let input: AudioFormat
    /// What comes out.
    package let format: AudioFormat
    /// For how long each channel has been far below the other, in seconds.
    private var deadTimes: [Double] = [0, 0]
    /// How much of itself each channel still has; the rest is the other's.
    private var shares: [Float] = [1, 1]

    /// Creates a stage for sound of that format.
    package init(_ mode: MicrophoneChannels, for input: AudioFormat) {
        self.input = input
        self.mode = input.channelCount == 2 ? mode : .stereo
        let isSingle = [MicrophoneChannels.mix, .left, .right].contains(self.mode)
        format = AudioFormat(sampleRate: input.sampleRate, channelCount: isSingle ? 1 : input.channelCount)
    }

    /// The next samples, with their channels where they are wanted.
    package mutating func apply(to samples: [Float]) -> [Float] {
        switch mode {
        case .stereo: return samples
        case .left: return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        case .right: return stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
        case .auto, .mix:
            lookForDead(in: samples)
            if mode == .auto, shares == [1, 1], !isDead(0), !isDead(1) { return samples }
            return centred(samples)
        }
    }

    private func isDead(_ channel: Int) -> Bool {
        deadTimes[channel] >= Self.proof
    }

    private mutating func lookForDead(in samples: [Float]) {
        let values = samples.span
        var (left, right): (Float, Float) = (0, 0)
        var index = 0
        while index < values.count {
            left = max(left, values[index].magnitude)
            right = max(right, values[index + 1].magnitude)
            index += 2
        }
        let duration = Double(samples.count / 2) / Double(input.sampleRate)
        for (channel, own, other) in [(0, left, right), (1, right, left)] {
            if own > other * Self.deadShare, own > Self.leastPeak * Self.deadShare {
                deadTimes[channel] = 0
            } else if other > Self.leastPeak {
                deadTimes[channel] = min(deadTimes[channel] + duration, Self.proof)
            }
        }
    }

    private mutating func centred(_ samples: [Float]) -> [Float] {
        let step = 1 / Float(Self.changeTime * Double(input.sampleRate))
        let goals: [Float] = [isDead(0) ? 0 : 1, isDead(1) ? 0 : 1]
        let values = samples.span
        var (left, right) = (shares[0], shares[1])
        var result: [Float] = []
        result.reserveCapacity(samples.count / 2 * format.channelCount)
        var index = 0
        while index < values.count {
            left += min(max(goals[0] - left, -step), step)
            right += min(max(goals[1] - right, -step), step)
            let ownLeft = values[index] * left + values[index + 1] * (1 - left)
            let ownRight = values[index + 1] * right + values[index] * (1 - right)
            if mode == .mix {
                result.append((ownLeft + ownRight) / 2)
            } else {
                result.append(ownLeft)
                result.append(ownRight)
            }
            index += 2
        }
        shares = [left, right]
        return result
    }
}
