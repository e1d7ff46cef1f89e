import DoubletakeComposition
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

/// Two hours of devices whose clocks are wrong, corrected with the real resampler.
@Suite(.timeLimit(.minutes(10)))
struct DriftCorrectionTests {
    private struct Outcome {
        /// How far each minute's pulse is from its instant.
        var pulseErrors: [Double] = []
        /// What isn't the tone, in runs of 1,024 samples, in decibels.
        var distortions: [Double] = []
        var detunings: [Double] = []
        var seamCount = 0
        var isResampling = false

        var worstDistortion: Double { distortions.max() ?? 0 }
        var worstDetuning: Double { detunings.max() ?? 1 }
    }

    /// - Parameter pureFrom: after how long the sound is looked at.
    private func record(
        _ first: DriftingDevice,
        for duration: Duration,
        pureFrom: Duration = .zero
    ) -> Outcome {
        var device = first
        let format = device.format
        var corrector = DriftCorrector(format: format) { (format, rate) throws(SoundConversionError) in
            try LibAVVariableRateResampler(to: format, fromRate: rate)
        }
        var outcome = Outcome()
        var end: MediaTime?
        var lastLook = pureFrom
        let turns = DriftingDevice.turnsPerSample * device.deliveryRate / Double(format.sampleRate)
        while device.elapsed < duration {
            for buffer in corrector.correct(device.next(format.sampleRate / 10), for: .film) {
                let time = buffer.time - DriftingDevice.start
                if let end, abs((buffer.time - end).inSeconds) > 1e-8, time > pureFrom { outcome.seamCount += 1 }
                end = buffer.endTime
                if abs(time.inSeconds.remainder(dividingBy: 60)) < 0.3, let error = pulseError(in: buffer) {
                    outcome.pulseErrors.append(error)
                }
                // At first every buffer, where the resampler begins; later now and then.
                let interval: Duration = time < pureFrom + .seconds(60) ? .zero : .seconds(20)
                guard time - lastLook >= interval, buffer.sampleCount >= 1_024 else { continue }
                lastLook = time
                let tone = (0..<1_024).map { buffer.samples[2 * $0] }
                let quality = ToneQuality(of: tone, turnsPerSample: turns)
                outcome.distortions.append(quality.distortion)
                outcome.detunings.append(abs(quality.detuning))
            }
        }
        outcome.isResampling = corrector.isResampling
        return outcome
    }

    /// How far the middle of a pulse is from its minute; nil when there is none in these samples.
    private func pulseError(in buffer: AudioBuffer) -> Double? {
        let second = stride(from: 1, to: buffer.samples.count, by: 2).map { buffer.samples[$0] }
        guard let peak = second.max(), peak > 0.4, let number = second.firstIndex(of: peak) else { return nil }
        let time = buffer.time + buffer.format.duration(ofSamples: number) - DriftingDevice.start
        return abs(time.inSeconds.remainder(dividingBy: 60))
    }

    @Test(
        "For two hours every pulse of a device that drifts is within 20 ms, and its tone stays one",
        arguments: [(48_000, 300.0), (44_100, -300)]
    )
    func drifting(sampleRate: Int, partsPerMillion: Double) throws {
        let device = DriftingDevice(sampleRate: sampleRate, slowBy: partsPerMillion)
        let outcome = record(device, for: .seconds(7_200))
        #expect(outcome.pulseErrors.count >= 119 && outcome.isResampling && outcome.seamCount == 0)
        #expect(outcome.pulseErrors.allSatisfy { $0 < 0.02 })
        // Long before the end they are much nearer.
        #expect(outcome.pulseErrors.suffix(100).allSatisfy { $0 < 0.001 })
        #expect(outcome.worstDistortion < -80 && outcome.worstDetuning < 0.001)
    }

    @Test(
        "After a minute a device with another rate than it says is in its place and in tune, for two hours",
        arguments: [(48_000, 44_100.0), (44_100, 48_000)]
    )
    func otherRate(sampleRate: Int, deliveryRate: Double) throws {
        var device = DriftingDevice(sampleRate: sampleRate, slowBy: 0)
        device.deliveryRate = deliveryRate
        let outcome = record(device, for: .seconds(7_200), pureFrom: .seconds(58))
        #expect(outcome.pulseErrors.dropFirst().count >= 118 && outcome.seamCount == 0)
        #expect(outcome.pulseErrors.dropFirst().allSatisfy { $0 < 0.02 })
        #expect(outcome.worstDistortion < -80 && outcome.worstDetuning < 0.001)
    }

    @Test("A stretch makes what comes out longer by that part, and the samples that are held back are known")
    func stretch() throws {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
        let resampler = try LibAVVariableRateResampler(to: format, fromRate: 48_000)
        let second = Chirp.buffer(0..<48_000, format: format).samples
        for stretch in [0, 0.005, -0.005, 0.0003] {
            let held = resampler.heldSampleCount
            try resampler.stretch(by: stretch)
            let count = Double(try resampler.convert(second).count / 2)
            let used = 48_000 + held - resampler.heldSampleCount
            #expect(abs(count - used * (1 + stretch)) < 1.5, "\(stretch)")
        }
        #expect(resampler.heldSampleCount > 0 && resampler.heldSampleCount < 100)
        #expect(try !resampler.finish().isEmpty)
    }
}
