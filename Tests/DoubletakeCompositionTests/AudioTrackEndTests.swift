import DoubletakeComposition
import DoubletakeMedia
import Testing

struct AudioTrackEndTests {
    static let formats = AudioTrackPlacementTests.formats

    @Test("The end is exact to the sample", arguments: formats)
    func exact(format: AudioFormat) {
        let sound = NumberedSound(format: format, origin: PlacedSound.start)
        var placed = PlacedSound(format: format)
        placed.begin()
        for index in 0..<30 { placed.place(sound.buffer(index)) }
        placed.finish(at: .milliseconds(633))
        for index in 30..<35 { placed.place(sound.buffer(index)) }
        #expect(placed.isComplete)
        #expect(placed.isOnly(0..<format.sampleCount(in: .milliseconds(633)), of: sound))
        #expect(placed.filledSampleCount == 0)
    }

    @Test("A track isn't complete before all samples up to the end came, or the allowance has passed")
    func waits() {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
        let sound = NumberedSound(format: format, origin: PlacedSound.start)
        var placed = PlacedSound(format: format)
        #expect(!placed.isComplete)
        placed.begin()
        for index in 0..<45 { placed.place(sound.buffer(index)) }
        placed.finish(at: .seconds(1))
        #expect(!placed.isComplete)
        placed.advance(to: .milliseconds(1_169))
        #expect(!placed.isComplete && placed.sampleCount == 43_200)
        // The missing tenth of a second comes just in time.
        for index in 45..<50 { placed.place(sound.buffer(index), at: .milliseconds(1_169)) }
        #expect(placed.isComplete && placed.isOnly(0..<48_000, of: sound))
    }

    @Test("A track isn't complete while it holds samples that nobody took")
    func untaken() {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
        var track = AudioTrack(format: format)
        track.begin(at: PlacedSound.start)
        track.finish(at: PlacedSound.start + .milliseconds(20))
        track.place(NumberedSound(format: format, origin: PlacedSound.start).buffer(0))
        #expect(!track.isComplete)
        #expect(track.advance(to: PlacedSound.start).map(\.sampleCount) == [960])
        #expect(track.isComplete)
    }

    @Test("What never comes before the end is silence, as soon as the allowance has passed")
    func missing() {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
        let sound = NumberedSound(format: format, origin: PlacedSound.start)
        var placed = PlacedSound(format: format)
        placed.begin()
        for index in 0..<45 { placed.place(sound.buffer(index)) }
        placed.finish(at: .milliseconds(905))
        #expect(placed.deadline == .milliseconds(1_155))
        placed.advance(to: .milliseconds(1_155))
        #expect(placed.isComplete && placed.sampleCount == 43_440 && placed.filledSampleCount == 240)
    }

    @Test("A film that ends before it begins has no sound, and one that never began has no deadline")
    func empty() {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
        var placed = PlacedSound(format: format)
        placed.finish(at: .seconds(-1))
        #expect(!placed.isComplete && placed.deadline == nil)
        placed.begin()
        placed.place(NumberedSound(format: format, origin: PlacedSound.start).buffer(0))
        #expect(placed.isComplete && placed.samples.isEmpty)
    }

    @Test(
        "The deadline is always in the future after the track was asked, until it is complete",
        arguments: [1, 2, 3, 4] as [UInt64])
    func deadlines(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let format = AudioFormat(sampleRate: 44_100, channelCount: 1)
        for _ in 0..<25 {
            // The clock is moved from deadline to deadline, and `PlacedSound` complains about one that stays.
            let sound = NumberedSound(
                format: format,
                origin: PlacedSound.start + random.duration(in: .milliseconds(-40) ... .milliseconds(40))
            )
            var placed = PlacedSound(format: format)
            placed.begin()
            var time = Duration.zero
            for index in 0..<20 {
                time = max(time, .milliseconds(20 * index) + random.duration(in: .zero ... .milliseconds(600)))
                placed.place(sound.buffer(index), at: time)
            }
            let end = time + random.duration(in: .milliseconds(-300) ... .milliseconds(300))
            let given = placed.sampleCount
            placed.finish(at: end)
            placed.advance(to: time + .seconds(2))
            #expect(placed.isComplete && placed.sampleCount == max(format.sampleCount(in: end), given))
        }
    }
}
