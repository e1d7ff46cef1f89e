import DoubletakeComposition
import DoubletakeMedia
import Testing

struct AudioTrackStarvationTests {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
    private static let sound = NumberedSound(format: format, origin: PlacedSound.start)

    /// A track that got its first second.
    private static func fed() -> PlacedSound {
        var placed = PlacedSound(format: format)
        placed.begin()
        for index in 0..<50 { placed.place(sound.buffer(index)) }
        return placed
    }

    @Test("Within the allowance nothing is filled, and past it silence follows the clock")
    func silence() {
        var placed = Self.fed()
        placed.advance(to: .seconds(1) + AudioTrack.defaultLatenessAllowance)
        #expect(placed.sampleCount == 48_000 && placed.events.isEmpty)
        placed.advance(to: .seconds(3))
        let filled = Self.format.duration(ofSamples: placed.sampleCount)
        #expect(filled <= .seconds(3) - AudioTrack.defaultLatenessAllowance)
        #expect(filled > .seconds(3) - AudioTrack.defaultLatenessAllowance - AudioTrack.jitterTolerance)
        #expect(placed.has(0..<48_000, of: Self.sound, at: .zero))
        #expect(placed.samples.dropFirst(2 * 48_000).isSilent)
        #expect(placed.filledSampleCount == placed.sampleCount - 48_000)
        #expect(placed.events == [.starved(since: PlacedSound.start + .seconds(1))], "one starvation is one event")
    }

    @Test("What comes after its place was filled is dropped and counted, and what comes later is at its own place")
    func late() {
        var placed = Self.fed()
        placed.advance(to: .milliseconds(2_500))
        let filled = placed.filledSampleCount
        // All of the missing second and a half comes at once.
        for index in 50..<125 { placed.place(Self.sound.buffer(index), at: .milliseconds(2_500)) }
        for index in 125..<150 { placed.place(Self.sound.buffer(index)) }
        #expect(placed.sampleCount == 3 * 48_000)
        #expect(placed.filledSampleCount == filled && placed.droppedSampleCount == filled)
        #expect(placed.samples[2 * 48_000..<2 * (48_000 + filled)].isSilent)
        #expect(
            placed.samples.dropFirst(2 * (48_000 + filled)).elementsEqual(Self.sound.samples(48_000 + filled..<144_000))
        )
        let length = Self.format.duration(ofSamples: filled)
        #expect(placed.events == [.starved(since: PlacedSound.start + .seconds(1)), .resumed(after: length)])
    }

    @Test("A source that has been late is given two and a half times that, and never more than a second")
    func patient() {
        var placed = PlacedSound(format: Self.format)
        placed.begin()
        // Two buffers at a time, the first of which is 200 ms late.
        for index in 0..<50 { placed.place(Self.sound.buffer(index), at: .milliseconds(20 * index + 200)) }
        placed.advance(to: .milliseconds(1_499))
        #expect(placed.sampleCount == 48_000 && placed.events.isEmpty)
        for index in 50..<100 { placed.place(Self.sound.buffer(index), at: .milliseconds(20 * index + 490)) }
        #expect(placed.sampleCount == 96_000 && placed.filledSampleCount == 0 && placed.droppedSampleCount == 0)
        // That was 490 ms: more than a second would be its part.
        placed.advance(to: .seconds(3))
        #expect(placed.sampleCount == 96_000)
        placed.advance(to: .milliseconds(3_100))
        #expect(placed.filledSampleCount > 0)
    }

    @Test("A source that comes and goes is starved and resumed each time, and what it says is at its own place")
    func comesAndGoes() {
        var placed = PlacedSound(format: Self.format)
        placed.begin()
        for index in 0..<500 where (index / 50).isMultiple(of: 2) { placed.place(Self.sound.buffer(index)) }
        placed.finish(at: .seconds(10))
        placed.advance(to: .seconds(11))
        #expect(placed.isComplete && placed.sampleCount == 480_000)
        for second in 0..<10 {
            if second.isMultiple(of: 2) {
                #expect(placed.has(second * 48_000..<(second + 1) * 48_000, of: Self.sound, at: .seconds(second)))
            } else {
                #expect(placed.samples(from: .seconds(second), for: .seconds(1)).isSilent)
            }
        }
        let events = (0..<5).flatMap { pair -> [AudioTrack.Event] in
            [.starved(since: PlacedSound.start + .seconds(2 * pair + 1)), .resumed(after: .seconds(1))]
        }
        #expect(placed.events == events.dropLast(), "the last silence has no end")
    }

    @Test("A source that never says anything is silence from the start to the end")
    func nothing() {
        var placed = PlacedSound(format: Self.format)
        placed.begin()
        placed.advance(to: .seconds(4))
        placed.finish(at: .milliseconds(4_321))
        placed.advance(to: .seconds(10))
        #expect(placed.isComplete && placed.samples.isSilent)
        #expect(placed.sampleCount == Self.format.sampleCount(in: .milliseconds(4_321)))
        #expect(placed.filledSampleCount == placed.sampleCount)
        #expect(placed.events == [.starved(since: PlacedSound.start)])
    }

    @Test("An hour that has to be filled at once comes in pieces of a second")
    func stopped() {
        let format = AudioFormat(sampleRate: 44_100, channelCount: 6)
        var placed = PlacedSound(format: format, keepsSamples: false)
        placed.begin()
        placed.take(at: PlacedSound.start + .seconds(3_600))
        #expect(placed.sampleCount == format.sampleCount(in: .seconds(3_600) - AudioTrack.defaultLatenessAllowance))
        #expect(placed.longestBuffer == 44_100)
    }
}
