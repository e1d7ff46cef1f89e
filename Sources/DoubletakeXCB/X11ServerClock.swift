package import DoubletakeMedia

/// Puts the times of a server's events on our clock.
package struct X11ServerClock {
    private let clock: any MediaClock
    private var deviceClock = DeviceClock(ticksPerSecond: 1_000, counterBits: 32)
    private var lastComparison: MediaTime?

    /// How long a comparison of the clocks is trusted.
    ///
    /// An event may be read long after it happened, and then alone says little about the server's clock. Asking for the
    /// time costs a round trip; asked more rarely, the first event after a long rest would be stamped with the instant
    /// at which it was read.
    private static let trust = Duration.seconds(5)

    /// How often the time is asked for then: the quickest answer counts, and a busy machine delays some.
    private static let comparisonCount = 3

    /// Creates a clock that has not been compared yet.
    package init(_ clock: any MediaClock) {
        self.clock = clock
    }

    /// When an event happened that bears `time`.
    package mutating func instant(of time: X11Time, _ connection: X11Connection) throws(X11Error) -> MediaTime {
        if lastComparison.map({ clock.now - $0 >= Self.trust }) ?? true {
            for _ in 0..<Self.comparisonCount {
                let present = try connection.serverTime()
                _ = deviceClock.instant(ofTicks: UInt64(present.milliseconds), seenAt: clock.now)
            }
            lastComparison = clock.now
        }
        return deviceClock.instant(ofTicks: UInt64(time.milliseconds), seenAt: clock.now)
    }
}
