import Testing

@testable import DoubletakeISOMedia

@Suite("The edits of a finished track")
struct FinishedEditsTests {
    private typealias Edit = EditList.Edit

    private static func finished(
        _ edits: [EditList.Edit],
        headerDuration: UInt64 = 0,
        first: Int64 = 0,
        end: Int64,
        timescale: UInt32 = 48_000
    ) -> [EditList.Edit] {
        FinishedEdits(
            edits: EditList(edits: edits),
            headerDuration: headerDuration,
            firstDecodeTime: first,
            compositionEnd: end,
            timescale: timescale,
            movieTimescale: 90_000
        ).list().edits
    }

    @Test("The edits of a finished track show an open-ended edit from where it began up to the end of the media")
    func openEnded() {
        let edits = Self.finished([Edit(segmentDuration: 0, mediaTime: 1_024)], end: 49_024)
        #expect(edits == [Edit(segmentDuration: 90_000, mediaTime: 1_024)])
    }

    @Test("The edits of a finished track keep an empty edit and give the one behind it its length")
    func emptyEdit() {
        let edits = Self.finished([.empty(45_000), Edit(segmentDuration: 0, mediaTime: 0)], end: 48_000)
        #expect(edits == [.empty(45_000), Edit(segmentDuration: 90_000, mediaTime: 0)])
    }

    @Test(
        "The edits of a finished track give an edit of the old header's length the real one",
        arguments: [UInt64(9_000), 10_000])
    func headerLength(headerDuration: UInt64) {
        let old = [Edit.empty(1_000), Edit(segmentDuration: 9_000, mediaTime: 0)]
        let edits = Self.finished(old, headerDuration: headerDuration, end: 48_000)
        #expect(edits == [.empty(1_000), Edit(segmentDuration: 90_000, mediaTime: 0)])
    }

    @Test("The edits of a finished track leave a length that somebody chose")
    func chosenLength() {
        let old = [Edit(segmentDuration: 45_000, mediaTime: 1_024), Edit(segmentDuration: 9_000, mediaTime: 30_000)]
        #expect(Self.finished(old, headerDuration: 123, end: 480_000) == old)
    }

    @Test("The edits of a finished track are none when the media is shown as it is")
    func noEdits() {
        #expect(Self.finished([], end: 48_000).isEmpty)
    }

    @Test("The edits of a finished track are rounded up to whole ticks of the movie, so that no sample is cut off")
    func rounding() {
        #expect(Self.finished([Edit(segmentDuration: 0, mediaTime: 0)], end: 1_001)[0].segmentDuration == 1_877)
        let video = Self.finished([Edit(segmentDuration: 0, mediaTime: 0)], end: 90_000, timescale: 90_000)
        let audio = Self.finished([Edit(segmentDuration: 0, mediaTime: 0)], end: 44_100, timescale: 44_100)
        #expect(video == audio)
    }

    @Test("The edits of a finished track show nothing up to the first sample when that comes late")
    func lateFirstSample() {
        let open = Self.finished([Edit(segmentDuration: 0, mediaTime: 0)], first: 24_000, end: 48_000)
        #expect(open == [.empty(45_000), Edit(segmentDuration: 90_000, mediaTime: 0)])
        #expect(Self.finished([], first: 24_000, end: 48_000) == open)
        let primed = Self.finished([Edit(segmentDuration: 0, mediaTime: 8_000)], first: 24_000, end: 48_000)
        #expect(primed == [.empty(30_000), Edit(segmentDuration: 90_000, mediaTime: 0)])
        let inside = Self.finished([Edit(segmentDuration: 0, mediaTime: 36_000)], first: 24_000, end: 48_000)
        #expect(inside == [Edit(segmentDuration: 67_500, mediaTime: 12_000)])
    }

    @Test("The edits of a finished track of a chosen length keep it when the first sample comes late")
    func lateFirstSampleInChosenLength() {
        let old = [Edit(segmentDuration: 60_000, mediaTime: 0), Edit(segmentDuration: 5, mediaTime: 40_000)]
        let edits = Self.finished(old, headerDuration: 1, first: 24_000, end: 48_000)
        #expect(edits.map(\.segmentDuration) == [45_000, 15_000, 5])
        #expect(edits.map(\.mediaTime) == [-1, 0, 16_000])
        let outside = Self.finished([Edit(segmentDuration: 10, mediaTime: 0)], headerDuration: 1, first: 24_000, end: 9)
        #expect(outside == [.empty(10)])
    }

    @Test(
        "The edits of a finished track are written in 32 bits, and in 64 when a value needs them",
        arguments: [false, true])
    func written(isLong: Bool) throws {
        let list = EditList(edits: [.empty(5), Edit(segmentDuration: isLong ? 1 << 32 : 7, mediaTime: 1_024)])
        var writer = BoxWriter()
        list.write(to: &writer)
        #expect(writer.bytes.count == 8 + 16 + 2 * (isLong ? 20 : 12))
        let header = BoxHeader(type: .edts, offset: 0, byteCount: Int64(writer.bytes.count), headerByteCount: 8)
        let box = try Box(header: header, bytes: writer.bytes[...]).required(.elst)
        #expect(try EditList.editList(box) == list)
    }

    @Test("The edits of a finished track of a damaged file come to the largest number, not to a trap")
    func absurd() {
        #expect(Rescaling.up(.max, from: 1, to: .max) == UInt64(Int64.max))
        #expect(Rescaling.nearest(3, from: 2, to: 1) == 2)
        let list = EditList(edits: [.empty(.max), .empty(1)])
        #expect(list.duration == .max)
        #expect(!Self.finished([Edit(segmentDuration: 1, mediaTime: .max), .empty(.max)], first: 1, end: 5).isEmpty)
    }
}
