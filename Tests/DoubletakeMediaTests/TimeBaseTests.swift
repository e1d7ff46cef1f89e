import DoubletakeMedia
import Testing

struct TimeBaseTests {
    private static let usual = [1, 1_000, 44_100, 48_000, 90_000, 768_000, 1_000_000, 1_000_000_000].map {
        TimeBase(ticksPerSecond: $0)
    }

    @Test(
        "A duration is rounded to the nearest tick, halves up, also before zero",
        arguments: [
            (0, 0), (499_999, 0), (500_000, 1), (999_999, 1), (1_499_999, 1), (1_500_000, 2),
            (-1, 0), (-499_999, 0), (-500_000, 0), (-500_001, -1), (-1_000_000, -1), (-1_500_000, -1), (-1_500_001, -2),
        ]
    )
    func rounding(nanoseconds: Int64, ticks: Int64) {
        #expect(TimeBase(ticksPerSecond: 1_000).ticks(in: .nanoseconds(nanoseconds)) == ticks)
    }

    @Test("A day has as many ticks as it should, to the tick", arguments: usual)
    func day(timeBase: TimeBase) {
        #expect(timeBase.ticks(in: .seconds(86_400)) == 86_400 * timeBase.ticksPerSecond)
        #expect(timeBase.duration(ofTicks: 86_400 * timeBase.ticksPerSecond) == .seconds(86_400))
        #expect(timeBase.ticks(in: .seconds(-86_400)) == -86_400 * timeBase.ticksPerSecond)
    }

    @Test("A tick that becomes a duration becomes the same tick again, all day", arguments: usual)
    func identity(timeBase: TimeBase) {
        var generator = SeededGenerator(seed: UInt64(timeBase.ticksPerSecond))
        let day = 86_400 * timeBase.ticksPerSecond
        for _ in 0..<2_000 {
            let tick = Int64.random(in: -day...day, using: &generator)
            #expect(timeBase.ticks(in: timeBase.duration(ofTicks: tick)) == tick)
        }
    }

    @Test("A duration made of ticks is never more than half a nanosecond off", arguments: [44_100, 48_000, 90_000])
    func nearest(ticksPerSecond: Int64) {
        let timeBase = TimeBase(ticksPerSecond: ticksPerSecond)
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let tick = Int64.random(in: 0...86_400 * ticksPerSecond, using: &generator)
            let nanoseconds = Int128(timeBase.duration(ofTicks: tick).wholeNanoseconds)
            let error = nanoseconds * Int128(ticksPerSecond) - Int128(tick) * 1_000_000_000
            #expect(2 * error.magnitude <= ticksPerSecond)
        }
    }

    @Test("Times that are quantised still increase, or stay, where the times do")
    func monotonic() {
        var generator = SeededGenerator(seed: 2)
        var time = Duration.zero
        var last = TimeBase.video.ticks(in: time)
        for _ in 0..<2_000 {
            time += .nanoseconds(Int64.random(in: 0...20_000, using: &generator))
            let tick = TimeBase.video.ticks(in: time)
            #expect(tick >= last)
            last = tick
        }
    }
}
