package import DoubletakeComposition
package import DoubletakeMedia

/// Converts sound to another rate with libswresample.
///
/// libswresample mirrors what it has at both ends of a run, so the first sample that comes out belongs to the instant of
/// the first that came in, and nothing has to be shifted. At the same rate everything passes through as it is. One
/// thread uses it at a time.
package final class LibAVSampleRateConverter: SampleRateConverter, @unchecked Sendable {
    // @unchecked: by the port's contract one thread uses it at a time.

    /// What comes in.
    package let inputFormat: AudioFormat
    /// What comes out: as many channels at another rate.
    package let outputFormat: AudioFormat

    private let resampler: LibAVResampler?
    private var firstTime: MediaTime?
    private var receivedSampleCount = 0
    private var deliveredSampleCount = 0
    private var hasFinished = false

    /// Opens a converter.
    package init(from input: AudioFormat, toRate sampleRate: Int) throws(SoundConversionError) {
        LibAVLog.quieten()
        inputFormat = input
        outputFormat = AudioFormat(sampleRate: sampleRate, channelCount: input.channelCount)
        guard sampleRate != input.sampleRate else {
            resampler = nil
            return
        }
        do {
            resampler = try LibAVResampler(from: input, toRate: sampleRate)
        } catch {
            let reason = LibAVStatus.reason(error.status)
            throw .unsupported(input: input, sampleRate: sampleRate, reason: reason)
        }
    }

    /// Converts the next buffer; a few milliseconds of it are held back.
    package func convert(_ buffer: AudioBuffer) throws(SoundConversionError) -> AudioBuffer {
        precondition(buffer.format == inputFormat, "a run of sound keeps its format")
        precondition(!hasFinished, "a run that has ended brings nothing more")
        firstTime = firstTime ?? buffer.time
        receivedSampleCount += buffer.sampleCount
        if resampler == nil { return next(buffer.samples) }
        if buffer.samples.isEmpty { return next([]) }
        do throws(LibAVResampler.Failure) {
            return next(try resampler?.convert(buffer.samples) ?? [])
        } catch {
            throw failure(error)
        }
    }

    /// Ends the run; what comes out last makes it as long as what came in.
    package func finish() throws(SoundConversionError) -> AudioBuffer {
        if hasFinished { return next([]) }
        hasFinished = true
        do throws(LibAVResampler.Failure) {
            var samples = receivedSampleCount == 0 ? [] : try resampler?.finish() ?? []
            // What was mirrored at the end may be a sample too long or too short.
            let rest = (wholeSampleCount - deliveredSampleCount) * outputFormat.channelCount
            samples.removeLast(max(samples.count - rest, 0))
            while samples.count < rest { samples.append(samples.suffix(outputFormat.channelCount).first ?? 0) }
            return next(samples)
        } catch {
            throw failure(error)
        }
    }

    /// How many samples all that came in makes, to the nearest.
    private var wholeSampleCount: Int {
        (receivedSampleCount * outputFormat.sampleRate + inputFormat.sampleRate / 2) / inputFormat.sampleRate
    }

    private func next(_ samples: [Float]) -> AudioBuffer {
        let time = (firstTime ?? .zero) + outputFormat.duration(ofSamples: deliveredSampleCount)
        let buffer = AudioBuffer(format: outputFormat, time: time, samples: samples)
        deliveredSampleCount += buffer.sampleCount
        return buffer
    }

    private func failure(_ error: LibAVResampler.Failure) -> SoundConversionError {
        .failed(
            input: inputFormat,
            sampleRate: outputFormat.sampleRate,
            reason: LibAVStatus.reason(error.status)
        )
    }
}
