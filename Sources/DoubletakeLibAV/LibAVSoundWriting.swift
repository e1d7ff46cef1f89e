import CFFmpeg

/// Copies sound into libav.
enum LibAVSoundWriting {
    /// Fills a frame that has memory for exactly these samples, which have the channels in turn.
    static func fill(_ frame: borrowing LibAVFrame, with samples: [Float], channelCount: Int) {
        // SAFETY: a frame has a plane for each channel when its format is planar, else one with the channels in turn,
        // and each has room for the samples of the format's type.
        let sound = unsafe frame.pointer
        guard let planes = unsafe sound.pointee.extended_data else { preconditionFailure("the frame has memory") }
        switch unsafe AVSampleFormat(sound.pointee.format) {
        case AV_SAMPLE_FMT_FLTP: unsafe fill(planes, with: samples, planeCount: channelCount) { $0 }
        case AV_SAMPLE_FMT_FLT: unsafe fill(planes, with: samples, planeCount: 1) { $0 }
        case AV_SAMPLE_FMT_S32: unsafe fill(planes, with: samples, planeCount: 1, integer)
        default: preconditionFailure("the encoders of the table take no other format")
        }
    }

    private static func fill<Sample>(
        _ planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        with samples: [Float],
        planeCount: Int,
        _ convert: (Float) -> Sample
    ) {
        let sampleCount = samples.count / planeCount
        for number in 0..<planeCount {
            guard let plane = unsafe planes[number] else { preconditionFailure("the frame has every plane") }
            // SAFETY: by the caller the plane has room for `sampleCount` samples, and libav aligns its memory for them.
            let values = unsafe UnsafeMutableRawPointer(plane).bindMemory(to: Sample.self, capacity: sampleCount)
            var index = number
            for sample in 0..<sampleCount {
                unsafe values[sample] = convert(samples[index])
                index += planeCount
            }
        }
    }

    /// A sample of 24 bits in the upper ones of 32, as libavcodec takes it; what is beyond full scale is cut off.
    private static func integer(_ sample: Float) -> Int32 {
        let scaled = (Double(sample) * 8_388_608).rounded()
        return Int32(max(-8_388_608, min(scaled, 8_388_607))) << 8
    }
}
