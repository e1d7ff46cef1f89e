import DoubletakeWriting
import Glibc

/// Puts what a film says of itself into libavformat's terms.
enum LibAVTags {
    /// Names and values, as libavformat's muxers know them.
    static func tags(_ metadata: MovieMetadata) -> [(name: String, value: String)] {
        let tags = [
            ("title", metadata.title),
            ("comment", metadata.comment),
            ("creation_time", metadata.creationDate.map(dateAndTime)),
        ]
        return tags.compactMap { name, value in value.map { (name, $0) } }
    }

    /// A time since 1970 began, as date and time of day in UTC (ISO 8601), to the microsecond.
    private static func dateAndTime(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        var wholeSeconds = time_t(seconds)
        // SAFETY: both are locals that live for the time of the call; only plain numbers are read.
        var fields = unsafe tm()
        guard unsafe gmtime_r(&wholeSeconds, &fields) != nil else { return "1970-01-01T00:00:00Z" }
        let (year, month, day) = unsafe (fields.tm_year + 1_900, fields.tm_mon + 1, fields.tm_mday)
        let (hour, minute, second) = unsafe (fields.tm_hour, fields.tm_min, fields.tm_sec)
        let date = [year, month, day].map(digits).joined(separator: "-")
        let clock = [hour, minute, second].map(digits).joined(separator: ":")
        let microseconds = String(1_000_000 + attoseconds / 1_000_000_000_000).dropFirst()
        return "\(date)T\(clock).\(microseconds)Z"
    }

    private static func digits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
