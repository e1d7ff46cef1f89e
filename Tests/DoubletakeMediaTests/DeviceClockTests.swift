import DoubletakeMedia
import Testing

struct DeviceClockTests {
    /// A device whose stamps are seen some time after they were taken.
    private struct Device {
        let ticksPerSecond: Int64
        var counterBits = 64
        /// The counter at our time 0.
        var start: Int64 = 0
        /// By how many millionths its clock is slow.
        var slowness = 0.0

        func ticks(at time: Duration) -> UInt64 {
            let own = Double(time.wholeNanoseconds) * (1 - slowness / 1e6) * Double(ticksPerSecond) / 1e9
            let mask = counterBits == 64 ? UInt64.max : (1 << UInt64(counterBits)) - 1
            return UInt64(bitPattern: start + Int64(own.rounded(.down))) & mask
        }
    }

    /// Shows `clock` stamps that are seen up to 120 ms late, `rate` a second, and tells how far the answers of the time
    /// after `settling` are from the truth.
    private func errors(
        of clock: inout DeviceClock,
        watching device: Device,
        for length: Int,
        rate: Int,
        after settling: Duration,
        seed: UInt64 = 1
    ) -> ClosedRange<Duration> {
        var generator = SeededGenerator(seed: seed)
        var errors: [Duration] = []
        for number in 0..<length * rate {
            let taken = FrameRate(rate).offset(ofFrame: Int64(number))
            let seen = MediaTime.zero + taken + .microseconds(Int64.random(in: 0...120_000, using: &generator))
            let answer = clock.instant(ofTicks: device.ticks(at: taken), seenAt: seen)
            #expect(answer <= seen)
            if taken > settling { errors.append(answer - (MediaTime.zero + taken)) }
        }
        return (errors.min() ?? .zero)...(errors.max() ?? .zero)
    }

    @Test("The offset is found to the millisecond, though stamps are seen up to 120 ms late", arguments: 1...5)
    func offset(seed: UInt64) throws {
        var clock = DeviceClock(ticksPerSecond: 1_000_000_000)
        #expect(clock.offset == nil)
        let device = Device(ticksPerSecond: 1_000_000_000, start: 77_000_000_000)
        // Some stamps are needed before one was seen at once.
        let errors = errors(of: &clock, watching: device, for: 60, rate: 60, after: .seconds(10), seed: seed)
        #expect(errors.lowerBound >= .zero && errors.upperBound <= .milliseconds(1))
        let offset = try #require(clock.offset)
        #expect(offset >= .seconds(-77) && offset <= .seconds(-77) + .milliseconds(1))
        #expect(abs(try #require(clock.driftInPartsPerMillion)) < 30)
    }

    @Test("A 32-bit count of milliseconds goes on when it starts again from 0")
    func wrap() {
        var clock = DeviceClock(ticksPerSecond: 1_000, counterBits: 32)
        let device = Device(ticksPerSecond: 1_000, counterBits: 32, start: (1 << 32) - 15_000)
        let errors = errors(of: &clock, watching: device, for: 40, rate: 60, after: .seconds(10))
        #expect(device.ticks(at: .seconds(40)) == 25_000)
        // The counter itself is up to a millisecond behind.
        #expect(errors.lowerBound >= .milliseconds(-1) && errors.upperBound <= .milliseconds(2))
    }

    @Test("A stamp a little older than the last is that much earlier, and no wrap", arguments: [32, 64])
    func backward(counterBits: Int) {
        var clock = DeviceClock(ticksPerSecond: 1_000, counterBits: counterBits)
        let now = MediaTime(nanoseconds: 500_000_000_000)
        let first = clock.instant(ofTicks: 3, seenAt: now)
        let second = clock.instant(ofTicks: 13, seenAt: now + .milliseconds(10))
        let older = clock.instant(ofTicks: 8, seenAt: now + .milliseconds(11))
        #expect(first == now)
        #expect(second - first == .milliseconds(10))
        #expect(older - first == .milliseconds(5))
        #expect(clock.instant(ofTicks: 1, seenAt: now + .milliseconds(12)) - first == .milliseconds(-2))
    }

    @Test("A stamp from a little before the counter's start is no wrap either")
    func backwardAcrossZero() {
        var clock = DeviceClock(ticksPerSecond: 1_000, counterBits: 32)
        let now = MediaTime(nanoseconds: 500_000_000_000)
        let first = clock.instant(ofTicks: 2, seenAt: now)
        let older = clock.instant(ofTicks: (1 << 32) - 3, seenAt: now + .milliseconds(1))
        #expect(older - first == .milliseconds(-5))
    }

    @Test(
        "A device that is 300 ppm slow or fast is followed, and its drift is known within 30", arguments: [-300.0, 300])
    func drift(slowness: Double) throws {
        var clock = DeviceClock(ticksPerSecond: 1_000_000_000)
        let device = Device(ticksPerSecond: 1_000_000_000, start: 5, slowness: slowness)
        let errors = errors(of: &clock, watching: device, for: 300, rate: 30, after: .seconds(20))
        // What is known of the offset is up to two windows old: 20 s, in which the device drifts by 6 ms.
        #expect(errors.lowerBound >= .milliseconds(-6) && errors.upperBound <= .milliseconds(6))
        let drift = try #require(clock.driftInPartsPerMillion)
        #expect(abs(drift - slowness) < 30)
    }

    @Test("A stamp that seems later than now moves the offset at once: the answer is never later than now")
    func future() {
        var clock = DeviceClock(ticksPerSecond: 1_000)
        let now = MediaTime(nanoseconds: 1_000_000_000)
        #expect(clock.instant(ofTicks: 0, seenAt: now) == now)
        #expect(clock.instant(ofTicks: 500, seenAt: now + .milliseconds(100)) == now + .milliseconds(100))
        #expect(clock.offset == .milliseconds(600))
        #expect(clock.instant(ofTicks: 500, seenAt: now + .milliseconds(200)) == now + .milliseconds(100))
    }

    @Test("The drift is unknown until two windows have been seen")
    func unknownDrift() {
        var clock = DeviceClock(ticksPerSecond: 1_000)
        for tick in stride(from: UInt64(0), to: 20_000, by: 100) {
            #expect(clock.driftInPartsPerMillion == nil)
            _ = clock.instant(ofTicks: tick, seenAt: MediaTime(nanoseconds: Int64(tick) * 1_000_000))
        }
    }
}
