import CFFmpeg
import DoubletakeMedia
import DoubletakeWriting

/// Adds a track to a film, and puts its description into libav's terms.
///
/// The corresponding C types are `AVStream` and `AVCodecParameters`.
enum LibAVTrackParameters {
    /// Which family of containers a track is described for.
    enum Family {
        /// MP4 and QuickTime.
        case isoMedia
        /// Matroska and WebM.
        case matroska
    }

    /// Adds `track`, whose description was found to be one that the container can hold.
    ///
    /// - Returns: a status; below zero when there is no memory.
    static func add(_ track: MuxerTrack, to output: borrowing LibAVOutput, _ family: Family) -> Int32 {
        // SAFETY: a new stream is owned by its film, and has parameters; both are alive while `output` is.
        guard let stream = unsafe avformat_new_stream(output.context, nil),
            let parameters = unsafe stream.pointee.codecpar
        else { return LibAVStatus.outOfMemory }
        let description = track.description
        unsafe stream.pointee.time_base = AVRational(num: 1, den: Int32(description.timeBase.ticksPerSecond))
        // Players show the film's pictures in any case.
        let isEnabled = track.isEnabled || description.mediaType == .video
        unsafe stream.pointee.disposition = isEnabled ? AV_DISPOSITION_DEFAULT : 0
        switch description.media {
        case .video(let codec, let codedSize, _, let color):
            unsafe setVideo(parameters, codec, codedSize: codedSize, color: color)
            if family == .isoMedia, let entry = codec.libAVSampleEntry {
                unsafe parameters.pointee.codec_tag = entry
            }
            unsafe stream.pointee.sample_aspect_ratio = parameters.pointee.sample_aspect_ratio
        case .audio(let codec, let format, let bitRate, let primingSampleCount):
            let status = unsafe setAudio(
                parameters,
                codec,
                format: format,
                bitRate: bitRate,
                primingSampleCount: primingSampleCount
            )
            guard status >= 0 else { return status }
        }
        if let language = track.properties.languageCode {
            // SAFETY: the dictionary belongs to the stream; key and value are copied.
            let status = unsafe av_dict_set(&stream.pointee.metadata, "language", language, 0)
            guard status >= 0 else { return status }
        }
        if let name = track.name {
            let status = unsafe setName(name, of: stream, family)
            guard status >= 0 else { return status }
        }
        return unsafe setSetUpBytes(description.codecConfiguration, of: parameters)
    }

    private static func setVideo(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>,
        _ codec: VideoCodec,
        codedSize: PixelSize,
        color: ColorDescription
    ) {
        // SAFETY: plain numbers are assigned to fields of a living structure. The colour enumerations have the code
        // points of H.273, as `ColorDescription` has.
        unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        unsafe parameters.pointee.codec_id = codec.libAVNumber ?? AV_CODEC_ID_NONE
        unsafe parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        unsafe parameters.pointee.width = Int32(codedSize.width)
        unsafe parameters.pointee.height = Int32(codedSize.height)
        unsafe parameters.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        unsafe parameters.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
        unsafe parameters.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
        unsafe parameters.pointee.color_space = AVColorSpace(UInt32(color.matrix))
        unsafe parameters.pointee.color_range = color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }

    private static func setAudio(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>,
        _ codec: AudioCodec,
        format: AudioFormat,
        bitRate: Int,
        primingSampleCount: Int
    ) -> Int32 {
        // SAFETY: plain numbers are assigned to fields of a living structure.
        unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
        if let traits = codec.libAVTraits {
            unsafe parameters.pointee.codec_id = traits.number
            unsafe parameters.pointee.format = traits.sampleFormat.rawValue
            unsafe parameters.pointee.bits_per_raw_sample = traits.sampleBitCount
            unsafe parameters.pointee.frame_size = Int32(traits.packetSampleCount ?? 0)
        }
        unsafe parameters.pointee.sample_rate = Int32(format.sampleRate)
        unsafe parameters.pointee.bit_rate = Int64(bitRate)
        unsafe parameters.pointee.initial_padding = Int32(primingSampleCount)
        return unsafe codec.setLibAVLayout(&parameters.pointee.ch_layout, channelCount: format.channelCount)
    }

    /// Names a track in all places where players look.
    ///
    /// The handler's name is ISO's place (ISO/IEC 14496-12, 8.4.3); the title goes into the track's `name` box, which
    /// is QuickTime's, and into Matroska's element Name, which is its only one.
    private static func setName(
        _ name: String,
        of stream: UnsafeMutablePointer<AVStream>,
        _ family: Family
    ) -> Int32 {
        for key in family == .isoMedia ? ["handler_name", "title"] : ["title"] {
            // SAFETY: the dictionary belongs to the stream; key and value are copied.
            let status = unsafe av_dict_set(&stream.pointee.metadata, key, name, 0)
            guard status >= 0 else { return status }
        }
        return 0
    }

    private static func setSetUpBytes(
        _ bytes: [UInt8],
        of parameters: UnsafeMutablePointer<AVCodecParameters>
    ) -> Int32 {
        if bytes.isEmpty { return 0 }
        // SAFETY: the memory is libav's, as is wanted, with the zeros behind that its readers rely on; from here on it
        // belongs to the parameters.
        guard let memory = unsafe av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            return LibAVStatus.outOfMemory
        }
        unsafe UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyBytes(from: bytes)
        unsafe parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
        unsafe parameters.pointee.extradata_size = Int32(bytes.count)
        return 0
    }
}
