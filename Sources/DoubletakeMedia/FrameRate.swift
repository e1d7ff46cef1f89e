/// How many pictures a second, as an exact fraction: 30, or 30000/1001.
public struct FrameRate: Hashable, Sendable {
    /// Frames in `denominator` seconds.
    public let numerator: Int
    /// Seconds in which `numerator` frames pass.
    public let denominator: Int

    /// Creates a rate; both numbers are at least 1.
    public init(_ numerator: Int, per denominator: Int = 1) {
        precondition(numerator >= 1 && denominator >= 1, "a frame rate is a fraction of whole numbers from 1")
        self.numerator = numerator
        self.denominator = denominator
    }

    /// How long one frame lasts, to the nearest nanosecond.
    ///
    /// Never add it up: `offset(ofFrame:)` is exact.
    public var frameDuration: Duration {
        offset(ofFrame: 1)
    }

    /// Twice as many frames in the same time.
    public var doubled: FrameRate {
        FrameRate(2 * numerator, per: denominator)
    }

    /// The rate as a number, for people and for rate control.
    public var framesPerSecond: Double {
        Double(numerator) / Double(denominator)
    }

    /// How long after frame 0 frame `number` is due, to the nearest nanosecond and without an error that grows.
    public func offset(ofFrame number: Int64) -> Duration {
        .nanoseconds(rounded(Int128(number) * Int128(denominator) * 1_000_000_000, over: Int128(numerator)))
    }

    /// The newest frame that is due when `offset` has passed since frame 0; -1 or less before it.
    public func frameNumber(at offset: Duration) -> Int64 {
        let unit = Int128(denominator) * 1_000_000_000
        // Half a nanosecond is added, since a frame's own offset was rounded to the nearest one.
        let doubled = (2 * Int128(offset.wholeNanoseconds) + 1) * Int128(numerator)
        let (quotient, remainder) = doubled.quotientAndRemainder(dividingBy: 2 * unit)
        return Int64(remainder < 0 ? quotient - 1 : quotient)
    }
}

extension FrameRate: CustomStringConvertible {
    /// `30` or `30000/1001`.
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
}
