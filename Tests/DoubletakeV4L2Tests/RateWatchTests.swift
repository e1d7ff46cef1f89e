import DoubletakeMedia
import Testing

@testable import DoubletakeV4L2

@Suite struct RateWatchTests {
    /// Takes pictures of a rate for a while, and says what was told.
    private func take(
        _ framesPerSecond: Int,
        for seconds: Int,
        from time: inout MediaTime,
        _ sequence: inout UInt32,
        _ watch: inout RateWatch
    ) -> [Int] {
        var told: [Int] = []
        for _ in 0..<framesPerSecond * seconds {
            if let rate = watch.note(time, sequence) { told.append(rate) }
            time = time + FrameRate(framesPerSecond).frameDuration
            sequence += 1
        }
        return told
    }

    @Test("A camera that becomes slow is told of once, and again when it has been fast in between")
    func slow() {
        var (time, sequence, watch) = (MediaTime.zero, UInt32(0), RateWatch(FrameRate(30)))
        #expect(take(30, for: 10, from: &time, &sequence, &watch) == [])
        #expect(take(15, for: 20, from: &time, &sequence, &watch) == [15])
        #expect(take(30, for: 10, from: &time, &sequence, &watch) == [])
        #expect(take(10, for: 10, from: &time, &sequence, &watch) == [10])
    }

    @Test("A camera that is a little slower, or slow for a moment, isn't told of")
    func nearly() {
        var (time, sequence, watch) = (MediaTime.zero, UInt32(0), RateWatch(FrameRate(30)))
        #expect(take(25, for: 20, from: &time, &sequence, &watch) == [])
        #expect(take(15, for: 1, from: &time, &sequence, &watch) == [])
        #expect(take(30, for: 10, from: &time, &sequence, &watch) == [])
    }

    @Test("What was lost on the way to us is no slowness, and a count that begins again is none either")
    func gaps() {
        var watch = RateWatch(FrameRate(30))
        for second in 0..<20 {
            #expect(watch.note(.zero + .seconds(second), UInt32(second * 30)) == nil)
        }
        #expect(watch.note(.zero + .seconds(21), 0) == nil)
        #expect(watch.note(.zero + .seconds(24), 90) == nil)
    }
}
