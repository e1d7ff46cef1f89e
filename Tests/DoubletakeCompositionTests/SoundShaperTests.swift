import DoubletakeComposition
import DoubletakeMedia
import Foundation
import Testing

struct SoundShaperTests {
    private static let stereo = AudioFormat(sampleRate: 48_000, channelCount: 2)
    private static let time = MediaTime(nanoseconds: 7_000_000_000)

    /// Two channels: the same tone, as loud in each as is said.
    private func tone(_ left: Float, _ right: Float, seconds: Double = 0.1) -> AudioBuffer {
        let samples = (0..<Int(48_000 * seconds)).flatMap { number -> [Float] in
            let value = Float(sin(2 * .pi * 440 * Double(number) / 48_000))
            return [left * value, right * value]
        }
        return AudioBuffer(format: Self.stereo, time: Self.time, samples: samples)
    }

    /// The peaks of each channel of what comes out at last when the same buffer comes again and again.
    private func peaks(_ shape: SoundShape, of buffers: [AudioBuffer]) -> [Float] {
        var shaper = SoundShaper(shape, for: Self.stereo)
        let last = buffers.map { shaper.shape($0) }.last ?? buffers[0]
        return (0..<last.format.channelCount).map { channel in
            stride(from: channel, to: last.samples.count, by: last.format.channelCount)
                .map { abs(last.samples[$0]) }.max() ?? 0
        }
    }

    private func isNear(_ values: [Float], _ wanted: [Float]) -> Bool {
        values.count == wanted.count && zip(values, wanted).allSatisfy { abs($0 - $1) < 0.01 }
    }

    @Test("Sound with nothing to change passes to the bit", arguments: [MicrophoneChannels.auto, .stereo])
    func nothing(channels: MicrophoneChannels) {
        var shaper = SoundShaper(SoundShape(channels: channels), for: Self.stereo)
        for _ in 0..<30 {
            let buffer = tone(0.5, 0.1)
            let shaped = shaper.shape(buffer)
            #expect(shaped.samples == buffer.samples && shaped.time == buffer.time)
        }
    }

    @Test("A gain is in decibels, and what it brings beyond full scale is turned down and not cut off")
    func gain() {
        #expect(isNear(peaks(SoundShape(gain: -6.0206), of: [tone(0.8, 0.4)]), [0.4, 0.2]))
        #expect(isNear(peaks(SoundShape(gain: 6.0206), of: [tone(0.4, 0.2)]), [0.8, 0.4]))
        let loud = peaks(SoundShape(gain: 20), of: [tone(0.5, 0.25), tone(0.5, 0.25)])
        #expect(isNear(loud, [1, 0.5]))
    }

    @Test("An offset shifts the times and nothing else", arguments: [250, -250])
    func offset(milliseconds: Int) {
        var shaper = SoundShaper(SoundShape(offset: .milliseconds(milliseconds)), for: Self.stereo)
        let buffer = tone(0.5, 0.5)
        let shaped = shaper.shape(buffer)
        #expect(shaped.time == buffer.time + .milliseconds(milliseconds) && shaped.samples == buffer.samples)
    }

    @Test("One channel is the left one, the right one, or the mean of both")
    func single() {
        let buffers = [tone(0.8, 0.4)]
        #expect(isNear(peaks(SoundShape(channels: .left), of: buffers), [0.8]))
        #expect(isNear(peaks(SoundShape(channels: .right), of: buffers), [0.4]))
        #expect(isNear(peaks(SoundShape(channels: .mix), of: buffers), [0.6]))
    }

    @Test("A voice on one side is heard in both ears, as loud as it is, after a second", arguments: [true, false])
    func dead(isLeft: Bool) {
        let buffers = (0..<13).map { _ in isLeft ? tone(0.0005, 0.8) : tone(0.8, 0) }
        #expect(isNear(peaks(SoundShape(channels: .auto), of: buffers), [0.8, 0.8]))
        #expect(isNear(peaks(SoundShape(channels: .mix), of: buffers), [0.8]))
        let early = peaks(SoundShape(channels: .auto), of: Array(buffers.prefix(9)))
        #expect(isNear(early, isLeft ? [0, 0.8] : [0.8, 0]))
    }

    @Test("A channel that comes alive is heard again, and the change makes no step")
    func alive() {
        let dead = (0..<13).map { _ in tone(0.8, 0) }
        #expect(isNear(peaks(SoundShape(channels: .auto), of: dead + [tone(0.8, 0.1), tone(0.8, 0.1)]), [0.8, 0.1]))
        var shaper = SoundShaper(SoundShape(channels: .auto), for: Self.stereo)
        let samples = (dead + [tone(0.8, 0.1)]).flatMap { shaper.shape($0).samples }
        let right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
        // The tone itself changes by 0.046 from one sample to the next at most.
        #expect(zip(right, right.dropFirst()).allSatisfy { abs($0 - $1) < 0.05 })
    }

    @Test("Silence, a quiet room, and other numbers of channels decide nothing")
    func undecided() {
        let quiet = (0..<30).map { _ in tone(0.005, 0) }
        #expect(isNear(peaks(SoundShape(channels: .auto), of: quiet + [tone(0.8, 0, seconds: 0.02)]), [0.8, 0]))
        let mono = AudioFormat(sampleRate: 48_000, channelCount: 1)
        var shaper = SoundShaper(SoundShape(channels: .mix), for: mono)
        #expect(shaper.format == mono)
        #expect(shaper.shape(AudioBuffer(format: mono, time: .zero, samples: [0.5, 0])).samples == [0.5, 0])
        #expect(
            SoundShaper(SoundShape(channels: .left), for: AudioFormat(sampleRate: 8_000, channelCount: 6)).format
                .channelCount == 6)
    }
}
