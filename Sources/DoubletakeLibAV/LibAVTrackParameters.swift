import CFFmpeg
import DoubletakeMedia
import DoubletakeWriting

/// Adds a track to a film, and puts its description into libav's terms.
///
/// The corresponding C types are `AVStream` and `AVCodecParameters`.
enum LibAVTrackParameters {
    /// Adds `track`, whose description was found to be one that libavformat can hold.
    ///
    /// - Returns: a status; below zero when there is no memory.
    static func add(_ track: MuxerTrack, to output: borrowing LibAVOutput) -> Int32 {
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
        case .video(_, let codedSize, _, let color):
            unsafe setVideo(parameters, codedSize: codedSize, color: color)
            unsafe stream.pointee.sample_aspect_ratio = parameters.pointee.sample_aspect_ratio
        case .audio(_, let format, let bitRate, let primingSampleCount):
            unsafe setAudio(parameters, format: format, bitRate: bitRate, primingSampleCount: primingSampleCount)
        }
        if let name = track.name {
            let status = unsafe setName(name, of: stream)
            guard status >= 0 else { return status }
        }
        return unsafe setSetUpBytes(description.codecConfiguration, of: parameters)
    }

    private static func setVideo(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>,
        codedSize: PixelSize,
        color: ColorDescription
    ) {
        // SAFETY: plain numbers are assigned to fields of a living structure. The colour enumerations have the code
        // points of H.273, as `ColorDescription` has.
        unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        unsafe parameters.pointee.codec_id = AV_CODEC_ID_H264
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
        format: AudioFormat,
        bitRate: Int,
        primingSampleCount: Int
    ) {
        // SAFETY: plain numbers are assigned to fields of a living structure.
        unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
        unsafe parameters.pointee.codec_id = AV_CODEC_ID_AAC
        unsafe parameters.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        unsafe parameters.pointee.sample_rate = Int32(format.sampleRate)
        unsafe av_channel_layout_default(&parameters.pointee.ch_layout, Int32(format.channelCount))
        unsafe parameters.pointee.bit_rate = Int64(bitRate)
        // The packets of AAC have 1024 samples (ISO/IEC 14496-3, 4.5.2.1.1).
        unsafe parameters.pointee.frame_size = 1_024
        unsafe parameters.pointee.initial_padding = Int32(primingSampleCount)
    }

    /// Names a track in both places where players look.
    ///
    /// The handler's name is ISO's place (ISO/IEC 14496-12, 8.4.3), the title goes into the track's `name` box, which
    /// is QuickTime's.
    private static func setName(_ name: String, of stream: UnsafeMutablePointer<AVStream>) -> Int32 {
        for key in ["handler_name", "title"] {
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
