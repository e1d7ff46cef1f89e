import DoubletakeMedia
import Testing

@testable import DoubletakePulseAudio

struct CaptureTimelineTests {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    /// What the server says of the sample that was heard `seconds` after the first, when its answer is late by `lateness`.
    private func timing(_ seconds: Double, late lateness: Duration = .zero, jump: Duration = .zero) -> StreamTiming {
        StreamTiming(
            position: Int64(seconds * 48_000),
            instant: MediaTime(nanoseconds: 7_000_000_000) + .seconds(seconds) + lateness + jump
        )
    }

    private func settled() -> CaptureTimeline {
        var timeline = CaptureTimeline(format: Self.format)
        for number in 1...4 { timeline.learn(timing(Double(number) / 100)) }
        return timeline
    }

    private func error(_ timeline: CaptureTimeline, at seconds: Double, jump: Duration = .zero) throws -> Duration {
        let timing = timing(seconds, jump: jump)
        return try #require(timeline.instant(ofSample: timing.position)) - timing.instant
    }

    @Test(
        "Nothing is known before four answers that agree, or eight that don't, and then the earliest counts",
        arguments: [[2.9, 2.4, 2, 3.5], [9, 4, 2, 7, 3, 8, 12, 5]]
    )
    func first(lateness: [Double]) throws {
        var timeline = CaptureTimeline(format: Self.format)
        #expect(timeline.instant(ofSample: 0) == nil)
        for (number, milliseconds) in lateness.enumerated() {
            #expect(!timeline.isSettled)
            timeline.learn(timing(Double(number) / 100, late: .seconds(milliseconds / 1_000)))
        }
        #expect(timeline.isSettled)
        #expect(!timeline.needsTiming)
        #expect(try error(timeline, at: 0) == .milliseconds(2))
    }

    @Test("An answer that comes late changes nothing, and an earlier one is believed")
    func jitter() throws {
        var timeline = settled()
        timeline.learn(timing(0.1, late: .milliseconds(14)))
        #expect(try error(timeline, at: 0.1) == .zero)
        timeline.learn(timing(0.2, late: .milliseconds(-3)))
        #expect(try error(timeline, at: 0.2) == .milliseconds(-3))
    }

    @Test("One answer that is far off is doubted")
    func outlier() throws {
        var timeline = settled()
        timeline.learn(timing(0.1, late: .milliseconds(400)))
        #expect(timeline.isSettled)
        #expect(timeline.needsTiming)
        #expect(try error(timeline, at: 0.1) == .zero)
        timeline.learn(timing(0.2))
        #expect(!timeline.needsTiming)
        #expect(try error(timeline, at: 0.2) == .zero)
    }

    @Test("When all answers of a fifth of a second are far off, time has jumped")
    func jump() throws {
        var timeline = settled()
        let jump = Duration.seconds(1)
        for number in 0...20 {
            #expect(try error(timeline, at: 0.1) == .zero)
            timeline.learn(timing(0.1 + Double(number) / 100, jump: jump))
        }
        #expect(try error(timeline, at: 0.2, jump: jump) == .zero)
        #expect(!timeline.needsTiming)
    }

    @Test("A slight jump is believed after three seconds, since a busy server's answers look like one")
    func slightJump() throws {
        var timeline = settled()
        for number in 0...301 {
            if number < 299 { #expect(try error(timeline, at: 0.1) == .zero) }
            timeline.learn(timing(0.1 + Double(number) / 100, jump: .milliseconds(30)))
        }
        #expect(abs(try error(timeline, at: 3, jump: .milliseconds(30))) < .milliseconds(1))
    }

    @Test("A server that looks at its device only once a period gives no jumps", arguments: [21, 43, 85])
    func periods(milliseconds: Int) throws {
        var timeline = CaptureTimeline(format: Self.format)
        var now = 0.0
        var errors: [Duration] = []
        while now < 20 {
            now += timeline.needsTiming ? 0.010_3 : 0.100_7
            let period = Double(milliseconds) / 1_000
            let seen = (now / period).rounded(.down) * period
            timeline.learn(timing(seen, late: .seconds(now - seen)))
            if now > 2 { errors.append(try error(timeline, at: now)) }
        }
        let worst = try #require(errors.max())
        #expect(worst < .milliseconds(5))
        #expect(worst - (try #require(errors.min())) < .milliseconds(5))
    }

    @Test("After a silence the next answers decide whether time has jumped")
    func silence() throws {
        var timeline = settled()
        timeline.doubt()
        #expect(!timeline.isSettled)
        timeline.learn(timing(0.1))
        #expect(timeline.isSettled)
        timeline.doubt()
        for number in 1...4 {
            #expect(!timeline.isSettled)
            timeline.learn(timing(0.1 + Double(number) / 100, jump: .milliseconds(300)))
        }
        #expect(timeline.isSettled)
        #expect(try error(timeline, at: 0.2, jump: .milliseconds(300)) == .zero)
    }

    @Test("A server that never answers is no reason to have no sound")
    func assumption() throws {
        var timeline = CaptureTimeline(format: Self.format)
        timeline.assume(timing(0.2))
        #expect(timeline.isSettled)
        #expect(try error(timeline, at: 0) == .zero)
    }

    @Test("A device whose crystal is slow is followed")
    func drift() throws {
        var timeline = settled()
        // 100 ppm: after two minutes the device is 12 ms behind.
        for tenth in 1...1_200 {
            let seconds = Double(tenth) / 10
            timeline.learn(timing(seconds, late: .nanoseconds(Int64(seconds * 100_000))))
        }
        #expect(try error(timeline, at: 120) > .milliseconds(9))
        #expect(try error(timeline, at: 120) <= .milliseconds(12))
    }
}
