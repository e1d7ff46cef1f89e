import CFFmpeg

/// Keeps libav from writing to standard error, which belongs to the program that we are a guest in.
///
/// libav has one log for the whole process and no other way to be quiet. So this changes that setting once, and only
/// when it is still the default: a program that has chosen a level for itself keeps it. What fails is thrown anyway.
enum LibAVLog {
    /// To be called before anything else of libav.
    static func quieten() {
        once
    }

    private static let once: Void = {
        if av_log_get_level() == AV_LOG_INFO { av_log_set_level(AV_LOG_QUIET) }
    }()
}
