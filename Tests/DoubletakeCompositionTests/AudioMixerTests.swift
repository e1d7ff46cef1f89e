import DoubletakeComposition
import DoubletakeMedia
import Foundation
import Testing

struct AudioMixerTests {
    private static let stereo = AudioFormat(sampleRate: 48_000, channelCount: 2)
    private static let mono = AudioFormat(sampleRate: 48_000, channelCount: 1)
    private static let start = MediaTime(nanoseconds: 1_234_567_891)

    private func buffer(_ samples: [Float], _ format: AudioFormat, at time: MediaTime = start) -> AudioBuffer {
        AudioBuffer(format: format, time: time, samples: samples)
    }

    private func noise(
        _ sampleCount: Int,
        _ format: AudioFormat,
        upTo amplitude: Float,
        using generator: inout SeededGenerator
    ) -> AudioBuffer {
        buffer(
            (0..<sampleCount * format.channelCount).map { _ in
                Float.random(in: -amplitude...amplitude, using: &generator)
            },
            format
        )
    }

    private func tone(amplitude: Float, frequency: Double, sampleCount: Int) -> [Float] {
        (0..<sampleCount).map { amplitude * Float(sin(2 * Double.pi * frequency * Double($0) / 48_000)) }
    }

    /// What a mixer of inputs of its own rate makes of whole runs.
    private func mix(_ runs: [AudioBuffer], output: AudioFormat? = nil) throws -> [Float] {
        var mixer = try AudioMixer(inputs: runs.map { $0.format }, output: output) {
            _, _ throws(SoundConversionError) in
            preconditionFailure("the rates are the same")
        }
        var mixed: [AudioBuffer] = []
        for (index, run) in runs.enumerated() { mixed += try mixer.append(run, input: index) }
        for index in runs.indices { mixed += try mixer.finish(input: index) }
        return mixed.flatMap { $0.samples }
    }

    @Test(
        "Whatever the buffers' lengths, each sample is the sum of those of its instant",
        arguments: 1...12 as ClosedRange<UInt64>)
    func sum(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let runs = [
            noise(Int.random(in: 0...9_000, using: &generator), Self.mono, upTo: 0.3, using: &generator),
            noise(Int.random(in: 0...9_000, using: &generator), Self.stereo, upTo: 0.3, using: &generator),
            noise(Int.random(in: 0...9_000, using: &generator), Self.stereo, upTo: 0.3, using: &generator),
        ]
        let mixed = try MixedSound(runs, longestBuffer: seed.isMultiple(of: 2) ? 700 : 20, using: &generator)
        #expect(mixed.format == Self.stereo)
        #expect(mixed.isUnbroken && mixed.isPrompt)
        #expect(mixed.start == Self.start)
        let length = runs.map { $0.sampleCount }.max() ?? 0
        #expect(mixed.samples.count == 2 * length)
        for index in mixed.samples.indices {
            var expected: Float = 0
            for run in runs {
                let position = run.format == Self.mono ? index / 2 : index
                if position < run.samples.count { expected += run.samples[position] }
            }
            // Three numbers are added in another order.
            if abs(mixed.samples[index] - expected) > 1e-6 {
                Issue.record("sample \(index) is \(mixed.samples[index]) and not \(expected)")
                return
            }
        }
    }

    @Test("A voice stays as loud as it is, to the bit, alone and beside silence")
    func alone() throws {
        var generator = SeededGenerator(seed: 4)
        let voice = noise(5_000, Self.stereo, upTo: 1, using: &generator)
        #expect(try mix([voice]) == voice.samples)
        #expect(try mix([voice, AudioBuffer(silence: 5_000, format: Self.stereo, time: Self.start)]) == voice.samples)
    }

    @Test("A single channel is heard in both ears, as loud as it is")
    func mono() throws {
        let music = buffer([0.5, -0.5, 0.25, 0.125], Self.stereo)
        #expect(try mix([buffer([0.125, 0.25], Self.mono), music]) == [0.625, -0.375, 0.5, 0.375])
        #expect(try mix([buffer([0.125, 0.25], Self.mono)]) == [0.125, 0.25])
    }

    @Test("The mix has the first input's rate and the most channels, at most two")
    func format() {
        let surround = AudioFormat(sampleRate: 44_100, channelCount: 6)
        #expect(AudioMixer.format(ofMixing: [Self.mono]) == Self.mono)
        #expect(AudioMixer.format(ofMixing: [Self.mono, surround]) == Self.stereo)
        #expect(AudioMixer.format(ofMixing: [surround]) == AudioFormat(sampleRate: 44_100, channelCount: 2))
    }

    @Test(
        "Many channels are folded down: the front ones stay, centre and surround are 3 dB lower, low frequencies left out",
        arguments: [
            (3, [(1, 0), (0, 1), (0.7071, 0.7071)]),
            (4, [(1, 0), (0, 1), (0.7071, 0), (0, 0.7071)]),
            (6, [(1, 0), (0, 1), (0.7071, 0.7071), (0, 0), (0.7071, 0), (0, 0.7071)]),
            (7, [(1, 0), (0, 1), (0.7071, 0.7071), (0, 0), (0.5, 0.5), (0.7071, 0), (0, 0.7071)]),
            (8, [(1, 0), (0, 1), (0.7071, 0.7071), (0, 0), (0.7071, 0), (0, 0.7071), (0.7071, 0), (0, 0.7071)]),
            (10, [(1, 0), (0, 1)] + (0..<4).flatMap { _ in [(0.7071, 0), (0, 0.7071)] }),
        ] as [(Int, [(Float, Float)])]
    )
    func fold(channelCount: Int, gains: [(Float, Float)]) throws {
        let format = AudioFormat(sampleRate: 48_000, channelCount: channelCount)
        for (channel, gain) in gains.enumerated() {
            var samples = [Float](repeating: 0, count: 2 * channelCount)
            samples[channel] = 0.5
            samples[channelCount + channel] = -0.25
            let stereo = try mix([buffer(samples, format)])
            let expected = [0.5 * gain.0, 0.5 * gain.1, -0.25 * gain.0, -0.25 * gain.1]
            #expect(zip(stereo, expected).allSatisfy { abs($0 - $1) < 1e-4 } && stereo.count == 4)
            let mono = try mix([buffer(samples, format)], output: Self.mono)
            #expect(abs(mono[0] - (expected[0] + expected[1]) / 2) < 1e-4 && mono.count == 2)
        }
    }

    @Test("Two loud sounds never go beyond full scale, and aren't cut off at it")
    func limited() throws {
        let loud = tone(amplitude: 1, frequency: 440, sampleCount: 48_000)
        let mixed = try mix([buffer(loud, Self.mono), buffer(loud, Self.mono)])
        #expect(mixed.allSatisfy { abs($0) <= 1 })
        // After the first wave it is the tone itself, turned down to full scale.
        let error = zip(mixed, loud).dropFirst(480).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(error < 0.02)
        let cutOff = loud.reduce(0) { max($0, abs(min(max(2 * $1, -1), 1) - $1)) }
        #expect(cutOff > 0.2, "cutting the peaks off would be heard")
    }

    @Test("After something too loud the rest comes back to exactly what it was, both ears alike")
    func recovered() throws {
        let quiet = tone(amplitude: 0.4, frequency: 300, sampleCount: 144_000)
        var loud = [Float](repeating: 0, count: 144_000)
        loud.replaceSubrange(1_000..<3_000, with: [Float](repeating: 1.5, count: 2_000))
        // Only the left ear has the loud sound.
        let mixed = try mix([
            buffer(quiet.flatMap { [$0, $0] }, Self.stereo), buffer(loud.flatMap { [$0, 0] }, Self.stereo),
        ])
        #expect(mixed[..<2_000].elementsEqual(quiet[..<1_000].flatMap { [$0, $0] }))
        #expect(mixed[200_000...].elementsEqual(quiet[100_000...].flatMap { [$0, $0] }))
        let balance = (1_000..<3_000).filter { number in
            let gain = mixed[2 * number] / (quiet[number] + 1.5)
            return abs(mixed[2 * number + 1] - quiet[number] * gain) > 1e-5
        }
        #expect(balance.isEmpty, "the picture of left and right stays")
    }

    @Test("What is no number, or far too large for sound, counts as silence")
    func noNumber() throws {
        let broken = buffer([.nan, .infinity, -1e9, 0.25], Self.mono)
        #expect(try mix([broken, buffer([0.5, 0.5, 0.5, 0.5], Self.mono)]) == [0.5, 0.5, 0.5, 0.75])
    }

    @Test("An input that has ended, or never began, is silent; one that has not begun is waited for")
    func ends() throws {
        var mixer = try AudioMixer(inputs: [Self.mono, Self.mono, Self.mono]) {
            _, _ throws(SoundConversionError) in
            preconditionFailure("the rates are the same")
        }
        #expect(try mixer.append(buffer([0.5, 0.25], Self.mono), input: 0).isEmpty)
        #expect(try mixer.append(buffer([0.125], Self.mono), input: 1).isEmpty)
        let first = try mixer.finish(input: 2)
        #expect(first.map { $0.samples } == [[0.625]])
        #expect(try mixer.finish(input: 1).map { $0.samples } == [[0.25]])
        #expect(try mixer.finish(input: 1).isEmpty)
        let later = buffer([1], Self.mono, at: Self.start + Self.mono.duration(ofSamples: 2))
        let last = try mixer.append(later, input: 0)
        #expect(last.map { $0.samples } == [[1]])
        #expect(last.map { $0.time } == [later.time])
        #expect(!mixer.isComplete)
        #expect(try mixer.finish(input: 0).isEmpty)
        #expect(mixer.isComplete)
    }

    @Test("An input that begins at another instant is placed there", arguments: [-5, -1, 0, 1, 5])
    func offset(position: Int) throws {
        let time = Self.start + Self.mono.duration(ofSamples: position)
        let mixed = try mix([
            buffer([0.5, 0.5, 0.5], Self.mono), buffer([0.25, 0.25], Self.mono, at: time),
        ])
        let first = min(position, 0)
        let expected = (first..<max(3, position + 2)).map { number -> Float in
            ((0..<3).contains(number) ? 0.5 : 0) + ((position..<position + 2).contains(number) ? 0.25 : 0)
        }
        #expect(mixed == expected)
    }

    @Test("Sound of another rate is converted, and aligned to the sample whatever its converter holds back")
    func converted() throws {
        var generator = SeededGenerator(seed: 8)
        let music = noise(2_000, Self.stereo, upTo: 0.4, using: &generator)
        let voice = noise(1_000, AudioFormat(sampleRate: 24_000, channelCount: 1), upTo: 0.4, using: &generator)
        for _ in 0..<5 {
            let mixed = try MixedSound([music, voice], longestBuffer: 90, using: &generator)
            #expect(mixed.isUnbroken && mixed.format == Self.stereo)
            let expected = music.samples.enumerated().map { $1 + voice.samples[$0 / 4] }
            #expect(mixed.samples == expected)
        }
    }

    @Test("A converter is made only where the rates differ, and after the channels are folded")
    func makers() throws {
        let surround = AudioFormat(sampleRate: 24_000, channelCount: 6)
        var made: [AudioFormat] = []
        _ = try AudioMixer(inputs: [Self.mono, surround, Self.stereo]) { input, rate throws(SoundConversionError) in
            made.append(input)
            #expect(rate == 48_000)
            return DoublingConverter(input)
        }
        #expect(made == [AudioFormat(sampleRate: 24_000, channelCount: 2)])
    }

    @Test("What goes wrong in a converter is thrown")
    func failure() throws {
        let slow = AudioFormat(sampleRate: 24_000, channelCount: 1)
        var mixer = try AudioMixer(inputs: [Self.mono, slow]) { input, _ throws(SoundConversionError) in
            DoublingConverter(input)
        }
        #expect(throws: SoundConversionError.failed(input: slow, sampleRate: 48_000, reason: "13 samples")) {
            try mixer.append(AudioBuffer(silence: 13, format: slow, time: Self.start), input: 1)
        }
        let error = SoundConversionError.unsupported(input: slow, sampleRate: 48_000, reason: "no way")
        #expect(throws: error) {
            try AudioMixer(inputs: [Self.mono, slow]) { _, _ throws(SoundConversionError) in throw error }
        }
    }
}
