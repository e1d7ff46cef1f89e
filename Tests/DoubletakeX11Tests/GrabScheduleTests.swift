import DoubletakeMedia
import Testing

@testable import DoubletakeX11

struct GrabScheduleTests {
    private static let interval = Duration.milliseconds(40)

    private static func at(_ milliseconds: Int64) -> MediaTime {
        MediaTime(nanoseconds: milliseconds * 1_000_000)
    }

    /// A schedule whose first picture was read at 0.
    private func begun() -> GrabSchedule {
        var schedule = GrabSchedule(interval: Self.interval)
        #expect(schedule.stamp(readAt: Self.at(0)) == Self.at(0))
        return schedule
    }

    @Test("Without a change nothing is due")
    func idle() {
        #expect(GrabSchedule(interval: Self.interval).due == nil)
        #expect(begun().due == nil)
    }

    @Test("A change that stands alone is read a quarter of an interval later and keeps its time")
    func alone() {
        var schedule = begun()
        schedule.note(changeAt: Self.at(100))
        schedule.note(changeAt: Self.at(103))
        #expect(schedule.due == Self.at(110))
        #expect(schedule.stamp(readAt: Self.at(111)) == Self.at(100))
        #expect(schedule.due == nil)
    }

    @Test("Readings are an interval apart, and being late once doesn't move the later ones")
    func rate() {
        var schedule = begun()
        schedule.note(changeAt: Self.at(1))
        #expect(schedule.due == Self.at(40))
        _ = schedule.stamp(readAt: Self.at(45))
        schedule.note(changeAt: Self.at(46))
        #expect(schedule.due == Self.at(80))
    }

    @Test("Where the screen never rests times are an interval apart, and never later than the reading")
    func continuous() {
        var schedule = begun()
        var stamps: [MediaTime] = [Self.at(0)]
        var due = Self.at(0)
        for _ in 0..<50 {
            schedule.note(changeAt: due + .milliseconds(1))
            due = schedule.due ?? due
            stamps.append(schedule.stamp(readAt: due))
            #expect(stamps[stamps.count - 1] <= due - Self.interval / 4)
        }
        for (earlier, later) in zip(stamps, stamps.dropFirst()) {
            #expect(later - earlier >= Self.interval * 3 / 4)
            #expect(later - earlier <= Self.interval * 5 / 4)
        }
    }

    @Test("Whatever happens when, times never decrease, keep their distance and aren't later than the reading")
    func random() {
        var generator = SeededGenerator(seed: 3)
        var schedule = begun()
        var now = Self.at(0)
        var last = Self.at(0)
        for _ in 0..<2_000 {
            let change = now + .microseconds(Int.random(in: 0...90_000, using: &generator))
            schedule.note(changeAt: change)
            guard let due = schedule.due else { return }
            #expect(due - now >= .zero)
            now = max(due, change) + .microseconds(Int.random(in: 0...60_000, using: &generator))
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: schedule.pass(at: now)
            case 1: schedule.retry(at: now)
            default:
                let stamp = schedule.stamp(readAt: now)
                #expect(stamp <= now)
                #expect(stamp - last >= Self.interval * 3 / 4)
                last = stamp
            }
        }
    }

    @Test("A reading that came to nothing is tried again an interval later")
    func retry() {
        var schedule = begun()
        schedule.note(changeAt: Self.at(100))
        schedule.retry(at: Self.at(110))
        #expect(schedule.due == Self.at(150))
        schedule.pass(at: Self.at(150))
        #expect(schedule.due == nil)
    }
}
