import DoubletakeComposition
import DoubletakeLibAV
import DoubletakeMedia
import Foundation
import Testing

struct LibAVSampleRateConverterTests {
    private static let rates = [
        (44_100, 48_000), (16_000, 48_000), (48_000, 44_100), (96_000, 48_000), (8_000, 48_000),
    ]
    private static let start = MediaTime(nanoseconds: 987_654_321)

    /// A second and a bit of a chirp, in buffers of changing lengths, converted.
    private func convertedChirp(
        from rate: Int,
        to newRate: Int,
        channelCount: Int = 1,
        sampleCount: Int? = nil,
        seed: UInt64 = 1
    ) throws -> [AudioBuffer] {
        var generator = SeededGenerator(seed: seed)
        let format = AudioFormat(sampleRate: rate, channelCount: channelCount)
        let converter = try LibAVSampleRateConverter(from: format, toRate: newRate)
        let sampleCount = sampleCount ?? rate + 17
        var buffers: [AudioBuffer] = []
        var position = 0
        while position < sampleCount {
            let end = min(position + Int.random(in: 0...rate / 40, using: &generator), sampleCount)
            buffers.append(try converter.convert(Chirp.buffer(position..<end, format: format, start: Self.start)))
            position = end
        }
        return buffers + [try converter.finish()]
    }

    @Test(
        "A rising tone is the same tone at the new rate: nothing is shifted, not even by part of a sample",
        arguments: rates)
    func chirp(from rate: Int, to newRate: Int) throws {
        let samples = try convertedChirp(from: rate, to: newRate).flatMap { $0.samples }
        // The filter sees less at the two ends.
        let edge = newRate / 100
        let middle = Array(samples[edge..<samples.count - edge])
        let error = Chirp.error(of: middle, sampleRate: newRate, delayedBy: -edge)
        #expect(error < 1e-5, "50 dB below the tone")
        for shift in [-1, 1] {
            #expect(Chirp.error(of: middle, sampleRate: newRate, delayedBy: shift - edge) > 20 * error)
        }
        // At its ends, too, it is the tone, if not as exactly.
        #expect(Chirp.error(of: samples, sampleRate: newRate) < 1e-3)
    }

    @Test("A sine stays a sine of the same loudness", arguments: rates)
    func sine(from rate: Int, to newRate: Int) throws {
        let format = AudioFormat(sampleRate: rate, channelCount: 1)
        let converter = try LibAVSampleRateConverter(from: format, toRate: newRate)
        func sine(_ number: Int, at rate: Int) -> Float {
            Float(0.5 * sin(2 * Double.pi * 1_000 * Double(number) / Double(rate)))
        }
        let input = AudioBuffer(format: format, time: .zero, samples: (0..<rate).map { sine($0, at: rate) })
        let samples = try converter.convert(input).samples + converter.finish().samples
        let worst = samples.indices.dropFirst(newRate / 100).dropLast(newRate / 100).reduce(Float(0)) {
            max($0, abs(samples[$1] - sine($1, at: newRate)))
        }
        #expect(worst < 0.002)
    }

    @Test(
        "What comes out follows without a gap, begins at the same instant, and is as long to the sample",
        arguments: rates)
    func times(from rate: Int, to newRate: Int) throws {
        for (seed, sampleCount) in [(1, rate + 17), (2, 7 * rate / 10 + 1), (3, 400), (4, 3), (5, 1)] as [(UInt64, Int)]
        {
            let buffers = try convertedChirp(from: rate, to: newRate, sampleCount: sampleCount, seed: seed)
            let format = AudioFormat(sampleRate: newRate, channelCount: 1)
            var position = 0
            for buffer in buffers {
                #expect(buffer.format == format)
                #expect(buffer.time == Self.start + format.duration(ofSamples: position))
                position += buffer.sampleCount
            }
            let expected = (Double(sampleCount) * Double(newRate) / Double(rate)).rounded()
            #expect(position == Int(expected))
        }
    }

    @Test("Cutting the sound otherwise changes nothing")
    func cuts() throws {
        let once = try convertedChirp(from: 44_100, to: 48_000, seed: 5).flatMap { $0.samples }
        let again = try convertedChirp(from: 44_100, to: 48_000, seed: 6).flatMap { $0.samples }
        #expect(once == again)
    }

    @Test("Channels stay apart", arguments: [2, 3, 6, 8])
    func channels(channelCount: Int) throws {
        let mono = try convertedChirp(from: 44_100, to: 48_000).flatMap { $0.samples }
        let all = try convertedChirp(from: 44_100, to: 48_000, channelCount: channelCount).flatMap { $0.samples }
        #expect(all.count == channelCount * mono.count)
        // The chirp is upside down in every second channel.
        let isRight = all.indices.allSatisfy { index in
            let (sample, channel) = index.quotientAndRemainder(dividingBy: channelCount)
            return abs(all[index] - (channel.isMultiple(of: 2) ? mono[sample] : -mono[sample])) < 1e-6
        }
        #expect(isRight)
    }

    @Test("Only a few milliseconds are held back")
    func delay() throws {
        let format = AudioFormat(sampleRate: 44_100, channelCount: 2)
        let converter = try LibAVSampleRateConverter(from: format, toRate: 48_000)
        let converted = try converter.convert(Chirp.buffer(0..<44_100, format: format))
        #expect(converted.duration > .milliseconds(995) && converted.duration <= .seconds(1))
    }

    @Test("At the same rate everything passes through, to the bit and at once")
    func same() throws {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
        let converter = try LibAVSampleRateConverter(from: format, toRate: 48_000)
        let sound = Chirp.buffer(0..<1_000, format: format, start: Self.start)
        let converted = try converter.convert(sound)
        #expect(converted.samples == sound.samples && converted.time == sound.time && converted.format == format)
        #expect(try converter.finish().samples.isEmpty)
    }

    @Test("A run without samples stays one")
    func empty() throws {
        let format = AudioFormat(sampleRate: 44_100, channelCount: 2)
        let converter = try LibAVSampleRateConverter(from: format, toRate: 48_000)
        #expect(try converter.finish().samples.isEmpty)
        #expect(try converter.finish().samples.isEmpty)
    }

    @Test("Everything that sound can be is converted", arguments: [1_000, 11_025, 192_000, 768_000])
    func everything(rate: Int) throws {
        for channelCount in [1, 32] {
            let format = AudioFormat(sampleRate: rate, channelCount: channelCount)
            let converter = try LibAVSampleRateConverter(from: format, toRate: 48_000)
            let silence = AudioBuffer(silence: rate / 10, format: format, time: .zero)
            let count = try converter.convert(silence).sampleCount + converter.finish().sampleCount
            #expect(count == (rate / 10 * 48_000 + rate / 2) / rate)
        }
    }

    @Test("A mixer aligns a converted track to the sample")
    func mixed() throws {
        let formats = [
            AudioFormat(sampleRate: 48_000, channelCount: 2), AudioFormat(sampleRate: 44_100, channelCount: 1),
        ]
        var mixer = try AudioMixer(inputs: formats) { input, rate throws(SoundConversionError) in
            try LibAVSampleRateConverter(from: input, toRate: rate)
        }
        // The same chirp, once upside down: what is left is how badly they meet.
        let chirp = Chirp.buffer(0..<48_000, format: formats[0], start: Self.start)
        let flipped = AudioBuffer(
            format: formats[0],
            time: Self.start,
            samples: chirp.samples.enumerated().map { $0.isMultiple(of: 2) ? -$1 : $1 }
        )
        var mix = try mixer.append(Chirp.buffer(0..<44_100, format: formats[1], start: Self.start), input: 1)
        mix += try mixer.append(flipped, input: 0)
        mix += try mixer.finish(input: 1) + mixer.finish(input: 0)
        let samples = mix.flatMap { $0.samples }
        #expect(samples.count == 96_000 && mix.first?.time == Self.start)
        #expect(samples.dropFirst(960).dropLast(960).allSatisfy { abs($0) < 0.005 })
    }
}
