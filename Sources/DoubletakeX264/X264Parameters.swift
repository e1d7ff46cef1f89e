import CX264
import DoubletakeMedia
import DoubletakeWriting

/// The settings of an encoder in x264's terms.
///
/// The corresponding C type is `x264_param_t`.
enum X264Parameters {
    /// Threads of an encoder, each with a slice of every picture.
    ///
    /// One is as cheap in all, but a picture in which everything changes takes longer to come out; more make the
    /// pictures larger, since nothing is predicted over the border of a slice.
    static let threadCount: Int32 = 2

    /// Makes parameters.
    ///
    /// - Parameters:
    ///   - settings: what was asked for; all that can't be had is refused here.
    ///   - subject: what errors are about.
    static func make(_ settings: VideoEncoderSettings, subject: String) throws(WriterError) -> x264_param_t {
        try settings.check(for: .x264)
        var parameters = unsafe x264_param_t()
        // zerolatency has no B-frames and looks at no later picture: with either, the delay is counted in pictures, and
        // on a still screen the next one may be minutes away. The corresponding C function is
        // x264_param_default_preset.
        // SAFETY: it fills in a local of the right type; both names are constants.
        guard unsafe x264_param_default_preset(&parameters, "superfast", "zerolatency") == 0 else {
            throw .codecFailed(subject: subject, reason: "x264 doesn't know the preset superfast")
        }
        // SAFETY: from here on plain numbers are assigned; no pointer is read or set.
        let codedSize = settings.displaySize.roundedUpToEven
        unsafe parameters.i_width = Int32(codedSize.width)
        unsafe parameters.i_height = Int32(codedSize.height)
        unsafe parameters.i_csp = X264_CSP_I420
        unsafe parameters.i_bitdepth = 8
        unsafe parameters.i_threads = threadCount
        unsafe parameters.b_sliced_threads = 1
        // They only guess a picture's complexity: more of them are woken for next to nothing.
        unsafe parameters.i_lookahead_threads = 1

        // By default x264 writes to standard error, which belongs to the program that we are a guest in.
        unsafe parameters.i_log_level = X264_LOG_NONE

        // x264 counts pictures and knows nothing of their times. With `b_vfr_input` it would wait for the next picture,
        // to see how long this one lasts, and would spend bits on a picture that nothing changes in for a while.
        unsafe parameters.b_vfr_input = 0
        unsafe parameters.i_fps_num = UInt32(settings.frameRate.numerator)
        unsafe parameters.i_fps_den = UInt32(settings.frameRate.denominator)

        // Keyframes come by time (see X264Encoder), which x264 can't count: it counts pictures.
        unsafe parameters.i_keyint_max = X264_KEYINT_MAX_INFINITE
        unsafe parameters.i_scenecut_threshold = 0
        unsafe parameters.b_open_gop = 0

        // A weighted prediction isn't the same picture again, so x264 has to look at unchanged macroblocks after all.
        unsafe parameters.analyse.i_weighted_pred = X264_WEIGHTP_NONE
        unsafe parameters.analyse.b_mb_info = 1

        switch settings.quality {
        case .constantRateFactor(let factor):
            unsafe parameters.rc.i_rc_method = X264_RC_CRF
            unsafe parameters.rc.f_rf_constant = Float(factor)
            if factor <= faithfulFactor {
                // Busy parts and busy pictures would get less than was asked for.
                unsafe parameters.rc.i_aq_mode = X264_AQ_NONE
                unsafe parameters.rc.i_qp_max = Int32(factor)
            }
        case .averageBitRate(let bitRate):
            // x264 takes every picture to last one interval of the rate that the stream states. Where they usually come
            // less often, each may have as many more bits.
            let share = settings.frameRate.framesPerSecond / settings.usualFrameRate.framesPerSecond
            let peak = Double(bitRate) * VideoEncoderSettings.peakRatio
            unsafe parameters.rc.i_rc_method = X264_RC_ABR
            unsafe parameters.rc.i_bitrate = kilobits(Double(bitRate) * share)
            unsafe parameters.rc.i_vbv_max_bitrate = kilobits(peak * share)
            unsafe parameters.rc.i_vbv_buffer_size = kilobits(peak * VideoEncoderSettings.peakDuration.inSeconds)
        case .lossless:
            unsafe parameters.rc.i_rc_method = X264_RC_CQP
            unsafe parameters.rc.i_qp_constant = 0
        }

        unsafe parameters.vui.i_colorprim = Int32(settings.color.primaries)
        unsafe parameters.vui.i_transfer = Int32(settings.color.transfer)
        unsafe parameters.vui.i_colmatrix = Int32(settings.color.matrix)
        unsafe parameters.vui.b_fullrange = settings.color.range == .full ? 1 : 0
        unsafe parameters.vui.i_sar_width = 1
        unsafe parameters.vui.i_sar_height = 1

        // The parameter sets go into the container's header, once.
        unsafe parameters.b_repeat_headers = 0
        unsafe parameters.b_annexb = 1
        return unsafe parameters
    }

    /// Up to this factor no pixel is worse than another: who asks for so much wants each one as it was.
    ///
    /// With 1 none is wrong by more than 2. A larger bound would cost bytes in films that only are to look right.
    private static let faithfulFactor = 4

    /// Bits in x264's unit.
    private static func kilobits(_ bits: Double) -> Int32 {
        Int32(min(bits / 1000, Double(Int32.max)).rounded(.up))
    }
}
