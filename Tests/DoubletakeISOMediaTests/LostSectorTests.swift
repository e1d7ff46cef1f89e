import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeISOMedia

@Suite("A sector that was lost")
struct LostSectorTests {
    /// Where a sample lies, whatever its times.
    private struct Place: Hashable {
        let offset: Int64
        let byteCount: Int
    }

    private static func film() -> SyntheticMovie {
        var movie = SyntheticMovie.small
        movie.fragments = (0..<5).map { second in
            [
                SyntheticMovie.Part(
                    trackID: 1, decodeTime: second * 90_000,
                    samples: SyntheticMovie.pictures(count: 6, duration: 15_000)),
                SyntheticMovie.Part(
                    trackID: 2, decodeTime: second * 48_128, samples: SyntheticMovie.sound(count: 9)),
            ]
        }
        return movie
    }

    private static func places(_ storage: MemoryStorage) -> Set<Place> {
        Set(
            MovieInspection(of: storage).samples.joined().map { Place(offset: $0.offset, byteCount: $0.byteCount) })
    }

    @Test(
        "A sector that was lost, wherever it is, costs the fragments that it was in and no others", arguments: [16, 64])
    func zeros(byteCount: Int) throws {
        let bytes = Self.film().bytes()
        let whole = MemoryStorage(bytes)
        let boxes = try MovieLayout(of: whole).boxes.dropFirst(2)
        let fragments = stride(from: boxes.startIndex, to: boxes.endIndex, by: 2).map { number in
            Int(boxes[number].offset)..<Int(boxes[number + 1].end)
        }
        _ = try MovieFinisher.finish(whole)
        let all = Self.places(whole)
        for start in stride(from: fragments[0].lowerBound, to: bytes.count - byteCount, by: 4) {
            var damaged = bytes
            damaged.replaceSubrange(start..<start + byteCount, with: [UInt8](repeating: 0, count: byteCount))
            let storage = MemoryStorage(damaged)
            _ = try MovieFinisher.finish(storage)
            let sound = fragments.filter { !$0.overlaps(start..<start + byteCount) }
            let wanted = all.filter { place in sound.contains { $0.contains(Int(place.offset)) } }
            let isKept = wanted.isSubset(of: Self.places(storage))
            #expect(isKept, "zeros from byte \(start) on")
        }
    }
}
