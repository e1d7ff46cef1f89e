import DoubletakeMedia
import Testing

@testable import Doubletake

@Suite struct RecordingTimelineTests {
    private static let start = MediaTime(nanoseconds: 7_000_000_123)

    private func at(_ milliseconds: Int) -> MediaTime {
        Self.start + .milliseconds(milliseconds)
    }

    @Test("Without a pause an instant is the same in the film")
    func unpaused() {
        let timeline = RecordingTimeline(start: Self.start)
        #expect(timeline.filmTime(of: at(1_234)) == at(1_234))
        #expect(timeline.instant(ofFilmTime: at(1_234)) == at(1_234))
        #expect(!timeline.isPaused(at: at(0)))
    }

    @Test("What follows a pause moves up to its beginning, and what is in it is where the film is cut")
    func moved() {
        var timeline = RecordingTimeline(start: Self.start)
        #expect(timeline.pause(at: at(1_000)) == at(1_000))
        #expect(timeline.pauseStart == at(1_000))
        #expect(timeline.filmTime(of: at(9_000)) == at(1_000))
        #expect(timeline.resume(at: at(4_000)) == at(4_000))
        #expect(timeline.filmTime(of: at(999)) == at(999))
        #expect(timeline.filmTime(of: at(2_500)) == at(1_000))
        #expect(timeline.filmTime(of: at(4_000)) == at(1_000))
        #expect(timeline.filmTime(of: at(4_250)) == at(1_250))
        #expect(timeline.pausedDuration(at: at(4_250)) == .seconds(3))
        #expect(timeline.isPaused(at: at(1_000)) && timeline.isPaused(at: at(3_999)))
        #expect(!timeline.isPaused(at: at(999)) && !timeline.isPaused(at: at(4_000)))
    }

    @Test("A pause in a pause, and an end of none, are nothing; a pause doesn't begin within the one before")
    func repeated() {
        var timeline = RecordingTimeline(start: Self.start)
        #expect(timeline.resume(at: at(500)) == nil)
        _ = timeline.pause(at: at(1_000))
        #expect(timeline.pause(at: at(1_500)) == at(1_000))
        _ = timeline.resume(at: at(2_000))
        #expect(timeline.resume(at: at(2_500)) == nil)
        #expect(timeline.pause(at: at(1_800)) == at(2_000))
        #expect(timeline.resume(at: at(1_900)) == at(2_000))
        #expect(timeline.pauseCount == 2)
        #expect(timeline.pausedDuration(at: at(3_000)) == .seconds(1))
    }

    @Test("An instant of the film is found again, the first one where the film is cut")
    func inverse() {
        var timeline = RecordingTimeline(start: Self.start)
        for begin in [1_000, 3_000, 6_000] {
            _ = timeline.pause(at: at(begin))
            _ = timeline.resume(at: at(begin + 700))
        }
        for milliseconds in stride(from: 0, to: 9_000, by: 50) {
            let filmTime = timeline.filmTime(of: at(milliseconds))
            let instant = timeline.instant(ofFilmTime: filmTime)
            #expect(timeline.filmTime(of: instant) == filmTime)
            #expect(instant <= at(milliseconds))
        }
    }

    @Test(
        "With constant timing pauses begin and end with pictures, which stay whole intervals apart to the nanosecond",
        arguments: [FrameRate(30), FrameRate(30_000, per: 1001), FrameRate(25), FrameRate(240)]
    )
    func constant(rate: FrameRate) {
        var random = SeededGenerator(seed: 5)
        var timeline = RecordingTimeline(start: Self.start, grid: rate)
        var now = Self.start
        for _ in 0..<60 {
            now = now + .microseconds(Int64.random(in: 1...900_000, using: &random))
            now = timeline.pause(at: now)
            now = now + .microseconds(Int64.random(in: 0...900_000, using: &random))
            _ = timeline.resume(at: now)
        }
        var filmTimes: [MediaTime] = []
        for number in 0..<rate.frameNumber(at: now - Self.start) + 100 {
            let time = Self.start + rate.offset(ofFrame: number)
            if !timeline.isPaused(at: time) { filmTimes.append(timeline.filmTime(ofPictureAt: time)) }
        }
        #expect(filmTimes == filmTimes.indices.map { Self.start + rate.offset(ofFrame: Int64($0)) })
    }

    /// Sound whose samples say which ones they are; 24 bits of a number fit into one.
    private func sound(_ format: AudioFormat, first: Int, count: Int) -> AudioBuffer {
        AudioBuffer(
            format: format,
            time: Self.start + format.duration(ofSamples: first),
            samples: (first..<first + count).flatMap { number in
                [Float](repeating: Float(number), count: format.channelCount)
            }
        )
    }

    @Test(
        "After sixty pauses each sample is within one of its place, none is twice, and none is missing",
        arguments: [(48_000, 2), (44_100, 1), (8_000, 1)]
    )
    func sound(sampleRate: Int, channelCount: Int) {
        let format = AudioFormat(sampleRate: sampleRate, channelCount: channelCount)
        var random = SeededGenerator(seed: UInt64(sampleRate))
        var timeline = RecordingTimeline(start: Self.start)
        var now = Self.start
        for _ in 0..<60 {
            now = now + .nanoseconds(Int64.random(in: 1...900_000_000, using: &random))
            _ = timeline.pause(at: now)
            now = now + .nanoseconds(Int64.random(in: 1...900_000_000, using: &random))
            _ = timeline.resume(at: now)
        }
        now = now + .seconds(1)
        var (first, filmCount, worst) = (0, 0, 0)
        while first < format.sampleCount(in: now - Self.start) {
            let count = Int.random(in: 1...4_000, using: &random)
            for piece in timeline.cut(sound(format, first: first, count: count)) {
                #expect(piece.time == Self.start + format.duration(ofSamples: filmCount))
                for index in 0..<piece.sampleCount {
                    let source = Int(piece.samples[index * channelCount])
                    let wanted = timeline.filmTime(of: Self.start + format.duration(ofSamples: source))
                    worst = max(worst, abs(format.sampleCount(in: wanted - Self.start) - filmCount - index))
                }
                filmCount += piece.sampleCount
            }
            first += count
        }
        #expect(worst <= 1)
        let end = timeline.filmTime(of: Self.start + format.duration(ofSamples: first))
        #expect(abs(format.sampleCount(in: end - Self.start) - filmCount) <= 1)
    }
}
