import DoubletakeComposition
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Glibc
import Testing

@testable import Doubletake

/// What the encoder makes of a tone whose device is wrong by its clock, beside what it makes of a plain one.
@Suite(.timeLimit(.minutes(10))) struct EncodedToneTests {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Twelve seconds of a device's tone, corrected, from its second minute on.
    private func corrected(slowBy partsPerMillion: Double) -> (samples: [Float], turnsPerSample: Double) {
        var device = DriftingDevice(slowBy: partsPerMillion)
        var corrector = DriftCorrector(format: device.format) { (format, rate) throws(SoundConversionError) in
            try LibAVVariableRateResampler(to: format, fromRate: rate)
        }
        var samples: [Float] = []
        while device.elapsed < .seconds(72) {
            for buffer in corrector.correct(device.next(4_800), for: .film)
            where buffer.time > DriftingDevice.start + .seconds(60) {
                samples += stride(from: 0, to: buffer.samples.count, by: 2).map { buffer.samples[$0] }
            }
        }
        #expect(corrector.isResampling)
        return (samples, DriftingDevice.turnsPerSample * device.deliveryRate / 48_000)
    }

    /// The tone in a film that is decoded again; its THD+N in decibels, the mean of ten runs.
    private func encodedDistortion(_ samples: [Float], turnsPerSample: Double, file: String) async throws -> Double {
        let writer = AssetWriter(path: folder.file(file), container: .mp4)
        let input = AssetWriterInput(audio: AudioEncoderSettings(codec: .aac, format: Self.format, bitRate: 128_000))
        try writer.add(input)
        #expect(writer.startWriting())
        try writer.startSession(atSourceTime: .zero)
        for first in stride(from: 0, to: samples.count, by: 4_800) {
            let part = Array(samples[first..<min(first + 4_800, samples.count)])
            let time = MediaTime.zero + Self.format.duration(ofSamples: first)
            while !input.isReadyForMoreMediaData { await Task.yield() }
            let isTaken = try input.append(
                SampleBuffer(applications: AudioBuffer(format: Self.format, time: time, samples: part)))
            #expect(isTaken)
        }
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.error == nil)
        let film = try DecodedFilm(AssetReader(path: folder.file(file)))
        let sound = try #require(film.sounds[0])
        let distortions = (1...10).map { number in
            ToneQuality(of: Array(sound[number * 48_000..<number * 48_000 + 8_192]), turnsPerSample: turnsPerSample)
                .distortion
        }
        return distortions.reduce(0, +) / 10
    }

    @Test("Behind the encoder a corrected tone is no worse than a plain one", arguments: [300.0, -300])
    func corrected(partsPerMillion: Double) async throws {
        let (samples, turns) = corrected(slowBy: partsPerMillion)
        let plain = samples.indices.map { Float(0.5 * sin(2 * .pi * turns * Double($0))) }
        let before = ToneQuality(of: Array(samples[48_000..<56_192]), turnsPerSample: turns).distortion
        let after = try await encodedDistortion(samples, turnsPerSample: turns, file: "corrected.mp4")
        let reference = try await encodedDistortion(plain, turnsPerSample: turns, file: "plain.mp4")
        #expect(before < -80)
        #expect(after < reference + 1, "\(after) dB, and \(reference) dB of a plain one")
        #expect(reference < -30)
    }
}
