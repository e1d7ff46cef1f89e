import CFFmpeg
import DoubletakeMedia

/// Copies decoded sound out of libav.
enum LibAVSoundReading {
    /// The samples as 32-bit float numbers, channels in turn; nil when they are in another format, which
    /// `formatName(of:)` names.
    static func samples(_ frame: borrowing LibAVFrame, channelCount: Int) -> [Float]? {
        // SAFETY: plain numbers of our own frame are read.
        let sound = unsafe frame.pointer
        let sampleCount = unsafe Int(sound.pointee.nb_samples)
        guard let planes = unsafe sound.pointee.extended_data else { return nil }
        // SAFETY: a decoded frame has a plane for each channel when its format is planar, else one with the channels in
        // turn, each for `sampleCount` samples of the format's type.
        switch unsafe AVSampleFormat(sound.pointee.format) {
        case AV_SAMPLE_FMT_FLTP:
            return unsafe interleaved(planes, sampleCount, channelCount, as: Float.self) { $0 }
        case AV_SAMPLE_FMT_S16P:
            return unsafe interleaved(planes, sampleCount, channelCount, as: Int16.self, float)
        case AV_SAMPLE_FMT_FLT:
            return unsafe interleaved(planes, sampleCount * channelCount, 1, as: Float.self) { $0 }
        case AV_SAMPLE_FMT_S32P:
            return unsafe interleaved(planes, sampleCount, channelCount, as: Int32.self, float)
        case AV_SAMPLE_FMT_S32:
            return unsafe interleaved(planes, sampleCount * channelCount, 1, as: Int32.self, float)
        case AV_SAMPLE_FMT_S16:
            return unsafe interleaved(planes, sampleCount * channelCount, 1, as: Int16.self, float)
        default:
            return nil
        }
    }

    /// What libav calls the format of the samples.
    static func formatName(of frame: borrowing LibAVFrame) -> String {
        // SAFETY: the names are constants.
        unsafe av_get_sample_fmt_name(AVSampleFormat(frame.pointer.pointee.format)).map { unsafe String(cString: $0) }
            ?? "an unknown sample format"
    }

    private static func interleaved<Sample>(
        _ planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        _ sampleCount: Int,
        _ planeCount: Int,
        as type: Sample.Type,
        _ float: (Sample) -> Float
    ) -> [Float]? {
        var samples = [Float](repeating: 0, count: sampleCount * planeCount)
        for channel in 0..<planeCount {
            guard let plane = unsafe planes[channel] else { return nil }
            // SAFETY: by the callers, the plane has `sampleCount` samples of this type, and libav aligns planes for
            // vector instructions.
            let values = unsafe UnsafeRawPointer(plane).assumingMemoryBound(to: type)
            var index = channel
            for sample in 0..<sampleCount {
                samples[index] = unsafe float(values[sample])
                index += planeCount
            }
        }
        return samples
    }

    private static func float(_ sample: Int16) -> Float {
        Float(sample) / 32_768
    }

    private static func float(_ sample: Int32) -> Float {
        Float(sample) / 2_147_483_648
    }
}
