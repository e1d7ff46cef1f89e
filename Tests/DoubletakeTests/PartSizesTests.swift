import DoubletakeMedia
import DoubletakeWriting
import Testing

@testable import Doubletake

@Suite struct PartSizesTests {
    private static let start = MediaTime(nanoseconds: 1_000_000_000)

    private static let tracks = [
        TrackDescription(
            media: .video(
                .h264,
                codedSize: PixelSize(width: 2, height: 2),
                displaySize: PixelSize(width: 2, height: 2),
                color: .bt709Limited
            ),
            codecConfiguration: [],
            timeBase: .video
        )
    ]

    private func packet(_ milliseconds: Int, _ byteCount: Int) -> EncodedPacket {
        let time = Self.start + .milliseconds(milliseconds)
        return EncodedPacket(
            mediaType: .video,
            data: [UInt8](repeating: 0, count: byteCount),
            presentationTime: time,
            decodeTime: time,
            duration: .milliseconds(40),
            isKeyframe: true
        )
    }

    private func sizes(largestFile: Int64? = nil, _ change: (inout RecordingLimits) -> Void) -> PartSizes {
        var limits = RecordingLimits()
        change(&limits)
        return PartSizes(limits, largestFile: largestFile, tracks: Self.tracks, start: Self.start)
    }

    /// The first packet of 1000 bytes, each 40 ms, that is not admitted.
    private func firstRefused(_ sizes: inout PartSizes) -> Int? {
        for index in 0..<1000 {
            let packet = packet(40 * index, 1000)
            guard sizes.admits(packet) else { return index }
            sizes.add(packet, toPart: 0)
        }
        return nil
    }

    @Test("A film ends with the first packet for which there is no room, and nothing of that time or later is in it")
    func maximum() throws {
        var sizes = sizes { $0.maximumByteCount = 100_000 }
        let index = try #require(firstRefused(&sizes))
        #expect((70..<90).contains(index))
        #expect(sizes.byteCount <= 100_000)
        let end = Self.start + .milliseconds(40 * index)
        #expect(sizes.limit == PartSizes.Limit(time: end, end: .maximumSize))
        let isAdmitted = [(40 * index, 1), (40 * index - 1, 1), (40 * index - 10, 100_000)].map { time, byteCount in
            sizes.admits(packet(time, byteCount))
        }
        #expect(isAdmitted == [false, true, false])
        #expect(sizes.limit?.time == Self.start + .milliseconds(40 * index - 10), "what comes late may end it earlier")
    }

    @Test("A marker for which there is no room is left out, and the film goes on")
    func markers() {
        var sizes = sizes { $0.maximumByteCount = 10_000 }
        let marker = Marker(time: Self.start, name: String(repeating: "m", count: 255))
        let before = sizes.byteCount
        var count = 0
        while sizes.add(marker, toPart: 0) { count += 1 }
        #expect((2..<10).contains(count))
        #expect(sizes.byteCount > before + Int64(2 * 255 * count))
        #expect(sizes.byteCount <= 10_000 && sizes.limit == nil)
        let isAdmitted = sizes.admits(packet(0, 1))
        #expect(isAdmitted)
    }

    @Test("A file that can't grow any further ends the film, or is followed by a part")
    func largestFile() throws {
        var whole = sizes(largestFile: 100_000) { _ in }
        _ = try #require(firstRefused(&whole))
        #expect(whole.limit?.end == .largestFile)
        var split = sizes(largestFile: 100_000) { $0.split = .time(.seconds(3600)) }
        let refused = firstRefused(&split)
        #expect(refused == nil)
    }

    @Test("All parts together are no larger than the film may be")
    func sumOfParts() throws {
        var sizes = sizes { limits in
            limits.maximumByteCount = 100_000
            limits.split = .size(40_000)
        }
        for index in 0..<40 { sizes.add(packet(40 * index, 1000), toPart: 0) }
        sizes.open(at: Self.start + .milliseconds(1600))
        let isAdmitted = [sizes.admits(packet(1600, 40_000)), sizes.admits(packet(1640, 60_000))]
        #expect(isAdmitted == [true, false])
    }

    @Test("The next part is wanted three seconds ahead of its time, which stays on the grid of the film")
    func splitByTime() {
        var sizes = sizes { $0.split = .time(.seconds(10)) }
        #expect(sizes.nextPart(at: Self.start + .milliseconds(6999)) == nil)
        #expect(sizes.nextPart(at: Self.start + .seconds(7)) == Self.start + .seconds(10))
        sizes.open(at: Self.start + .milliseconds(10_900))
        #expect(sizes.nextPart(at: Self.start + .seconds(16)) == nil)
        #expect(sizes.nextPart(at: Self.start + .seconds(17)) == Self.start + .seconds(20))
        sizes.open(at: Self.start + .seconds(31))
        #expect(sizes.nextPart(at: Self.start + .seconds(37)) == Self.start + .seconds(40))
    }

    @Test("The next part is wanted as long before a file is full as it takes to begin one, but never before half of it")
    func splitBySize() throws {
        var sizes = sizes { $0.split = .size(1_000_000) }
        var wanted: Int?
        for index in 0..<1000 where wanted == nil {
            sizes.add(packet(40 * index, 1000), toPart: 0)
            if sizes.nextPart(at: Self.start + .milliseconds(40 * index)) != nil { wanted = index }
        }
        // 28 kB a second: three seconds are 85 kB.
        let index = try #require(wanted)
        #expect((700..<850).contains(index))
        var small = self.sizes { $0.split = .size(100_000) }
        small.add(packet(0, 40_000), toPart: 0)
        #expect(small.nextPart(at: Self.start) == nil)
        small.add(packet(40, 10_000), toPart: 0)
        #expect(small.nextPart(at: Self.start) == Self.start)
    }
}
