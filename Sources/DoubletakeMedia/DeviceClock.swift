/// Puts a device's own time stamps on the recording's clock.
///
/// A stamp is seen some time after it was taken, never before: so of many pairs (stamp, instant at which we saw it)
/// the one with the smallest difference is the nearest to the truth. The smallest of a window is the offset; how it
/// moves from window to window is the drift. (The same idea as the minimum filter of RFC 5905, 10.) A stamp that
/// seems later than the instant at which it was seen is as good a witness: the offset moves at once.
///
/// It is a value that the source's own thread owns.
public struct DeviceClock: Sendable {
    /// How long pairs are gathered before the offset may move up again.
    ///
    /// Shorter, and a busy spell in which every stamp is seen late shifts the picture; longer, and a device that drifts
    /// by 300 ppm is 300 us a second off meanwhile.
    public static let window = Duration.seconds(10)

    /// The longest step between two stamps that is believed.
    ///
    /// A longer one is a device that was started again, or a stamp that means nothing: the offset is learned anew.
    private static let longestStep = Duration.seconds(3600)

    private struct Pair {
        let deviceTime: Duration
        let offset: Duration
    }

    private let ticksPerSecond: Int64
    private let counterMask: UInt64
    private var lastTicks: UInt64?
    private var elapsedTicks: Int64 = 0
    private var windowStart: MediaTime?
    private var smallest: Pair?
    private var previousSmallest: Pair?
    private var firstSmallest: Pair?

    /// Creates a clock for a device that counts.
    ///
    /// - Parameters:
    ///   - ticksPerSecond: 1000 for an X server's event times, 1,000,000,000 for a camera's.
    ///   - counterBits: how many bits its counter has before it starts again from 0; 32 for an X server.
    public init(ticksPerSecond: Int64, counterBits: Int = 64) {
        precondition(ticksPerSecond >= 1 && (8...64).contains(counterBits), "a device counts ticks")
        self.ticksPerSecond = ticksPerSecond
        counterMask = counterBits == 64 ? .max : (1 << UInt64(counterBits)) - 1
    }

    /// How far the device's clock is behind ours; nil before the first pair.
    public var offset: Duration? {
        guard let smallest else { return nil }
        guard let previousSmallest else { return smallest.offset }
        return min(smallest.offset, previousSmallest.offset)
    }

    /// By how many millionths the device's clock is slow (positive) or fast; nil until two windows have been seen.
    public var driftInPartsPerMillion: Double? {
        guard let firstSmallest, let previousSmallest, previousSmallest.deviceTime > firstSmallest.deviceTime else {
            return nil
        }
        let elapsed = previousSmallest.deviceTime - firstSmallest.deviceTime
        return (previousSmallest.offset - firstSmallest.offset).inSeconds / elapsed.inSeconds * 1e6
    }

    /// The instant on our clock of a stamp that was seen at `now`.
    ///
    /// Every stamp also teaches the offset. The answer is never later than `now`.
    public mutating func instant(ofTicks ticks: UInt64, seenAt now: MediaTime) -> MediaTime {
        let deviceTime = unwrap(ticks)
        let offset = learn(Pair(deviceTime: deviceTime, offset: (now - MediaTime.zero) - deviceTime), at: now)
        return min(MediaTime.zero + deviceTime + offset, now)
    }

    /// The stamp as a time on the device's clock, which doesn't start again from 0.
    private mutating func unwrap(_ ticks: UInt64) -> Duration {
        let ticks = ticks & counterMask
        defer { lastTicks = ticks }
        guard let lastTicks else { return begin(at: ticks) }
        // A step is read as the shorter way round, so that a stamp a little older than the last is no wrap.
        let forward = (ticks &- lastTicks) & counterMask
        let backward = (lastTicks &- ticks) & counterMask
        guard min(forward, backward) <= UInt64(ticksPerSecond) * UInt64(Self.longestStep.components.seconds) else {
            return begin(at: ticks)
        }
        elapsedTicks += forward <= backward ? Int64(forward) : -Int64(backward)
        return TimeBase(ticksPerSecond: ticksPerSecond).duration(ofTicks: elapsedTicks)
    }

    /// Begins anew, as for a device that was just opened.
    private mutating func begin(at ticks: UInt64) -> Duration {
        windowStart = nil
        smallest = nil
        previousSmallest = nil
        firstSmallest = nil
        // No device has run for longer than this; what it says then means nothing, and would be too large to count with.
        let century = UInt64(ticksPerSecond).multipliedReportingOverflow(by: 100 * 365 * 86_400)
        elapsedTicks = ticks < min(century.overflow ? .max : century.partialValue, UInt64(Int64.max)) ? Int64(ticks) : 0
        return TimeBase(ticksPerSecond: ticksPerSecond).duration(ofTicks: elapsedTicks)
    }

    private mutating func learn(_ pair: Pair, at now: MediaTime) -> Duration {
        guard let start = windowStart, let best = smallest else {
            windowStart = now
            smallest = pair
            return pair.offset
        }
        if now - start >= Self.window {
            if firstSmallest == nil { firstSmallest = best }
            // What was true before a long silence is no witness for what is true now.
            previousSmallest = now - start < Self.window * 2 ? best : nil
            smallest = pair
            windowStart = now
        } else if pair.offset < best.offset {
            smallest = pair
        }
        return min(smallest?.offset ?? pair.offset, previousSmallest?.offset ?? pair.offset)
    }
}
