import CFFmpeg
import DoubletakeMedia

/// What turns samples into samples at another rate.
///
/// The corresponding C type is `SwrContext`. One thread uses it at a time.
@safe
struct LibAVResampler: ~Copyable {
    // @safe: made here, freed in `deinit`, and used only for the time of a call.

    private let context: OpaquePointer
    private let channelCount: Int
    private let inputRate: Int

    /// Whether the rate of what comes out can change.
    enum Ratio {
        /// It is the same from beginning to end; samples pass through where it is that of the input.
        case fixed
        /// It can be stretched (`stretch(by:)`).
        case variable
    }

    /// Opens a resampler of 32-bit float samples, channels in turn.
    ///
    /// The corresponding C functions are `swr_alloc_set_opts2` and `swr_init`. Throws their status.
    init(from input: AudioFormat, toRate sampleRate: Int, ratio: Ratio = .fixed) throws(Failure) {
        // SAFETY: both layouts are locals that only describe a number of channels; the calls copy them.
        var layout = unsafe AVChannelLayout()
        unsafe av_channel_layout_default(&layout, Int32(input.channelCount))
        var outputLayout = unsafe layout
        var context: OpaquePointer?
        let status = unsafe swr_alloc_set_opts2(
            &context,
            &outputLayout,
            AV_SAMPLE_FMT_FLT,
            Int32(sampleRate),
            &layout,
            AV_SAMPLE_FMT_FLT,
            Int32(input.sampleRate),
            0,
            nil
        )
        guard status >= 0, let made = unsafe context else { throw Failure(status: status) }
        let opened = unsafe ratio == .variable ? Self.openVariable(made) : swr_init(made)
        guard opened >= 0 else {
            unsafe swr_free(&context)
            throw Failure(status: opened)
        }
        unsafe self.context = unsafe made
        channelCount = input.channelCount
        inputRate = input.sampleRate
    }

    /// Opens a context for rates that change: the corresponding C functions are `av_opt_set_int` and `swr_init`.
    private static func openVariable(_ context: OpaquePointer) -> Int32 {
        let options: [(String, Int64)] = [
            // Samples go through the filter even where both rates are the same.
            ("flags", Int64(SWR_FLAG_RESAMPLE)),
            // Between two of the filter's phases it is interpolated: the nearest one alone is heard as noise.
            ("exact_rational", 0), ("linear_interp", 1),
        ]
        for (name, value) in options {
            // SAFETY: the context has options, and the name is copied.
            let status = unsafe av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0)
            guard status >= 0 else { return status }
        }
        return unsafe swr_init(context)
    }

    deinit {
        // SAFETY: nobody else has the pointer.
        var context: OpaquePointer? = unsafe self.context
        unsafe swr_free(&context)
    }

    /// What a call of libswresample returned when it failed.
    struct Failure: Error {
        /// An error's number below zero.
        let status: Int32
    }

    /// Converts the next samples, and gives what can be said without those that follow.
    ///
    /// The corresponding C function is `swr_convert`.
    func convert(_ samples: [Float]) throws(Failure) -> [Float] {
        // SAFETY: a float has no padding; the input has this many samples, and is only read during the call.
        let bytes = unsafe samples.span.bytes
        return try unsafe bytes.withUnsafeBytes { bytes throws(Failure) in
            var input = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
            return try unsafe output(of: &input, sampleCount: samples.count / channelCount)
        }
    }

    /// How fine a stretch is: a millionth, nearly, which is also how fine the filter's own steps are.
    private static let stretchUnits: Int32 = 1 << 20

    /// Makes what comes out from now on longer by that part of itself, for twenty seconds of 48,000 samples: say it anew
    /// before.
    ///
    /// The corresponding C function is `swr_set_compensation`.
    func stretch(by part: Double) throws(Failure) {
        let units = Int32((part * Double(Self.stretchUnits)).rounded())
        let status = unsafe swr_set_compensation(context, units, Self.stretchUnits)
        guard status >= 0 else { throw Failure(status: status) }
    }

    /// How many samples have come in and aren't in what has come out.
    ///
    /// The corresponding C function is `swr_get_delay`.
    var heldSampleCount: Double {
        // Counted in thousandths of a sample.
        Double(unsafe swr_get_delay(context, Int64(inputRate) * 1_000)) / 1_000
    }

    /// Ends the input, and gives what was held back.
    ///
    /// The corresponding C function is `swr_convert`.
    func finish() throws(Failure) -> [Float] {
        var samples: [Float] = []
        while true {
            let more = try unsafe output(of: nil, sampleCount: 0)
            if more.isEmpty { return samples }
            samples += more
        }
    }

    private func output(
        of input: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        sampleCount: Int
    ) throws(Failure) -> [Float] {
        // SAFETY: the context is open.
        let capacity = unsafe swr_get_out_samples(context, Int32(sampleCount))
        guard capacity >= 0 else { throw Failure(status: capacity) }
        var samples = [Float](repeating: 0, count: Int(capacity) * channelCount)
        // SAFETY: the output has room for `capacity` samples of each channel, which is what the call is told.
        let status = unsafe samples.withUnsafeMutableBytes { bytes in
            var output = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
            return unsafe swr_convert(context, &output, capacity, input, Int32(sampleCount))
        }
        guard status >= 0 else { throw Failure(status: status) }
        samples.removeLast(samples.count - Int(status) * channelCount)
        return samples
    }
}
