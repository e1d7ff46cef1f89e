import CFFmpeg
import DoubletakeWriting

/// What libav calls the rows of our tables.
///
/// The corresponding C type is `AVCodecID`.
extension VideoCodec {
    /// libav's number; nil for a codec that is none of ours.
    var libAVNumber: AVCodecID? {
        switch self {
        case .h264: AV_CODEC_ID_H264
        case .hevc: AV_CODEC_ID_HEVC
        case .av1: AV_CODEC_ID_AV1
        case .vp9: AV_CODEC_ID_VP9
        default: nil
        }
    }

    /// The type of its sample entries in MP4 and QuickTime where that isn't libavformat's own choice.
    ///
    /// `hvc1` says that the parameter sets are in the header and nowhere else (ISO/IEC 14496-15, 8.4.1), which is so,
    /// and which Apple's players insist on.
    var libAVSampleEntry: UInt32? {
        self == .hevc
            ? doubletake_av_tag(
                UInt8(ascii: "h"), UInt8(ascii: "v"), UInt8(ascii: "c"), UInt8(ascii: "1")) : nil
    }
}

extension AudioCodec {
    /// What libav needs to know of a codec of sound.
    struct LibAVTraits {
        /// libav's number.
        let number: AVCodecID
        /// The encoder's name.
        let encoderName: String
        /// How the encoder takes its samples.
        let sampleFormat: AVSampleFormat
        /// Bits of a sample that count, where that isn't the same as those that it has.
        let sampleBitCount: Int32
        /// Samples of each channel in a packet, where all but the last have as many.
        let packetSampleCount: Int?
        /// Whether Matroska files of libavformat say how long the encoder's run-up is; elsewhere it has no place there.
        let isRunUpDeclared: Bool
    }

    /// nil for a codec that is none of ours.
    var libAVTraits: LibAVTraits? {
        switch self {
        case .aac:
            // ISO/IEC 14496-3, 4.5.2.1.1.
            LibAVTraits(
                number: AV_CODEC_ID_AAC,
                encoderName: "aac",
                sampleFormat: AV_SAMPLE_FMT_FLTP,
                sampleBitCount: 0,
                packetSampleCount: 1_024,
                isRunUpDeclared: false
            )
        case .opus:
            // 20 ms: RFC 6716, 2.1.4.
            LibAVTraits(
                number: AV_CODEC_ID_OPUS,
                encoderName: "libopus",
                sampleFormat: AV_SAMPLE_FMT_FLT,
                sampleBitCount: 0,
                packetSampleCount: 960,
                isRunUpDeclared: true
            )
        case .flac:
            // 24 bits hold everything that was recorded with 16 exactly, at no cost: FLAC leaves out bits that are
            // always zero (RFC 9639, 9.2.2).
            LibAVTraits(
                number: AV_CODEC_ID_FLAC,
                encoderName: "flac",
                sampleFormat: AV_SAMPLE_FMT_S32,
                sampleBitCount: 24,
                packetSampleCount: nil,
                isRunUpDeclared: false
            )
        default: nil
        }
    }

    /// Writes what so many channels are into `layout`: as libav has them, but for Opus, which knows no bass channel of
    /// three and no centre of four (RFC 7845, 5.1.1.2).
    ///
    /// The corresponding C functions are `av_channel_layout_from_string` and `av_channel_layout_default`. Returns a
    /// status.
    func setLibAVLayout(_ layout: UnsafeMutablePointer<AVChannelLayout>, channelCount: Int) -> Int32 {
        // SAFETY: the layout is the caller's, which is all that the calls write to; the string is passed for their time.
        if self == .opus, let name = [3: "3.0", 4: "quad"][channelCount] {
            return unsafe av_channel_layout_from_string(layout, name)
        }
        unsafe av_channel_layout_default(layout, Int32(channelCount))
        return 0
    }
}
