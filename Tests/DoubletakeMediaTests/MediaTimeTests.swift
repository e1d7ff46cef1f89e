import DoubletakeMedia
import Testing

struct MediaTimeTests {
    @Test("Instants and durations add up and take each other away")
    func arithmetic() {
        let start = MediaTime(nanoseconds: 5_000_000_000)
        let end = start + .milliseconds(250)
        #expect(end.nanoseconds == 5_250_000_000)
        #expect(end - start == .milliseconds(250))
        #expect(start - end == .milliseconds(-250))
        #expect(end - .milliseconds(250) == start)
        #expect(start.duration(to: end) == end - start)
        #expect(start.advanced(by: .seconds(-6)) == MediaTime(nanoseconds: -1_000_000_000))
    }

    @Test("Instants are ordered by their time")
    func order() {
        let times = [3, -2, 0, 1].map { MediaTime(nanoseconds: $0) }
        #expect(times.sorted().map(\.nanoseconds) == [-2, 0, 1, 3])
        #expect(MediaTime.zero == MediaTime(nanoseconds: 0))
    }

    @Test(
        "An instant is written in seconds with nine decimals",
        arguments: [
            (0, "0.000000000 s"), (1, "0.000000001 s"), (-1, "-0.000000001 s"), (1_500_000_000, "1.500000000 s"),
            (-1_500_000_000, "-1.500000000 s"), (-2_000_000_000, "-2.000000000 s"),
            (Int64.max, "9223372036.854775807 s"), (Int64.min, "-9223372036.854775808 s"),
        ]
    )
    func description(nanoseconds: Int64, words: String) {
        #expect(MediaTime(nanoseconds: nanoseconds).description == words)
    }

    @Test(
        "A duration has its nanoseconds, to the nanosecond",
        arguments: [0, 1, -1, 999_999_999, -999_999_999, 1_000_000_000, -1_000_000_001, Int64.max, Int64.min]
    )
    func wholeNanoseconds(nanoseconds: Int64) {
        #expect(Duration.nanoseconds(nanoseconds).wholeNanoseconds == nanoseconds)
    }

    @Test(
        "What is less than a nanosecond is rounded down",
        arguments: [(1, 0), (999_999_999, 0), (1_000_000_000, 1), (-1, -1), (-1_000_000_000, -1), (-1_000_000_001, -2)]
    )
    func rounding(attoseconds: Int64, nanoseconds: Int64) {
        let duration = Duration(secondsComponent: 0, attosecondsComponent: attoseconds)
        #expect(duration.wholeNanoseconds == nanoseconds)
    }

    @Test("A duration is a number of seconds for people")
    func inSeconds() {
        #expect(Duration.milliseconds(1_250).inSeconds == 1.25)
        #expect(Duration.milliseconds(-500).inSeconds == -0.5)
    }
}
