package import DoubletakeComposition
package import DoubletakeMedia

/// Makes sound a little longer or shorter with libswresample.
///
/// One thread uses it at a time.
package final class LibAVVariableRateResampler: VariableRateResampler, @unchecked Sendable {
    // @unchecked: by the port's contract one thread uses it at a time.

    private let inputFormat: AudioFormat
    private let sampleRate: Int
    private let resampler: LibAVResampler

    /// Opens a resampler to a format, from sound that has another rate, or the same.
    package init(to format: AudioFormat, fromRate deliveryRate: Int) throws(SoundConversionError) {
        LibAVLog.quieten()
        inputFormat = AudioFormat(sampleRate: deliveryRate, channelCount: format.channelCount)
        sampleRate = format.sampleRate
        do throws(LibAVResampler.Failure) {
            resampler = try LibAVResampler(from: inputFormat, toRate: sampleRate, ratio: .variable)
        } catch {
            let reason = LibAVStatus.reason(error.status)
            throw .unsupported(input: inputFormat, sampleRate: sampleRate, reason: reason)
        }
    }

    /// How many samples have come in and aren't in what has come out.
    package var heldSampleCount: Double {
        resampler.heldSampleCount
    }

    /// Makes what comes out from now on longer by that part of itself; the next twenty seconds, so say it now and then.
    package func stretch(by part: Double) throws(SoundConversionError) {
        precondition(part.magnitude <= 0.01, "more than a hundredth is another rate")
        do throws(LibAVResampler.Failure) {
            try resampler.stretch(by: part)
        } catch {
            throw failure(error)
        }
    }

    /// Converts the next samples.
    package func convert(_ samples: [Float]) throws(SoundConversionError) -> [Float] {
        if samples.isEmpty { return [] }
        do throws(LibAVResampler.Failure) {
            return try resampler.convert(samples)
        } catch {
            throw failure(error)
        }
    }

    /// Ends the run, and gives what was held back.
    package func finish() throws(SoundConversionError) -> [Float] {
        do throws(LibAVResampler.Failure) {
            return try resampler.finish()
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: LibAVResampler.Failure) -> SoundConversionError {
        .failed(input: inputFormat, sampleRate: sampleRate, reason: LibAVStatus.reason(error.status))
    }
}
