import Testing

@testable import DoubletakeISOMedia

@Suite("The index of a track")
struct TrackIndexTests {
    private static func part(at time: Int64?, durations: [UInt32], offsets: [Int32] = []) -> MovieFragment.TrackPart {
        let samples = durations.enumerated().map { number, duration in
            let offset = number < offsets.count ? offsets[number] : 0
            return Sample(size: 1, duration: duration, compositionOffset: offset, isSync: number == 0)
        }
        let run = MovieFragment.Run(offset: 1_000, samples: samples, descriptionIndex: 1)
        return MovieFragment.TrackPart(trackNumber: 0, decodeTime: time, runs: [run])
    }

    private static func index(_ parts: [MovieFragment.TrackPart]) -> TrackIndex {
        var index = TrackIndex()
        for part in parts { index.append(part) }
        return index
    }

    private static func durations(_ index: TrackIndex) -> [UInt32] {
        index.durations.runs.flatMap { Array(repeating: $0.value, count: Int($0.count)) }
    }

    @Test("The index of a track makes the last sample of a fragment longer when the next fragment begins later")
    func gap() {
        let index = Self.index([Self.part(at: 0, durations: [10, 10]), Self.part(at: 95, durations: [10, 10])])
        #expect(Self.durations(index) == [10, 85, 10, 10])
        #expect(index.duration == 115)
    }

    @Test("The index of a track makes the last sample of a fragment shorter when the next fragment begins earlier")
    func overlap() {
        let index = Self.index([Self.part(at: 0, durations: [10, 10]), Self.part(at: 13, durations: [10])])
        #expect(Self.durations(index) == [10, 3, 10])
        #expect(index.duration == 23)
    }

    @Test("The index of a track keeps times increasing when time goes back, and makes up for it at the next fragment")
    func backwards() {
        let parts = [
            Self.part(at: 0, durations: [10, 10]), Self.part(at: 5, durations: [10]), Self.part(at: 30, durations: [1]),
        ]
        let index = Self.index(parts)
        #expect(Self.durations(index) == [10, 1, 19, 1])
        #expect(index.duration == 31)
    }

    @Test("The index of a track takes the longest duration there is for a gap that 32 bits can't say")
    func hugeGap() {
        let index = Self.index([Self.part(at: 0, durations: [10]), Self.part(at: 1 << 40, durations: [10])])
        #expect(Self.durations(index) == [.max, 10])
    }

    @Test("The index of a track counts from the time of its first sample")
    func firstDecodeTime() {
        let index = Self.index([Self.part(at: 500, durations: [10]), Self.part(at: 520, durations: [10])])
        #expect(index.firstDecodeTime == 500)
        #expect(index.duration == 30)
    }

    @Test("The index of a track goes on where the last fragment ended when the next one gives no time")
    func noTime() {
        let index = Self.index([Self.part(at: 0, durations: [10]), Self.part(at: nil, durations: [20])])
        #expect(Self.durations(index) == [10, 20])
    }

    @Test("The index of a track lets a sample end or begin at an instant, and the others where they did")
    func boundaries() {
        let original = Self.index([
            Self.part(at: 500, durations: [10, 10]), Self.part(at: 520, durations: [10, 10, 10]),
        ])
        func durations(_ change: (inout TrackIndex) -> Void) -> [UInt32] {
            var index = original
            change(&index)
            #expect(index.firstDecodeTime + index.duration == 550)
            #expect(index.sizes.count == 5)
            return Self.durations(index)
        }
        #expect(durations { $0.endSample(at: 525) } == [10, 10, 5, 15, 10])
        #expect(durations { $0.beginSample(at: 525) } == [10, 15, 5, 10, 10])
        // The first sample has none before it, so the track begins later.
        #expect(durations { $0.beginSample(at: 503) } == [7, 10, 10, 10, 10])
        for time: Int64 in [0, 500, 510, 550, 9_999] {
            #expect(durations { $0.endSample(at: time) } == [10, 10, 10, 10, 10])
            #expect(durations { $0.beginSample(at: time) } == [10, 10, 10, 10, 10])
        }
        var last = original
        last.endSample(at: 545)
        #expect(Self.durations(last) == [10, 10, 10, 10, 5])
        var empty = TrackIndex()
        empty.endSample(at: 5)
        empty.beginSample(at: 5)
        empty.endLast(at: 5)
        #expect(empty.duration == 0)
    }

    @Test("The index of a track lets its last sample end at an instant, sooner or later, but not before it begins")
    func endOfLast() {
        for (time, duration) in [(515, 5), (521, 11), (510, 10), (400, 10)] as [(Int64, UInt32)] {
            var index = Self.index([Self.part(at: 500, durations: [10, 10])])
            index.endLast(at: time)
            #expect(Self.durations(index) == [10, duration])
            #expect(index.duration == 10 + Int64(duration))
        }
    }

    @Test("The index of a track lets its last sample last until a later time, if 32 bits can say how long that is")
    func extended() {
        var index = Self.index([Self.part(at: 500, durations: [10, 10])])
        index.extendLast(to: 519)
        index.extendLast(to: 500 + 11 + Int64(UInt32.max))
        #expect(Self.durations(index) == [10, 10])
        index.extendLast(to: 535)
        #expect(Self.durations(index) == [10, 25])
        #expect(index.duration == 35)
        index.extendLast(to: 500 + 10 + Int64(UInt32.max))
        #expect(Self.durations(index) == [10, .max])
        var empty = TrackIndex()
        empty.extendLast(to: 5)
        #expect(empty.duration == 0)
    }

    @Test("The index of a track is neither ended nor made longer when its samples are reordered")
    func endedReordered() {
        var index = Self.index([Self.part(at: 0, durations: [10, 10, 10], offsets: [10, 20, 0])])
        index.endSample(at: 15)
        index.beginSample(at: 15)
        index.endLast(at: 25)
        index.extendLast(to: 100)
        #expect(Self.durations(index) == [10, 10, 10])
    }

    @Test("The index of a track ends when the sample that is shown last has been shown")
    func compositionEnd() {
        let reordered = Self.part(at: 0, durations: [10, 10, 10, 10], offsets: [10, 30, 10, 0])
        #expect(Self.index([reordered]).compositionEnd == 50)
        #expect(Self.index([Self.part(at: 0, durations: [10, 20, 30])]).compositionEnd == 60)
        #expect(TrackIndex().compositionEnd == 0)
    }

    @Test("The index of a track keeps equal neighbours in one run")
    func runs() {
        let parts = (0..<100).map { Self.part(at: $0 * 1_000, durations: [UInt32](repeating: 100, count: 10)) }
        let index = Self.index(parts)
        #expect(index.durations.runs == [RunLengths.Run(count: 1_000, value: 100)])
        #expect(index.compositionOffsets.runs.count == 1)
        #expect(index.syncFlags.runs.count == 200)
        #expect(index.chunks.count == 100)
    }

    @Test("The index of a track splits a run when its last value is replaced, and joins it with an equal one")
    func replaceLast() {
        var values = RunLengths<UInt32>()
        values.replaceLast(with: 1)
        #expect(values.runs.isEmpty)
        for value: UInt32 in [1, 1, 2] { values.append(value) }
        values.replaceLast(with: 1)
        #expect(values.runs == [RunLengths.Run(count: 3, value: 1)])
        values.replaceLast(with: 5)
        #expect(values.runs == [RunLengths.Run(count: 2, value: 1), RunLengths.Run(count: 1, value: 5)])
    }
}
