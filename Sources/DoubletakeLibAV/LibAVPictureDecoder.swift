import CFFmpeg
package import DoubletakeMedia
package import DoubletakeWriting

/// Decodes the pictures of an encoder's packets, without a file between them.
///
/// One thread uses it at a time.
@safe
package final class LibAVPictureDecoder {
    // @safe: pointers are only passed on to libav, for the time of a call.

    private let subject: String
    private let codec: LibAVCodec
    private let frame: LibAVFrame
    private let packet: LibAVPacket
    private var nextSequenceNumber: UInt64 = 0

    /// Opens the decoder of a track of pictures.
    package init(_ track: TrackDescription) throws(WriterError) {
        guard case .video(let videoCodec, let codedSize, _, let color) = track.media else {
            preconditionFailure("a track of pictures is decoded")
        }
        subject = videoCodec.name
        // SAFETY: the decoder found is one of libavcodec's constants.
        guard let number = videoCodec.libAVNumber, let decoder = unsafe avcodec_find_decoder(number) else {
            throw .codecFailed(subject: subject, reason: "there is no decoder for it")
        }
        guard let codec = unsafe LibAVCodec(decoder), let frame = LibAVFrame(), let packet = LibAVPacket() else {
            throw .codecFailed(subject: subject, reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        unsafe codec.context.pointee.width = Int32(codedSize.width)
        unsafe codec.context.pointee.height = Int32(codedSize.height)
        // Not every stream says what its colours mean. The enumerations have the code points of H.273.
        unsafe codec.context.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
        unsafe codec.context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
        unsafe codec.context.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
        unsafe codec.context.pointee.color_range = color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        // Packets carry their times in nanoseconds.
        unsafe codec.context.pointee.pkt_timebase = AVRational(num: 1, den: 1_000_000_000)
        var status = codec.setSetUpBytes(track.codecConfiguration)
        if status >= 0 { status = codec.open() }
        guard status >= 0 else { throw .codecFailed(subject: subject, reason: LibAVStatus.reason(status)) }
        self.codec = codec
        self.frame = frame
        self.packet = packet
    }

    /// Decodes a packet; the pictures that it completed come out.
    package func decode(_ input: EncodedPacket) throws(WriterError) -> [VideoFrame] {
        try check(packet.fill(with: input.data))
        defer { packet.clear() }
        // SAFETY: plain numbers of our own packet are written.
        unsafe packet.pointer.pointee.pts = input.presentationTime.nanoseconds
        unsafe packet.pointer.pointee.dts = input.decodeTime.nanoseconds
        if input.isKeyframe { unsafe packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY }
        try check(codec.send(packet))
        return try takePictures()
    }

    /// Ends the stream; the pictures that were still inside come out.
    package func finish() throws(WriterError) -> [VideoFrame] {
        try check(codec.endDecoding())
        return try takePictures()
    }

    private func takePictures() throws(WriterError) -> [VideoFrame] {
        var pictures: [VideoFrame] = []
        while true {
            let status = codec.receive(into: frame)
            if status == LibAVStatus.again || status == LibAVStatus.end { return pictures }
            try check(status)
            defer { frame.clear() }
            guard let buffer = LibAVPictureReading.pixelBuffer(frame) else {
                let format = LibAVPictureReading.formatName(of: frame)
                throw .codecFailed(subject: subject, reason: "a decoded picture is in \(format)")
            }
            // SAFETY: a plain number of our own frame is read.
            let time = unsafe MediaTime(nanoseconds: frame.pointer.pointee.best_effort_timestamp)
            pictures.append(
                VideoFrame(
                    pixelBuffer: buffer,
                    time: time,
                    sequenceNumber: nextSequenceNumber,
                    damage: .everything
                )
            )
            nextSequenceNumber += 1
        }
    }

    private func check(_ status: Int32) throws(WriterError) {
        guard status >= 0 else { throw .codecFailed(subject: subject, reason: LibAVStatus.reason(status)) }
    }
}

extension LibAVCodec {
    /// Puts the set-up bytes of an encoder in, before it is opened.
    ///
    /// The corresponding C function is `av_mallocz`. Returns a status.
    fileprivate func setSetUpBytes(_ bytes: [UInt8]) -> Int32 {
        if bytes.isEmpty { return 0 }
        // SAFETY: the memory is libav's, as is wanted, with the zeros behind that its readers rely on; from here on it
        // belongs to the context, which frees it.
        guard let memory = unsafe av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            return LibAVStatus.outOfMemory
        }
        unsafe UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyBytes(from: bytes)
        unsafe context.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
        unsafe context.pointee.extradata_size = Int32(bytes.count)
        return 0
    }
}
