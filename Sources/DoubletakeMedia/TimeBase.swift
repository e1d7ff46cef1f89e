/// The unit in which a container or an encoder counts time: a whole number of ticks a second.
///
/// A time is converted once, on its way into the container, and rounded *before* anyone checks that times increase:
/// two instants that differ by less than a tick are the same instant to a player.
public struct TimeBase: Hashable, Sendable {
    /// Ticks in a second.
    public let ticksPerSecond: Int64

    /// Creates a time base; `ticksPerSecond` is at least 1.
    public init(ticksPerSecond: Int64) {
        precondition(ticksPerSecond >= 1, "a time base has at least one tick a second")
        self.ticksPerSecond = ticksPerSecond
    }

    /// Ninety thousand ticks a second: what MPEG uses for pictures (ISO/IEC 13818-1, 2.4.2).
    ///
    /// Every usual frame rate divides it or misses it by less than a millisecond an hour.
    public static let video = TimeBase(ticksPerSecond: 90_000)

    /// The number of ticks in `duration`, to the nearest.
    public func ticks(in duration: Duration) -> Int64 {
        rounded(Int128(duration.wholeNanoseconds) * Int128(ticksPerSecond), over: 1_000_000_000)
    }

    /// How long `ticks` last, to the nearest nanosecond.
    public func duration(ofTicks ticks: Int64) -> Duration {
        .nanoseconds(rounded(Int128(ticks) * 1_000_000_000, over: Int128(ticksPerSecond)))
    }
}

/// `numerator / denominator` to the nearest whole number, halves up; `denominator` is positive.
func rounded(_ numerator: Int128, over denominator: Int128) -> Int64 {
    let doubled = 2 * numerator + denominator
    let (quotient, remainder) = doubled.quotientAndRemainder(dividingBy: 2 * denominator)
    return Int64(remainder < 0 ? quotient - 1 : quotient)
}
