import CFFmpeg
import DoubletakeMedia
import DoubletakeWriting

/// Writes a PNG or a GIF: pictures are scaled and turned into RGB by libavfilter, encoded by libavcodec and put
/// into a file by libavformat.
///
/// A GIF's pictures have a palette each, so that it can be made as the pictures come, whatever its length. One thread
/// uses it at a time.
@safe
final class LibAVImageWriter: ImageWriter, @unchecked Sendable {
    // @safe: pointers are only passed on to libav, for the time of a call.
    // @unchecked: by the port's contract one thread uses it at a time.

    /// The unit of a GIF's times.
    private static let timeBase = TimeBase(ticksPerSecond: 100)
    /// The longest time that a GIF has room for, in its unit: it is a number of 16 bits.
    private static let longestDelay: Int64 = 65_535

    private let format: ImageFormat
    private let storage: any ByteStorage
    private let subject: String
    private let source: LibAVPicture
    private let sourceSize: PixelSize
    private let graph: LibAVFilterGraph
    private let codec: LibAVCodec
    private let frame: LibAVFrame
    private let packet: LibAVPacket
    private let output: LibAVOutput
    /// When the first picture is shown, which becomes zero.
    private var start: MediaTime?
    private var lastTicks: Int64 = -1
    private var byteCount: Int64 = 0

    /// Opens everything, so that what can't be had is said before the first picture.
    init(
        _ format: ImageFormat,
        source: (size: PixelSize, color: ColorDescription),
        size: PixelSize,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) {
        LibAVLog.quieten()
        self.format = format
        self.storage = storage
        self.subject = subject
        sourceSize = source.size.roundedUpToEven
        let isMoving = format.content == .moving
        // SAFETY: the encoder found is one of libavcodec's constants.
        guard let encoder = unsafe avcodec_find_encoder(isMoving ? AV_CODEC_ID_GIF : AV_CODEC_ID_PNG) else {
            throw .codecFailed(subject: subject, reason: "libavcodec was built without an encoder of \(format.name)")
        }
        guard let codec = unsafe LibAVCodec(encoder), let frame = LibAVFrame(), let packet = LibAVPacket(),
            let picture = LibAVPicture(sourceSize, source.color)
        else { throw Self.failure(LibAVStatus.outOfMemory, subject) }
        do throws(LibAVFilterGraph.Failure) {
            let words = Self.filters(format, source: source, size: size)
            graph = try LibAVFilterGraph(words, source: "buffer", sink: "buffersink")
        } catch {
            throw Self.failure(error.status, subject)
        }
        let context = unsafe codec.context
        // SAFETY: the context is alive and not open yet, when its fields may be set.
        unsafe context.pointee.width = Int32(size.width)
        unsafe context.pointee.height = Int32(size.height)
        unsafe context.pointee.time_base = AVRational(num: 1, den: Int32(Self.timeBase.ticksPerSecond))
        unsafe context.pointee.pix_fmt = isMoving ? AV_PIX_FMT_PAL8 : AV_PIX_FMT_RGB24
        try Self.check(codec.open(), subject)
        output = try Self.openOutput(isMoving ? "gif" : "image2pipe", for: codec, subject)
        self.source = picture
        self.codec = codec
        self.frame = frame
        self.packet = packet
    }

    func append(_ frame: VideoFrame) throws(WriterError) {
        let buffer = frame.pixelBuffer
        guard buffer.format == .i420, buffer.externalHandle == nil, buffer.codedSize == sourceSize else {
            throw .unsupported(
                subject: subject,
                reason: "a picture of \(buffer.displaySize) came into an image of pictures of \(sourceSize)",
                help: "Export the part before the size changes on its own."
            )
        }
        let start = self.start ?? frame.time
        self.start = start
        let ticks = max(Self.timeBase.ticks(in: frame.time - start), lastTicks + 1)
        lastTicks = ticks
        try check(source.fill(with: buffer, number: ticks, isKeyframe: false))
        try check(graph.send(source.frame))
        try takeFiltered()
    }

    func finish(at end: MediaTime) throws(WriterError) {
        guard let start else { throw .nothingWritten(path: subject) }
        try check(graph.endInput())
        try takeFiltered()
        try check(codec.endEncoding())
        try takePackets()
        if format.content == .moving {
            let rest = max(Self.timeBase.ticks(in: end - start) - lastTicks, 1)
            try check(output.setOption("final_delay", to: String(min(rest, Self.longestDelay))))
        }
        try check(output.writeTrailer())
        try store(output.takeBytes())
    }

    /// The way of a picture in libavfilter's words.
    private static func filters(
        _ format: ImageFormat,
        source: (size: PixelSize, color: ColorDescription),
        size: PixelSize
    ) -> String {
        let coded = source.size.roundedUpToEven
        let matrix =
            switch source.color.matrix {
            case 1: "bt709"
            case 9, 10: "bt2020"
            default: "bt601"
            }
        let range = source.color.range == .full ? "full" : "limited"
        let input =
            "buffer@in=video_size=\(coded):pix_fmt=yuv420p:time_base=1/\(timeBase.ticksPerSecond):pixel_aspect=1/1"
        // What pads the size to an even one is cut off again.
        let crop = coded == source.size ? "" : ",crop=\(source.size.width):\(source.size.height):0:0:exact=1"
        let scale =
            "\(crop),scale=\(size.width):\(size.height):in_color_matrix=\(matrix):in_range=\(range):out_range=full"
            + ":flags=area+accurate_rnd+full_chroma_int"
        guard format.content == .moving else { return "\(input)\(scale),format=rgb24,buffersink@out" }
        // An ordered pattern stays where it is from picture to picture; a diffused error would flicker.
        return "\(input)\(scale),format=bgra,split[a][b];[a]palettegen=stats_mode=single[p];"
            + "[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4,buffersink@out"
    }

    private static func openOutput(
        _ formatName: String,
        for codec: borrowing LibAVCodec,
        _ subject: String
    ) throws(WriterError) -> LibAVOutput {
        guard let output = LibAVOutput(formatName: formatName) else { throw failure(LibAVStatus.outOfMemory, subject) }
        // SAFETY: a new stream is owned by its file, and has parameters; the codec is open.
        guard let stream = unsafe avformat_new_stream(output.context, nil),
            let parameters = unsafe stream.pointee.codecpar
        else { throw failure(LibAVStatus.outOfMemory, subject) }
        try check(unsafe avcodec_parameters_from_context(parameters, codec.context), subject)
        unsafe stream.pointee.time_base = codec.context.pointee.time_base
        try check(output.writeHeader(), subject)
        return output
    }

    private func takeFiltered() throws(WriterError) {
        while true {
            let status = graph.receive(into: frame)
            if status == LibAVStatus.again || status == LibAVStatus.end { return }
            try check(status)
            defer { frame.clear() }
            try check(codec.send(frame))
            try takePackets()
        }
    }

    private func takePackets() throws(WriterError) {
        while true {
            let status = codec.receive(into: packet)
            if status == LibAVStatus.again || status == LibAVStatus.end { return }
            try check(status)
            defer { packet.clear() }
            try check(output.write(packet))
            try store(output.takeBytes())
        }
    }

    private func store(_ bytes: [UInt8]) throws(WriterError) {
        guard !bytes.isEmpty else { return }
        do throws(SystemCallError) {
            try storage.write(bytes, at: byteCount)
        } catch {
            throw .cannotWrite(error)
        }
        byteCount += Int64(bytes.count)
    }

    private func check(_ status: Int32) throws(WriterError) {
        try Self.check(status, subject)
    }

    private static func check(_ status: Int32, _ subject: String) throws(WriterError) {
        guard status >= 0 else { throw failure(status, subject) }
    }

    private static func failure(_ status: Int32, _ subject: String) -> WriterError {
        .codecFailed(subject: subject, reason: LibAVStatus.reason(status))
    }
}
