import FoundationEssentials
import Glibc

/// A time as the clock on the wall shows it, without a date.
struct TimeOfDay: Hashable {
    private let hour: Int32
    private let minute: Int32
    private let second: Int32

    /// Reads `17:30` or `17:30:15`; nil for anything else.
    init?(text: String) {
        guard let match = text.wholeMatch(of: /(\d{1,2}):(\d\d)(?::(\d\d))?/),
            let hour = Int32(match.1), let minute = Int32(match.2), let second = Int32(match.3 ?? "0"),
            hour < 24, minute < 60, second < 60
        else { return nil }
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// When it is so late for the next time, as time since 1970.
    ///
    /// - Parameter now: the present, as time since 1970; when it is just so late, the next time is tomorrow.
    func next(after now: Duration) -> Duration {
        let seconds = now.components.seconds
        for day in Int32(0)...1 {
            var parts = unsafe Self.parts(of: seconds)
            // A day with a change of the clocks has not 24 hours; the C library knows how many it has.
            unsafe parts.tm_mday += day
            unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (hour, minute, second, -1)
            // SAFETY: the call takes a local of the right type.
            let time = Duration.seconds(Int64(unsafe mktime(&parts)))
            if time > now { return time }
        }
        preconditionFailure("tomorrow is later than now")
    }

    /// The present, as time since 1970.
    static func now() -> Duration {
        .seconds(Date().timeIntervalSince1970)
    }

    /// An instant as a clock shows it: `17:30:15`.
    static func text(of time: Duration) -> String {
        let parts = unsafe parts(of: time.components.seconds)
        return unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }

    private static func parts(of seconds: Int64) -> tm {
        var time = time_t(seconds)
        var parts = unsafe tm()
        // SAFETY: the call fills in a local of the right type.
        _ = unsafe localtime_r(&time, &parts)
        return unsafe parts
    }
}
