import DoubletakeMedia
import Testing

@testable import Doubletake

@Suite struct SpaceWatchTests {
    private static let terabyte: Int64 = 1_000_000_000_000

    private func floor(_ total: Int64, _ byteCount: Int64 = 0, _ seconds: Int = 0) -> Int64 {
        SpaceWatch(.standard).floor(
            on: VolumeSpace(availableByteCount: total, totalByteCount: total),
            byteCount: byteCount,
            after: .seconds(seconds)
        )
    }

    @Test("By default 200 MB stay free, or a minute of the film if that is more, and at most a tenth of the disk")
    func standard() {
        #expect(floor(Self.terabyte) == 200_000_000)
        #expect(floor(Self.terabyte, 100_000_000, 100) == 200_000_000)
        #expect(floor(Self.terabyte, 1_000_000_000, 100) == 600_000_000)
        #expect(floor(Self.terabyte, 1_000_000, 0) == 200_000_000)
        #expect(floor(6_000_000) == 600_000)
        #expect(floor(6_000_000, 1_000_000_000, 1) == 600_000)
    }

    @Test("What was asked for stays free, whatever the disk and the film")
    func asked() {
        let watch = SpaceWatch(.bytes(5_000_000))
        let small = VolumeSpace(availableByteCount: 0, totalByteCount: 6_000_000)
        #expect(watch.floor(on: small, byteCount: 1 << 40, after: .seconds(1)) == 5_000_000)
        let none = SpaceWatch(.bytes(0))
        #expect(none.floor(on: small, byteCount: 1 << 40, after: .seconds(1)) == 0)
    }

    @Test("It warns once, and says each time when the film has to end")
    func verdicts() {
        var watch = SpaceWatch(.bytes(1000))
        var verdicts: [SpaceWatch.Verdict] = []
        for available: Int64 in [2000, 1999, 1500, 2500, 1500, 1000, 999, 500] {
            let space = VolumeSpace(availableByteCount: available, totalByteCount: Self.terabyte)
            verdicts.append(watch.look(at: space, byteCount: 0, after: .seconds(1)))
        }
        #expect(
            verdicts == [
                .enough, .low(leaving: 1000), .enough, .enough, .enough, .enough,
                .exhausted(leaving: 1000, isNew: false), .exhausted(leaving: 1000, isNew: false),
            ]
        )
        var sudden = SpaceWatch(.bytes(1000))
        let full = VolumeSpace(availableByteCount: 0, totalByteCount: Self.terabyte)
        let verdict = sudden.look(at: full, byteCount: 0, after: .seconds(1))
        #expect(verdict == .exhausted(leaving: 1000, isNew: true))
    }

    @Test("A disk of which nothing has to stay free never ends a film")
    func nothing() {
        var watch = SpaceWatch(.bytes(0))
        let full = VolumeSpace(availableByteCount: 0, totalByteCount: Self.terabyte)
        let verdict = watch.look(at: full, byteCount: 0, after: .seconds(1))
        #expect(verdict == .enough)
    }
}
