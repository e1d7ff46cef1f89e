import CFFmpeg
package import DoubletakeComposition
package import DoubletakeMedia

/// Makes sound faster or slower with libavfilter's `atempo`, which keeps the pitch.
///
/// One thread uses it at a time.
@safe
package final class LibAVTempoConverter: TempoConverter, @unchecked Sendable {
    // @safe: pointers are only passed on to libav, for the time of a call.
    // @unchecked: by the port's contract one thread uses it at a time.

    /// The fastest and slowest that one filter does well: above two it leaves samples out, and half is its slowest.
    private static let factors = 0.5...2.0

    private let format: AudioFormat
    private let graph: LibAVFilterGraph
    private let input: LibAVFrame
    private let output: LibAVFrame
    private var firstTime: MediaTime?
    private var receivedSampleCount = 0
    private var deliveredSampleCount = 0

    /// Opens a converter.
    ///
    /// - Parameter speed: 2 makes the sound last half as long; above zero.
    package init(_ format: AudioFormat, speed: Double) throws(SoundConversionError) {
        precondition(speed > 0, "sound goes forward")
        LibAVLog.quieten()
        self.format = format
        guard let input = LibAVFrame(), let output = LibAVFrame() else {
            throw Self.failure(LibAVStatus.outOfMemory, format)
        }
        let tempo = Self.steps(to: speed).map { "atempo=\($0)," }.joined()
        let source =
            "abuffer@in=sample_rate=\(format.sampleRate):sample_fmt=flt:channel_layout=\(format.channelCount)c"
            + ":time_base=1/\(format.sampleRate)"
        do throws(LibAVFilterGraph.Failure) {
            graph = try LibAVFilterGraph(
                "\(source),\(tempo)aformat=sample_fmts=flt,abuffersink@out",
                source: "abuffer",
                sink: "abuffersink"
            )
        } catch {
            throw Self.failure(error.status, format)
        }
        self.input = input
        self.output = output
    }

    package func convert(_ buffer: AudioBuffer) throws(SoundConversionError) -> AudioBuffer {
        precondition(buffer.format == format, "a run of sound keeps its format")
        firstTime = firstTime ?? buffer.time
        guard !buffer.samples.isEmpty else { return next([]) }
        let frame = unsafe input.pointer
        defer { input.clear() }
        // SAFETY: the frame is ours, and is given memory for exactly these samples.
        unsafe frame.pointee.nb_samples = Int32(buffer.sampleCount)
        unsafe frame.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        unsafe frame.pointee.sample_rate = Int32(format.sampleRate)
        unsafe frame.pointee.pts = Int64(receivedSampleCount)
        // The same channels without a layout that the graph was told of.
        unsafe frame.pointee.ch_layout.order = AV_CHANNEL_ORDER_UNSPEC
        unsafe frame.pointee.ch_layout.nb_channels = Int32(format.channelCount)
        try check(unsafe av_frame_get_buffer(frame, 0))
        LibAVSoundWriting.fill(input, with: buffer.samples, channelCount: format.channelCount)
        receivedSampleCount += buffer.sampleCount
        try check(graph.send(input))
        return next(try takeSamples())
    }

    package func finish() throws(SoundConversionError) -> AudioBuffer {
        try check(graph.endInput())
        return next(try takeSamples())
    }

    /// The factors of the filters one after another that make `speed` together.
    private static func steps(to speed: Double) -> [Double] {
        var rest = speed
        var steps: [Double] = []
        while !factors.contains(rest) {
            let step = rest > factors.upperBound ? factors.upperBound : factors.lowerBound
            steps.append(step)
            rest /= step
        }
        return steps + [rest]
    }

    private func takeSamples() throws(SoundConversionError) -> [Float] {
        var samples: [Float] = []
        while true {
            let status = graph.receive(into: output)
            if status == LibAVStatus.again || status == LibAVStatus.end { return samples }
            try check(status)
            defer { output.clear() }
            guard let part = LibAVSoundReading.samples(output, channelCount: format.channelCount) else {
                preconditionFailure("the last filter was told the format of the samples")
            }
            samples += part
        }
    }

    private func next(_ samples: [Float]) -> AudioBuffer {
        let time = (firstTime ?? .zero) + format.duration(ofSamples: deliveredSampleCount)
        let buffer = AudioBuffer(format: format, time: time, samples: samples)
        deliveredSampleCount += buffer.sampleCount
        return buffer
    }

    private func check(_ status: Int32) throws(SoundConversionError) {
        guard status >= 0 else { throw Self.failure(status, format) }
    }

    private static func failure(_ status: Int32, _ format: AudioFormat) -> SoundConversionError {
        .failed(input: format, sampleRate: format.sampleRate, reason: LibAVStatus.reason(status))
    }
}
