import DoubletakeMedia
import Testing

@testable import DoubletakePulseAudio

struct PlaybackTimelineTests {
    private let start = MediaTime(nanoseconds: 7_000_000_000)
    private let format = AudioFormat(sampleRate: 1_000, channelCount: 1)

    private func timeline(_ answers: [(position: Int64, milliseconds: Int64)]) -> PlaybackTimeline {
        var timeline = PlaybackTimeline(format: format)
        for answer in answers {
            timeline.learn(StreamTiming(position: answer.position, instant: start + .milliseconds(answer.milliseconds)))
        }
        return timeline
    }

    @Test("A sample's instant is known when four answers are past it")
    func known() {
        var timeline = timeline([(0, 5), (20, 25), (40, 45), (60, 65)])
        #expect(timeline.knowledge(ofSample: 10) == .nothingYet)
        timeline.learn(StreamTiming(position: 80, instant: start + .milliseconds(85)))
        #expect(timeline.knowledge(ofSample: 10) == .heard(start + .milliseconds(15)))
        #expect(timeline.knowledge(ofSample: 30) == .nothingYet)
    }

    @Test("A sample from before the first answer is never known")
    func first() {
        #expect(timeline([(20, 25), (40, 45), (60, 65), (80, 85)]).knowledge(ofSample: 0) == .lost)
    }

    @Test("Among answers that are late by different times the earliest counts")
    func late() {
        let timeline = timeline([(0, 7), (20, 40), (40, 46), (60, 66), (80, 99)])
        #expect(timeline.knowledge(ofSample: 10) == .heard(start + .milliseconds(16)))
    }

    @Test("Where the stream stalled nothing is said")
    func stalled() {
        let timeline = timeline([(0, 5), (20, 25), (40, 95), (60, 115), (80, 135), (100, 155), (120, 175), (140, 195)])
        #expect(timeline.knowledge(ofSample: 30) == .lost)
        #expect(timeline.knowledge(ofSample: 10) == .heard(start + .milliseconds(15)))
    }
}
