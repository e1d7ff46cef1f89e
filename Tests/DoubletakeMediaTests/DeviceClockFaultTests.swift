import DoubletakeMedia
import Testing

/// What a device's clock does when the device does what none should.
@Suite struct DeviceClockFaultTests {
    private let now = MediaTime(nanoseconds: 5_000_000_000_000)

    @Test("A stamp that means nothing is taken for now, and the next good ones are right again")
    func meaninglessStamps() {
        for nonsense: UInt64 in [1 << 63, UInt64(Int64.max), 1 << 62] {
            var clock = DeviceClock(ticksPerSecond: 1_000_000_000)
            #expect(clock.instant(ofTicks: 7_000_000_000, seenAt: now) == now)
            #expect(clock.instant(ofTicks: nonsense, seenAt: now + .seconds(1)) == now + .seconds(1))
            #expect(clock.instant(ofTicks: 9_000_000_000, seenAt: now + .seconds(2)) == now + .seconds(2))
            // Seen 30 ms late.
            let seen = now + .milliseconds(3_030)
            #expect(clock.instant(ofTicks: 10_000_000_000, seenAt: seen) == now + .seconds(3))
        }
    }

    @Test("A clock whose first stamp means nothing works from the second on")
    func meaninglessFirstStamp() {
        var clock = DeviceClock(ticksPerSecond: 1_000)
        #expect(clock.instant(ofTicks: .max, seenAt: now) == now)
        #expect(clock.instant(ofTicks: 1_000, seenAt: now + .seconds(1)) == now + .seconds(1))
        #expect(clock.instant(ofTicks: 2_000, seenAt: now + .milliseconds(2_120)) == now + .seconds(2))
    }

    @Test("After half an hour of silence a device that drifts by 300 ppm is right at once")
    func silence() {
        var clock = DeviceClock(ticksPerSecond: 1_000_000)
        for second in 0..<60 {
            _ = clock.instant(ofTicks: UInt64(second) * 1_000_000, seenAt: now + .seconds(second))
        }
        // Half an hour of ours is 540 ms less on a device that is slow by 300 ppm.
        let seen = now + .seconds(1_859)
        #expect(clock.instant(ofTicks: 1_858_460_000, seenAt: seen) == seen)
    }
}
