import CFFmpeg
package import DoubletakeMedia
package import DoubletakeWriting

/// Makes HEVC, AV1 and VP9 of pictures with libavcodec, and H.264 where a graphics card does it.
///
/// A picture comes out as a packet before the next one goes in; where a card does the work it may be one later. A
/// keyframe comes when the first picture does, and then whenever the settings say that one is due. One thread uses it
/// at a time.
@safe
package final class LibAVVideoEncoder: VideoEncoder, @unchecked Sendable {
    // @safe: pointers are only passed on to libav, for the time of a call.
    // @unchecked: by the port's contract one thread uses it at a time.

    /// What the packets are.
    package let track: TrackDescription

    private let settings: VideoEncoderSettings
    private let subject: String
    private let codec: LibAVCodec
    private let picture: LibAVPicture
    private let packet: LibAVPacket
    private let card: LibAVGraphicsCard?
    /// The pictures that went in and did not come out yet, by their number, in order.
    private var waiting: [(number: Int64, time: MediaTime)] = []
    private var count: Int64 = 0
    private var lastKeyframe: (number: Int64, time: MediaTime)?
    private var requestedKeyframeTime: MediaTime?

    /// Opens an encoder.
    package init(_ settings: VideoEncoderSettings, _ model: VideoEncoderModel) throws(WriterError) {
        LibAVLog.quieten()
        try settings.check(for: model)
        self.settings = settings
        subject = model.name
        let codedSize = settings.displaySize.roundedUpToEven
        guard let packet = LibAVPacket(), let picture = LibAVPicture(codedSize, settings.color) else {
            throw .codecFailed(subject: subject, reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        card = try Self.openCard(model, codedSize)
        let codec = try LibAVCodec(settings, model, card)
        track = TrackDescription(
            media: .video(
                settings.codec,
                codedSize: codedSize,
                displaySize: settings.displaySize,
                color: settings.color
            ),
            codecConfiguration: try Self.setUpBytes(of: codec, settings, model),
            timeBase: .video
        )
        self.codec = codec
        self.picture = picture
        self.packet = packet
    }

    /// Encodes one picture; what comes out is that one, or the one before.
    package func encode(_ input: VideoFrame) throws(WriterError) -> [EncodedPacket] {
        try settings.check(input.pixelBuffer)
        precondition(waiting.last.map { $0.time < input.time } ?? true, "pictures come in the order of their times")
        let isRequested = requestedKeyframeTime.map { input.time >= $0 } ?? false
        let isKeyframe =
            isRequested
            || lastKeyframe.map {
                settings.isKeyframeDue(after: input.time - $0.time, pictureCount: Int(count - $0.number))
            } ?? true
        if isRequested { requestedKeyframeTime = nil }
        try check(picture.fill(with: input.pixelBuffer, number: count, isKeyframe: isKeyframe))
        if isKeyframe { lastKeyframe = (count, input.time) }
        waiting.append((count, input.time))
        count += 1
        if let card {
            try check(card.take(picture))
            try check(codec.send(card.frame))
        } else {
            try check(codec.send(picture.frame))
        }
        return try takePackets()
    }

    package func requestKeyframe(at time: MediaTime) {
        requestedKeyframeTime = time
    }

    /// Ends the stream; what a card still had comes out.
    package func finish() throws(WriterError) -> [EncodedPacket] {
        guard count > 0 else { return [] }
        try check(codec.endEncoding())
        let packets = try takePackets()
        guard waiting.isEmpty else {
            throw .codecFailed(subject: subject, reason: "\(waiting.count) pictures did not come out again")
        }
        return packets
    }

    private func takePackets() throws(WriterError) -> [EncodedPacket] {
        var packets: [EncodedPacket] = []
        while true {
            let status = codec.receive(into: packet)
            if status == LibAVStatus.again || status == LibAVStatus.end { return packets }
            try check(status)
            defer { packet.clear() }
            // SAFETY: the packet is ours, and plain numbers are read.
            let (number, flags) = unsafe (packet.pointer.pointee.pts, packet.pointer.pointee.flags)
            guard let first = waiting.first, first.number == number else {
                throw .codecFailed(subject: subject, reason: "a picture came out of its turn")
            }
            waiting.removeFirst()
            let isKeyframe = flags & AV_PKT_FLAG_KEY != 0
            if isKeyframe, lastKeyframe.map({ $0.number < number }) ?? true { lastKeyframe = (number, first.time) }
            packets.append(
                EncodedPacket(
                    mediaType: .video,
                    data: packet.bytes,
                    presentationTime: first.time,
                    decodeTime: first.time,
                    duration: settings.frameRate.frameDuration,
                    isKeyframe: isKeyframe
                )
            )
        }
    }

    private func check(_ status: Int32) throws(WriterError) {
        guard status >= 0 else { throw .codecFailed(subject: subject, reason: LibAVStatus.reason(status)) }
    }

    /// The set-up bytes; of an encoder that makes them with its first picture, those of another one like it.
    private static func setUpBytes(
        of codec: borrowing LibAVCodec,
        _ settings: VideoEncoderSettings,
        _ model: VideoEncoderModel
    ) throws(WriterError) -> [UInt8] {
        let bytes = codec.setUpBytes
        guard bytes.isEmpty, model == .aom else { return bytes }
        let size = settings.displaySize
        let trial = try LibAVCodec(settings, model, nil)
        guard let packet = LibAVPacket(), let picture = LibAVPicture(size.roundedUpToEven, settings.color) else {
            throw .codecFailed(subject: model.name, reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        let black = PixelBuffer(format: .i420, displaySize: size, color: settings.color)
        for status in [
            picture.fill(with: black, number: 0, isKeyframe: true), trial.send(picture.frame),
            trial.receive(into: packet),
        ] where status < 0 {
            throw .codecFailed(subject: model.name, reason: LibAVStatus.reason(status))
        }
        return packet.newSetUpBytes
    }

    /// Opens the card through which pictures have to go, for an encoder that takes them from there.
    private static func openCard(
        _ model: VideoEncoderModel,
        _ codedSize: PixelSize
    ) throws(WriterError) -> LibAVGraphicsCard? {
        guard model.name.hasSuffix("_vaapi") else { return nil }
        do throws(LibAVGraphicsCard.Failure) {
            return try LibAVGraphicsCard(codedSize)
        } catch {
            throw .encoderUnavailable(name: model.name, reason: LibAVStatus.reason(error.status))
        }
    }
}
