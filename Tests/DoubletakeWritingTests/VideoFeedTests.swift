import DoubletakeMedia
import Testing

@testable import DoubletakeWriting

struct VideoFeedTests {
    private static func feed() -> VideoFeed {
        VideoFeed(start: WriterScene.start, timeBase: .video)
    }

    private static func describe(_ frames: [VideoFrame]) -> [[Int64]] {
        frames.map { [Int64($0.sequenceNumber), ($0.time - WriterScene.start).wholeNanoseconds / 1_000_000] }
    }

    @Test("The newest picture from before the start is shown at the start, once a later one comes")
    func early() {
        var feed = Self.feed()
        #expect(feed.follow(Sample.frame(0, at: .milliseconds(-200))).isEmpty)
        #expect(feed.follow(Sample.frame(1, at: .milliseconds(-100))).isEmpty)
        #expect(Self.describe(feed.follow(Sample.frame(2, at: .milliseconds(50)))) == [[1, 0], [2, 50]])
        #expect(feed.finish().isEmpty && feed.droppedCount == 0)
    }

    @Test("A picture at the start itself takes the place of those before it, with their damage")
    func atStart() throws {
        let rects = [PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 1, y: 1, width: 1, height: 1)]
        var feed = Self.feed()
        #expect(feed.follow(Sample.frame(1, at: .milliseconds(-100), damage: Damage([rects[0]]))).isEmpty)
        let frames = feed.follow(Sample.frame(2, at: .zero, damage: Damage([rects[1]])))
        #expect(Self.describe(frames) == [[2, 0]])
        #expect(try #require(frames.first).damage(since: 0).rectangles == rects)
        #expect(feed.finish().isEmpty && feed.droppedCount == 0)
    }

    @Test("When nothing comes after the start, the newest picture from before it is the film")
    func onlyEarly() {
        var feed = Self.feed()
        _ = feed.follow(Sample.frame(0, at: .milliseconds(-200)))
        _ = feed.follow(Sample.frame(1, at: .milliseconds(-100)))
        #expect(Self.describe(feed.finish()) == [[1, 0]])
        #expect(feed.finish().isEmpty)
        var empty = Self.feed()
        #expect(empty.finish().isEmpty)
    }

    @Test("A picture that the container can't tell from the one before in time is dropped and counted")
    func tooNear() {
        var feed = Self.feed()
        let times: [Duration] = [.zero, .nanoseconds(5_000), .nanoseconds(6_000), .nanoseconds(6_100), .seconds(1)]
        let kept = times.enumerated().flatMap { feed.follow(Sample.frame($0.offset, at: $0.element)) }
        #expect(kept.map(\.sequenceNumber) == [0, 2, 4] && feed.droppedCount == 2)
        #expect(feed.follow(Sample.frame(5, at: .seconds(1))).isEmpty && feed.droppedCount == 3)
    }

    @Test("A picture that comes out of order is dropped and counted, also when it is from before the start")
    func backwards() {
        var feed = Self.feed()
        #expect(feed.follow(Sample.frame(0, at: .seconds(1))).count == 1)
        #expect(feed.follow(Sample.frame(1, at: .milliseconds(500))).isEmpty)
        #expect(feed.follow(Sample.frame(2, at: .milliseconds(-500))).isEmpty)
        #expect(feed.droppedCount == 2 && feed.finish().isEmpty)
    }
}
