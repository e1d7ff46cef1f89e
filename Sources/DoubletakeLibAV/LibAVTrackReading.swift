import CFFmpeg
import DoubletakeMedia
import DoubletakeReading

/// Reads what a film says of a track.
///
/// The corresponding C types are `AVStream` and `AVCodecParameters`.
enum LibAVTrackReading {
    /// Describes a track.
    static func track(_ number: Int, of input: borrowing LibAVInput) -> ReadTrack {
        // SAFETY: the stream and what it points to are alive while `input` is; libavcodec's names are constants.
        let stream = unsafe input.stream(number)
        let parameters = unsafe stream.pointee.codecpar
        return unsafe ReadTrack(
            media: media(of: stream),
            statedMedia: input.statedMedia.indices.contains(number) ? input.statedMedia[number] : nil,
            codecName: parameters.map { unsafe String(cString: avcodec_get_name($0.pointee.codec_id)) } ?? "none",
            name: name(of: stream),
            isEnabled: stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0,
            duration: duration(of: stream, in: input)
        )
    }

    /// A time of a track as an instant of the film; nil when it isn't known.
    ///
    /// The corresponding C function is `av_rescale_q`, which rounds to the nearest.
    static func time(_ ticks: Int64, in timeBase: AVRational) -> MediaTime? {
        guard ticks != doubletake_av_nopts_value else { return nil }
        return MediaTime(nanoseconds: av_rescale_q(ticks, timeBase, AVRational(num: 1, den: 1_000_000_000)))
    }

    /// What a picture's numbers mean; what the film doesn't say is "unspecified" (2) as in H.273.
    static func color(
        primaries: AVColorPrimaries,
        transfer: AVColorTransferCharacteristic,
        matrix: AVColorSpace,
        isFullRange: Bool
    ) -> ColorDescription {
        ColorDescription(
            primaries: Int(primaries.rawValue),
            transfer: Int(transfer.rawValue),
            matrix: Int(matrix.rawValue),
            range: isFullRange ? .full : .limited
        )
    }

    /// The format of sound; nil when its numbers are beyond what anybody has.
    static func audioFormat(sampleRate: Int32, channelCount: Int32) -> AudioFormat? {
        guard AudioFormat.sampleRates.contains(Int(sampleRate)), AudioFormat.channelCounts.contains(Int(channelCount))
        else { return nil }
        return AudioFormat(sampleRate: Int(sampleRate), channelCount: Int(channelCount))
    }

    /// What a track carries, as far as libavformat knows by now.
    static func media(of stream: UnsafeMutablePointer<AVStream>) -> ReadTrack.Media {
        // SAFETY: the stream is alive while its film is.
        unsafe stream.pointee.codecpar.map { unsafe media($0.pointee, of: stream) } ?? .other
    }

    /// What a packet says of itself.
    static func packet(_ packet: borrowing LibAVPacket, of input: borrowing LibAVInput) -> ReadPacket {
        // SAFETY: plain numbers of our own packet and of a living stream are read.
        let read = unsafe packet.pointer
        let track = unsafe Int(read.pointee.stream_index)
        let timeBase = unsafe input.stream(track).pointee.time_base
        let duration = unsafe time(read.pointee.duration, in: timeBase) ?? .zero
        return unsafe ReadPacket(
            track: track,
            presentationTime: time(read.pointee.pts, in: timeBase),
            decodeTime: time(read.pointee.dts, in: timeBase),
            duration: duration - .zero,
            isLeftOut: read.pointee.flags & AV_PKT_FLAG_DISCARD != 0
        )
    }

    private static func media(_ parameters: AVCodecParameters, of stream: UnsafeMutablePointer<AVStream>)
        -> ReadTrack.Media
    {
        // SAFETY: plain numbers are read.
        switch unsafe parameters.codec_type {
        case AVMEDIA_TYPE_VIDEO:
            let isCoverPicture = unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
            let (width, height) = unsafe (parameters.width, parameters.height)
            guard !isCoverPicture, width > 0, height > 0 else { return .other }
            let isFullRange =
                unsafe parameters.color_range == AVCOL_RANGE_JPEG || parameters.format == AV_PIX_FMT_YUVJ420P.rawValue
            return .video(
                displaySize: PixelSize(width: Int(width), height: Int(height)),
                color: unsafe color(
                    primaries: parameters.color_primaries,
                    transfer: parameters.color_trc,
                    matrix: parameters.color_space,
                    isFullRange: isFullRange
                )
            )
        case AVMEDIA_TYPE_AUDIO:
            let format = unsafe audioFormat(
                sampleRate: parameters.sample_rate,
                channelCount: parameters.ch_layout.nb_channels
            )
            return format.map(ReadTrack.Media.audio) ?? .other
        default:
            return .other
        }
    }

    private static func name(of stream: UnsafeMutablePointer<AVStream>) -> String? {
        for key in ["title", "name", "handler_name"] {
            // SAFETY: the dictionary belongs to the stream; the entry is copied at once.
            guard let entry = unsafe av_dict_get(stream.pointee.metadata, key, nil, 0) else { continue }
            let value = unsafe String(cString: entry.pointee.value)
            // What libavformat and others write when nobody gave a name.
            if !value.isEmpty && !["VideoHandler", "SoundHandler"].contains(value) { return value }
        }
        return nil
    }

    private static func duration(
        of stream: UnsafeMutablePointer<AVStream>,
        in input: borrowing LibAVInput
    ) -> Duration {
        // SAFETY: plain numbers are read.
        let own = unsafe time(stream.pointee.duration, in: stream.pointee.time_base)
        let film = unsafe time(input.context.pointee.duration, in: AVRational(num: 1, den: AV_TIME_BASE))
        return (own ?? film ?? .zero) - .zero
    }
}
