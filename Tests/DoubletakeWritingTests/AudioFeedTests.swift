import DoubletakeMedia
import Testing

@testable import DoubletakeWriting

struct AudioFeedTests {
    /// What comes out for these buffers, as one run of samples; nil when a buffer doesn't follow the one before.
    private static func run(_ buffers: [AudioBuffer]) -> [Float]? {
        var feed = AudioFeed(start: WriterScene.start)
        var samples: [Float] = []
        for buffer in buffers.flatMap({ feed.follow($0) }) {
            guard buffer.time == WriterScene.start + Sample.format.duration(ofSamples: samples.count) else {
                return nil
            }
            samples += buffer.samples
        }
        return samples
    }

    private static func sound(_ range: Range<Int>) -> [Float] {
        range.map { Float($0) }
    }

    private static func silence(_ count: Int) -> [Float] {
        [Float](repeating: 0, count: count)
    }

    @Test("Sound is cut to the sample at the session's start")
    func cut() {
        // 960 samples from 441 samples before the start on.
        let early = Sample.audio(at: .zero - Sample.format.duration(ofSamples: 441), count: 960)
        let gone = Sample.audio(at: .milliseconds(-30), count: 960, first: 5_000)
        #expect(Self.run([gone, early]) == Self.sound(442..<961))
    }

    @Test("A gap is filled with silence, from the start on too")
    func gap() {
        let buffers = [
            Sample.audio(at: .milliseconds(10), count: 480),
            Sample.audio(at: .milliseconds(30), count: 480, first: 481),
        ]
        let expected = Self.silence(480) + Self.sound(1..<481) + Self.silence(480) + Self.sound(481..<961)
        #expect(Self.run(buffers) == expected)
    }

    @Test("What was already there is left out")
    func overlap() {
        let buffers = [
            Sample.audio(at: .zero, count: 960), Sample.audio(at: .milliseconds(5), count: 480, first: 241),
            Sample.audio(at: .milliseconds(10), count: 960, first: 481),
        ]
        #expect(Self.run(buffers) == Self.sound(1..<1_441))
    }

    @Test("Time stamps that are rounded to a millisecond make no seam")
    func rounded() {
        let buffers = (0..<100).map { index in
            // 1024 samples last 21 1/3 ms; Matroska would say 0, 21, 43, 64.
            Sample.audio(at: .milliseconds((index * 64 + 1) / 3), count: 1_024, first: 1_024 * index + 1)
        }
        #expect(Self.run(buffers) == Self.sound(1..<102_401))
    }

    @Test("A stamp that is hours off is filled for ten minutes, and what follows it follows without a gap")
    func farAway() throws {
        var feed = AudioFeed(start: WriterScene.start)
        _ = feed.follow(Sample.audio(at: .zero, count: 960))
        let far = feed.follow(Sample.audio(at: .seconds(7_200), count: 960))
        let farCount = far.reduce(0) { $0 + $1.sampleCount }
        #expect(farCount == 600 * 48_000 + 960)
        #expect(far.allSatisfy { $0.sampleCount <= 48_000 }, "a second at a time, so that little memory is needed")
        let next = feed.follow(Sample.audio(at: .milliseconds(7_200_020), count: 960, first: 7))
        #expect(next.map(\.samples) == [Self.sound(7..<967)])
        #expect(try #require(next.first).time == WriterScene.start + .milliseconds(600_040))
    }
}
