import CFFmpeg

/// What libav's functions return: zero or more when they worked, an error's number below zero when not.
enum LibAVStatus {
    /// More input is needed, or output must be taken out first.
    static let again = doubletake_averror_eagain
    /// There is no more.
    static let end = doubletake_averror_eof
    /// There is no memory left.
    static let outOfMemory = doubletake_averror_enomem

    /// An error in libav's own words.
    ///
    /// The corresponding C function is `av_strerror`.
    static func reason(_ status: Int32) -> String {
        // SAFETY: the buffer is passed with its own length, and the call ends it with a zero even for a number that it
        // doesn't know.
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
            guard let start = buffer.baseAddress else { return "error \(status)" }
            _ = unsafe av_strerror(status, start, buffer.count)
            return unsafe String(cString: start)
        }
    }
}
