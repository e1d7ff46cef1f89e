import CFFmpeg
package import DoubletakeMedia
package import DoubletakeWriting

/// Makes AAC, Opus and FLAC of sound with libavcodec.
///
/// The times of its packets come from the first buffer's time and the number of samples, so they have no error that
/// grows. The first packet lies before the first buffer, by the encoder's run-up. One thread uses it at a time.
@safe
package final class LibAVAudioEncoder: AudioEncoder, @unchecked Sendable {
    // @safe: pointers are only passed on to libav, for the time of a call.
    // @unchecked: by the port's contract one thread uses it at a time.

    /// What the packets are, with the codec's set-up bytes apart.
    package let track: TrackDescription

    private let format: AudioFormat
    private let subject: String
    private let primingSampleCount: Int
    private let codec: LibAVCodec
    private let frame: LibAVFrame
    private let packet: LibAVPacket
    private var packer: SamplePacker
    /// When the first sample of the first buffer sounds.
    private var firstTime: MediaTime?
    /// Samples of each channel that went into the codec.
    private var encodedSampleCount = 0

    /// Opens an encoder.
    package init(_ settings: AudioEncoderSettings) throws(WriterError) {
        LibAVLog.quieten()
        format = settings.format
        subject = settings.codec.name
        let traits = try Self.check(settings)
        // SAFETY: the codec found is one of libavcodec's constants.
        guard let encoder = unsafe avcodec_find_encoder_by_name(traits.encoderName) else {
            throw .encoderUnavailable(name: traits.encoderName, reason: "libavcodec was built without it")
        }
        guard let codec = unsafe LibAVCodec(encoder), let frame = LibAVFrame(), let packet = LibAVPacket() else {
            throw .codecFailed(subject: subject, reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        let isSetUp = Self.setUp(codec, settings, traits)
        let status = isSetUp < 0 ? isSetUp : codec.open()
        guard status >= 0 else {
            throw .unsupported(
                subject: subject,
                reason: "\(settings.format.channelCount) channels at \(settings.format.sampleRate) Hz and "
                    + "\(settings.bitRate) bits a second can't be encoded: \(LibAVStatus.reason(status))",
                help: "Choose another number of channels or another bit rate."
            )
        }
        // SAFETY: the codec is open, so its numbers are set.
        primingSampleCount = Int(unsafe codec.context.pointee.initial_padding)
        packer = SamplePacker(
            channelCount: settings.format.channelCount,
            frameSampleCount: Int(unsafe codec.context.pointee.frame_size)
        )
        track = TrackDescription(
            media: .audio(
                settings.codec,
                format: settings.format,
                bitRate: settings.bitRate,
                primingSampleCount: primingSampleCount
            ),
            codecConfiguration: codec.setUpBytes,
            timeBase: settings.format.timeBase
        )
        self.codec = codec
        self.frame = frame
        self.packet = packet
    }

    /// Encodes a buffer of any length; what doesn't fill a packet waits for the next.
    package func encode(_ input: AudioBuffer) throws(WriterError) -> [EncodedPacket] {
        guard input.format == format else {
            throw .misuse(
                subject: subject,
                reason: "sound of \(input.format.channelCount) channels at \(input.format.sampleRate) Hz came into a "
                    + "track of \(format.channelCount) channels at \(format.sampleRate) Hz",
                help: "Convert the sound, or state its format in the settings."
            )
        }
        let firstTime = self.firstTime ?? input.time
        self.firstTime = firstTime
        packer.append(input.samples)
        var packets: [EncodedPacket] = []
        while let samples = packer.nextFrame() {
            packets += try encode(samples, firstTime: firstTime)
        }
        return packets
    }

    /// Ends the stream: the last packet lasts as long as the samples that are left.
    package func finish() throws(WriterError) -> [EncodedPacket] {
        guard let firstTime else { return [] }
        var packets: [EncodedPacket] = []
        let rest = packer.takeRest()
        if !rest.isEmpty { packets += try encode(rest, firstTime: firstTime) }
        try check(codec.endEncoding())
        return packets + (try takePackets(firstTime: firstTime))
    }

    private func encode(_ samples: [Float], firstTime: MediaTime) throws(WriterError) -> [EncodedPacket] {
        let sampleCount = samples.count / format.channelCount
        defer { frame.clear() }
        // SAFETY: the codec is open, so its numbers are set; the frame is ours, and is given memory for exactly
        // `sampleCount` samples of each channel.
        unsafe frame.pointer.pointee.nb_samples = Int32(sampleCount)
        unsafe frame.pointer.pointee.format = codec.context.pointee.sample_fmt.rawValue
        unsafe frame.pointer.pointee.sample_rate = codec.context.pointee.sample_rate
        try check(unsafe av_channel_layout_copy(&frame.pointer.pointee.ch_layout, &codec.context.pointee.ch_layout))
        try check(unsafe av_frame_get_buffer(frame.pointer, 0))
        unsafe frame.pointer.pointee.pts = Int64(encodedSampleCount)
        LibAVSoundWriting.fill(frame, with: samples, channelCount: format.channelCount)
        encodedSampleCount += sampleCount
        try check(codec.send(frame))
        return try takePackets(firstTime: firstTime)
    }

    private func takePackets(firstTime: MediaTime) throws(WriterError) -> [EncodedPacket] {
        var packets: [EncodedPacket] = []
        while true {
            let status = codec.receive(into: packet)
            if status == LibAVStatus.again || status == LibAVStatus.end { return packets }
            try check(status)
            defer { packet.clear() }
            let data = packet.bytes
            // At its end FLAC says once more what the header said, now with a checksum of all samples.
            if data.isEmpty { continue }
            // SAFETY: the packet is ours. Its times are in samples, since the codec's time base is.
            let position = Int(unsafe packet.pointer.pointee.pts)
            let duration = Int(unsafe packet.pointer.pointee.duration)
            let time = firstTime + format.duration(ofSamples: position)
            packets.append(
                EncodedPacket(
                    mediaType: .audio,
                    data: data,
                    presentationTime: time,
                    decodeTime: time,
                    duration: format.duration(ofSamples: duration),
                    isKeyframe: true
                )
            )
        }
    }

    private func check(_ status: Int32) throws(WriterError) {
        guard status >= 0 else { throw .codecFailed(subject: subject, reason: LibAVStatus.reason(status)) }
    }

    private static func check(_ settings: AudioEncoderSettings) throws(WriterError) -> AudioCodec.LibAVTraits {
        guard let traits = settings.codec.libAVTraits else {
            throw .unsupported(
                subject: settings.codec.name,
                reason: "there is no encoder for it",
                help: "Choose the codec \(AudioCodec.all.map(\.name).joined(separator: " or "))."
            )
        }
        guard settings.codec.sampleRates.contains(settings.format.sampleRate) else {
            let rates = settings.codec.sampleRates.map(String.init).joined(separator: ", ")
            throw .unsupported(
                subject: settings.codec.name,
                reason: "sound at \(settings.format.sampleRate) Hz can't be encoded",
                help: "Choose a sample rate of \(rates)."
            )
        }
        guard settings.bitRate > 0 else {
            throw .unsupported(
                subject: settings.codec.name,
                reason: "\(settings.bitRate) bits a second are no bit rate",
                help: "Choose a bit rate such as 128000."
            )
        }
        return traits
    }

    private static func setUp(
        _ codec: borrowing LibAVCodec,
        _ settings: AudioEncoderSettings,
        _ traits: AudioCodec.LibAVTraits
    ) -> Int32 {
        let context = unsafe codec.context
        // SAFETY: the context is alive and not open yet, when its fields may be set.
        unsafe context.pointee.sample_fmt = traits.sampleFormat
        unsafe context.pointee.bits_per_raw_sample = traits.sampleBitCount
        unsafe context.pointee.sample_rate = Int32(settings.format.sampleRate)
        unsafe context.pointee.time_base = AVRational(num: 1, den: Int32(settings.format.sampleRate))
        unsafe context.pointee.bit_rate = Int64(settings.bitRate)
        // The set-up bytes go into the container's header, once.
        unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        return unsafe settings.codec.setLibAVLayout(
            &context.pointee.ch_layout,
            channelCount: settings.format.channelCount
        )
    }
}
