/// An instant on the recording's one monotonic clock, in whole nanoseconds since that clock's origin.
///
/// Every picture, sample and event carries one. Differences between instants are `Duration`s, so that an instant and a
/// length of time can't be mixed up. The wall clock never appears in either.
public struct MediaTime: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the clock's origin.
    public let nanoseconds: Int64

    /// Creates the instant that lies `nanoseconds` after the clock's origin.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's origin.
    public static let zero = MediaTime(nanoseconds: 0)

    /// The instant that lies `duration` later.
    public func advanced(by duration: Duration) -> MediaTime {
        MediaTime(nanoseconds: nanoseconds + duration.wholeNanoseconds)
    }

    /// How long it is from this instant to `other`; negative when `other` is earlier.
    public func duration(to other: MediaTime) -> Duration {
        .nanoseconds(other.nanoseconds - nanoseconds)
    }

    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: MediaTime, rhs: MediaTime) -> Bool {
        lhs.nanoseconds < rhs.nanoseconds
    }

    /// The instant that lies `duration` after `time`.
    public static func + (time: MediaTime, duration: Duration) -> MediaTime {
        time.advanced(by: duration)
    }

    /// The instant that lies `duration` before `time`.
    public static func - (time: MediaTime, duration: Duration) -> MediaTime {
        MediaTime(nanoseconds: time.nanoseconds - duration.wholeNanoseconds)
    }

    /// How long it is from `start` to `end`.
    public static func - (end: MediaTime, start: MediaTime) -> Duration {
        start.duration(to: end)
    }
}

extension MediaTime: CustomStringConvertible {
    /// The instant in seconds with nine decimals.
    public var description: String {
        let (seconds, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let digits = String(fraction.magnitude)
        let sign = nanoseconds < 0 && seconds == 0 ? "-" : ""
        return "\(sign)\(seconds).\(String(repeating: "0", count: 9 - digits.count))\(digits) s"
    }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded down; traps beyond 292 years.
    public var wholeNanoseconds: Int64 {
        let parts = components
        let (nanoseconds, rest) = parts.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return parts.seconds * 1_000_000_000 + (rest < 0 ? nanoseconds - 1 : nanoseconds)
    }

    /// The duration in seconds, for people and for ratios; never for adding up times.
    public var inSeconds: Double {
        Double(wholeNanoseconds) / 1e9
    }
}
