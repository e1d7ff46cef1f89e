import DoubletakeMedia
import Testing

@testable import DoubletakeV4L2

@Suite struct CameraClockTests {
    private let start = MediaTime.zero + .seconds(1_000)

    @Test("Stamps of the kernel's clock stay as they are, however late they are seen")
    func ours() {
        var clock = CameraClock()
        for (stamp, lateness) in [(0, 30), (33, 5), (66, 400), (100, 8)] {
            let time = start + .milliseconds(stamp)
            let ticks = UInt64(1_000_000_000 + stamp * 1_000)
            #expect(clock.instant(ofMicroseconds: ticks, .kernel, seenAt: time + .milliseconds(lateness)) == time)
        }
    }

    @Test("Stamps of another clock are put where they were seen the soonest")
    func foreign() {
        var clock = CameraClock()
        var last = MediaTime.zero
        for (number, lateness) in [20, 4, 30, 12].enumerated() {
            let time = start + .milliseconds(number * 33)
            let ticks = UInt64(5_000_000 + number * 33_000)
            last = clock.instant(ofMicroseconds: ticks, .unknown, seenAt: time + .milliseconds(lateness))
        }
        #expect(last == start + .milliseconds(99 + 4))
    }

    @Test(
        "Stamps that can't be of the kernel's clock aren't taken for it, whatever the driver says",
        arguments: [UInt64(0), 999_000_000 - 1_000_001, 1_000_100_000, .max]
    )
    func impossible(ticks: UInt64) {
        var clock = CameraClock()
        #expect(clock.instant(ofMicroseconds: ticks, .kernel, seenAt: start) == start)
    }
}
