import DoubletakeComposition
import DoubletakeMedia
import Testing

struct AudioTrackPlacementTests {
    static let formats = [44_100, 48_000].flatMap { rate in
        [1, 2, 6].map { AudioFormat(sampleRate: rate, channelCount: $0) }
    }
    private static let stereo = AudioFormat(sampleRate: 48_000, channelCount: 2)

    @Test(
        "A start in the middle of a buffer cuts it to the sample, and all that follows is bit by bit as it came",
        arguments: formats)
    func middle(format: AudioFormat) {
        let sound = NumberedSound(format: format, origin: PlacedSound.start - format.duration(ofSamples: 501))
        var placed = PlacedSound(format: format)
        placed.begin()
        for index in 0..<50 { placed.place(sound.buffer(index)) }
        #expect(placed.isOnly(501..<50 * sound.bufferLength, of: sound))
        #expect(placed.filledSampleCount == 0 && placed.droppedSampleCount == 0 && placed.events.isEmpty)
    }

    @Test("A start that is known late loses nothing that came since", arguments: formats)
    func lateStart(format: AudioFormat) {
        let sound = NumberedSound(format: format, origin: PlacedSound.start - .milliseconds(333))
        var placed = PlacedSound(format: format)
        for index in 0..<40 { placed.place(sound.buffer(index)) }
        #expect(placed.samples.isEmpty && placed.deadline == nil)
        placed.begin()
        for index in 40..<50 { placed.place(sound.buffer(index)) }
        let first = format.sampleCount(in: .milliseconds(333))
        #expect(placed.isOnly(first..<50 * sound.bufferLength, of: sound))
        #expect(placed.filledSampleCount == 0 && placed.droppedSampleCount == 0 && placed.events.isEmpty)
    }

    @Test("A second of sound is kept while the start isn't known, and no more")
    func history() {
        let format = AudioFormat(sampleRate: 8_000, channelCount: 1)
        let sound = NumberedSound(format: format, origin: PlacedSound.start)
        var placed = PlacedSound(format: format)
        for index in 0..<1_000 { placed.place(sound.buffer(index)) }
        placed.begin(at: .zero)
        placed.take(at: PlacedSound.start + .seconds(20))
        let sounding = placed.samples.drop { $0 == 0 }
        #expect(placed.sampleCount == 20 * 8_000)
        #expect((8_000...8_000 + sound.bufferLength).contains(sounding.count))
        #expect(sounding.elementsEqual(sound.samples(160_000 - sounding.count..<160_000)))
    }

    @Test("A start before the first buffer is silence up to that buffer's own time", arguments: formats)
    func before(format: AudioFormat) {
        let sound = NumberedSound(format: format, origin: PlacedSound.start + .milliseconds(150))
        var placed = PlacedSound(format: format)
        placed.begin()
        for index in 0..<10 { placed.place(sound.buffer(index)) }
        let silence = format.sampleCount(in: .milliseconds(150))
        #expect(placed.samples.prefix(silence * format.channelCount).isSilent)
        #expect(
            placed.samples.dropFirst(silence * format.channelCount).elementsEqual(
                sound.samples(0..<10 * sound.bufferLength)))
        #expect(placed.filledSampleCount == silence)
        #expect(placed.events == [.starved(since: PlacedSound.start), .resumed(after: .milliseconds(150))])
    }

    @Test(
        "Sound that is delivered up to 249 milliseconds late loses no sample", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func delivery(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sound = NumberedSound(format: Self.stereo, origin: PlacedSound.start)
        var placed = PlacedSound(format: Self.stereo)
        placed.begin()
        var delivery = Duration.zero
        for index in 0..<300 {
            let buffer = sound.buffer(index)
            let end = buffer.endTime - PlacedSound.start
            delivery = max(delivery, end + random.duration(in: .zero ... .milliseconds(249)))
            placed.place(buffer, at: delivery)
        }
        #expect(placed.isOnly(0..<300 * sound.bufferLength, of: sound))
        #expect(placed.filledSampleCount == 0 && placed.droppedSampleCount == 0 && placed.events.isEmpty)
    }

    @Test("Time stamps that are wrong by up to ten milliseconds make no seam", arguments: formats)
    func stamps(format: AudioFormat) {
        var random = SeededGenerator(seed: 7)
        let sound = NumberedSound(format: format, origin: PlacedSound.start)
        var placed = PlacedSound(format: format)
        placed.begin()
        placed.place(sound.buffer(0))
        for index in 1..<200 {
            let error = random.duration(in: .milliseconds(-10) ... .milliseconds(10))
            placed.place(sound.buffer(index, stampedLateBy: error), at: .milliseconds(20 * (index + 1)))
        }
        #expect(placed.isOnly(0..<200 * sound.bufferLength, of: sound))
        #expect(placed.events.isEmpty)
    }

    @Test("A gap becomes silence of the same length, and what comes after it is at its own place")
    func gap() {
        let sound = NumberedSound(format: Self.stereo, origin: PlacedSound.start)
        var placed = PlacedSound(format: Self.stereo)
        placed.begin()
        for index in Array(0..<10) + Array(15..<20) { placed.place(sound.buffer(index)) }
        let length = sound.bufferLength
        #expect(placed.has(0..<10 * length, of: sound, at: .zero))
        #expect(placed.samples(from: .milliseconds(200), for: .milliseconds(100)).isSilent)
        #expect(placed.has(15 * length..<20 * length, of: sound, at: .milliseconds(300)))
        #expect(placed.filledSampleCount == 5 * length && placed.droppedSampleCount == 0)
        let gapStart = PlacedSound.start + .milliseconds(200)
        #expect(placed.events == [.starved(since: gapStart), .resumed(after: .milliseconds(100))])
    }

    @Test("What comes twice is dropped the second time and counted")
    func twice() {
        let sound = NumberedSound(format: Self.stereo, origin: PlacedSound.start)
        var placed = PlacedSound(format: Self.stereo)
        placed.begin()
        placed.place(sound.buffer(0..<4_800))
        placed.place(sound.buffer(1_800..<4_800))
        placed.place(sound.buffer(3_000..<7_200))
        #expect(placed.isOnly(0..<7_200, of: sound))
        #expect(placed.droppedSampleCount == 3_000 + 1_800)
    }

    @Test("Two hours of buffers are as many samples as two hours have, and each has left before the next one comes")
    func twoHours() {
        let format = AudioFormat(sampleRate: 44_100, channelCount: 1)
        let samples = [Float](repeating: 0.5, count: 882)
        var track = AudioTrack(format: format)
        track.begin(at: PlacedSound.start)
        for index in 0..<2 * 60 * 60 * 50 {
            let time = PlacedSound.start + .milliseconds(20 * index)
            track.place(AudioBuffer(format: format, time: time, samples: samples))
            let buffers = track.advance(to: time + .milliseconds(20))
            if buffers.count != 1 || buffers[0].samples.count != 882 || buffers[0].time != time {
                Issue.record("\(buffers.count) buffers came out after \(index + 1)")
                return
            }
        }
        track.finish(at: PlacedSound.start + .seconds(7_200))
        #expect(track.isComplete && track.filledSampleCount == 0 && track.droppedSampleCount == 0)
        #expect(track.takeEvents().isEmpty)
    }
}
