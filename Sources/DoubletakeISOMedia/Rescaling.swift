/// Turns ticks of one length into ticks of another.
///
/// Times from damaged files may be absurd: what doesn't fit into 63 bits becomes the largest number that does.
enum Rescaling {
    /// To the nearest tick.
    ///
    /// `ticks` isn't negative, and neither scale is zero.
    static func nearest(_ ticks: Int64, from timescale: UInt32, to other: UInt32) -> UInt64 {
        scaled(ticks, timescale, other, adding: UInt128(timescale) / 2)
    }

    /// To the next tick that isn't earlier.
    ///
    /// `ticks` isn't negative, and neither scale is zero.
    static func up(_ ticks: Int64, from timescale: UInt32, to other: UInt32) -> UInt64 {
        scaled(ticks, timescale, other, adding: UInt128(timescale) - 1)
    }

    /// To the next tick that isn't later.
    ///
    /// `ticks` isn't negative, and neither scale is zero.
    static func down(_ ticks: Int64, from timescale: UInt32, to other: UInt32) -> UInt64 {
        scaled(ticks, timescale, other, adding: 0)
    }

    private static func scaled(_ ticks: Int64, _ from: UInt32, _ to: UInt32, adding rest: UInt128) -> UInt64 {
        let result = (UInt128(ticks) * UInt128(to) + rest) / UInt128(from)
        return UInt64(Int64(clamping: result))
    }
}
