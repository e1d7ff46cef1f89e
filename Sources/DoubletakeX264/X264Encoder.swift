import CX264
package import DoubletakeMedia
package import DoubletakeWriting

/// Makes H.264 of pictures with libx264, which is told which macroblocks have not changed.
///
/// Every picture comes out as a packet at once, with its own time. A keyframe comes when the first picture does, and
/// then whenever the settings say that one is due. One thread uses it at a time.
@safe
package final class X264Encoder: VideoEncoder, @unchecked Sendable {
    // @safe: pointers are only passed on to x264, for the time of a call.
    // @unchecked: by the port's contract one thread uses it at a time.

    /// What the packets are: H.264 in the byte stream format (Annex B), with the parameter sets apart.
    package let track: TrackDescription

    private let settings: VideoEncoderSettings
    private let subject: String
    private let packetDuration: Duration
    // In this order, in which they also end: the encoder has a pointer into the map.
    private let encoder: X264Handle
    private let macroblocks: MacroblockMap

    /// What is known of the pictures that were encoded.
    private struct Progress {
        var count: Int64
        var lastTime: MediaTime
        var lastSequenceNumber: UInt64
        var lastKeyframeTime: MediaTime
        var lastKeyframeNumber: Int64
    }

    private var progress: Progress?
    private var requestedKeyframeTime: MediaTime?

    /// Opens an encoder.
    package init(_ settings: VideoEncoderSettings) throws(WriterError) {
        self.settings = settings
        subject = settings.codec.name
        packetDuration = settings.frameRate.frameDuration
        let codedSize = settings.displaySize.roundedUpToEven
        macroblocks = MacroblockMap(codedSize: codedSize)
        let parameters = try unsafe X264Parameters.make(settings, subject: subject)
        encoder = try unsafe X264Handle(parameters, subject: subject)
        precondition(encoder.maximumDelayedFrameCount == 0, "each picture comes out before the next one goes in")
        track = TrackDescription(
            media: .video(
                settings.codec, codedSize: codedSize, displaySize: settings.displaySize, color: settings.color),
            codecConfiguration: try encoder.parameterSets(),
            timeBase: .video
        )
    }

    /// Encodes one picture, which comes out at once.
    package func encode(_ input: VideoFrame) throws(WriterError) -> [EncodedPacket] {
        try settings.check(input.pixelBuffer)
        precondition(progress.map { $0.lastTime < input.time } ?? true, "pictures come in the order of their times")
        let number = progress?.count ?? 0
        let isRequested = requestedKeyframeTime.map { input.time >= $0 } ?? false
        let isKeyframe =
            isRequested
            || progress.map {
                settings.isKeyframeDue(
                    after: input.time - $0.lastKeyframeTime,
                    pictureCount: Int(number - $0.lastKeyframeNumber)
                )
            } ?? true

        let output = try encode(input, as: number, isKeyframe: isKeyframe)
        guard !output.bytes.isEmpty, output.number == number else {
            throw .codecFailed(subject: subject, reason: "x264 held a picture back")
        }
        if isRequested { requestedKeyframeTime = nil }
        progress = Progress(
            count: number + 1,
            lastTime: input.time,
            lastSequenceNumber: input.sequenceNumber,
            lastKeyframeTime: output.isKeyframe ? input.time : progress?.lastKeyframeTime ?? input.time,
            lastKeyframeNumber: output.isKeyframe ? number : progress?.lastKeyframeNumber ?? number
        )
        return [
            EncodedPacket(
                mediaType: .video,
                data: output.bytes,
                presentationTime: input.time,
                decodeTime: input.time,
                duration: packetDuration,
                isKeyframe: output.isKeyframe
            )
        ]
    }

    package func requestKeyframe(at time: MediaTime) {
        requestedKeyframeTime = time
    }

    /// Ends the stream; nothing is left inside.
    package func finish() throws(WriterError) -> [EncodedPacket] {
        []
    }

    private func encode(
        _ frame: VideoFrame,
        as number: Int64,
        isKeyframe: Bool
    ) throws(WriterError) -> X264Handle.Output {
        var picture = unsafe x264_picture_t()
        // SAFETY: it fills in a local of the right type.
        unsafe x264_picture_init(&picture)
        unsafe picture.i_pts = number
        unsafe picture.i_type = isKeyframe ? X264_TYPE_IDR : X264_TYPE_AUTO
        if !isKeyframe, let changed = frame.damage(since: progress?.lastSequenceNumber).rectangles {
            macroblocks.markConstant(outside: changed)
            unsafe macroblocks.lend(to: &picture)
        }
        unsafe picture.img.i_csp = X264_CSP_I420
        unsafe picture.img.i_plane = 3
        let buffer = frame.pixelBuffer
        unsafe picture.img.i_stride.0 = Int32(buffer.bytesPerRow(ofPlane: 0))
        unsafe picture.img.i_stride.1 = Int32(buffer.bytesPerRow(ofPlane: 1))
        unsafe picture.img.i_stride.2 = Int32(buffer.bytesPerRow(ofPlane: 2))
        // SAFETY: the planes are valid within the closures, x264 only reads them, and has copied them when it returns.
        return try unsafe withPlane(0, of: buffer) { luma throws(WriterError) in
            try unsafe withPlane(1, of: buffer) { cb throws(WriterError) in
                try unsafe withPlane(2, of: buffer) { cr throws(WriterError) in
                    unsafe picture.img.plane.0 = luma
                    unsafe picture.img.plane.1 = cb
                    unsafe picture.img.plane.2 = cr
                    return try unsafe encoder.encode(&picture)
                }
            }
        }
    }
}

/// Lends a plane as x264 takes it, which has no word for a plane that it only reads.
private func withPlane<Result>(
    _ plane: Int,
    of buffer: PixelBuffer,
    _ body: (UnsafeMutablePointer<UInt8>) throws(WriterError) -> Result
) throws(WriterError) -> Result {
    try buffer.withBytes(ofPlane: plane) { span throws(WriterError) in
        try unsafe span.withUnsafeBytes { bytes throws(WriterError) in
            guard let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else {
                preconditionFailure("a picture has at least one pixel")
            }
            return try unsafe body(UnsafeMutablePointer(mutating: start))
        }
    }
}
