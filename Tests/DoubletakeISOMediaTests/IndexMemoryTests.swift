import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeISOMedia

@Suite("The memory of an index")
struct IndexMemoryTests {
    /// A film of pictures at 30 a second and two tracks of sound, in fragments of a second.
    private static func film(seconds: Int, duration: (Int) -> UInt32, offset: (Int) -> Int32) -> SyntheticMovie {
        let timescales: [UInt32] = [90_000, 48_000, 48_000]
        let tracks = timescales.enumerated().map { number, timescale in
            SyntheticMovie.Track(id: UInt32(number + 1), mediaType: number == 0 ? "vide" : "soun", timescale: timescale)
        }
        let fragments = (0..<seconds).map { second in
            tracks.map { track in
                let isVideo = track.mediaType == "vide"
                let samples = (0..<(isVideo ? 30 : 47)).map { number in
                    Sample(
                        size: UInt32(1 + number % 7),
                        duration: isVideo ? duration(second * 30 + number) : 1_024,
                        compositionOffset: isVideo ? offset(number) : 0,
                        isSync: !isVideo || number == 0
                    )
                }
                return SyntheticMovie.Part(trackID: track.id, decodeTime: nil, samples: samples)
            }
        }
        return SyntheticMovie(tracks: tracks, fragments: fragments)
    }

    private static func bytesPerSample(_ movie: SyntheticMovie) throws -> Double {
        let file = try MovieFile(MemoryStorage(movie.bytes()))
        let index = try MovieIndex(file, layout: MovieLayout(file))
        let byteCount = index.tracks.reduce(0) { $0 + $1.memoryByteCount }
        return Double(byteCount) / Double(index.tracks.reduce(0) { $0 + $1.sizes.count })
    }

    @Test("The memory of an index is some bytes a sample at a steady rate")
    func steady() throws {
        let movie = Self.film(seconds: 200, duration: { _ in 3_000 }, offset: { _ in 0 })
        #expect(try Self.bytesPerSample(movie) < 10)
    }

    @Test("The memory of an index stays below 40 bytes a sample when each picture has times of its own")
    func unsteady() throws {
        let movie = Self.film(
            seconds: 200, duration: { UInt32(2_900 + $0 % 200) }, offset: { Int32($0 % 3) * 3_000 })
        #expect(try Self.bytesPerSample(movie) < 40)
    }
}

extension TrackIndex {
    /// How much memory it takes, with what its arrays keep in reserve.
    fileprivate var memoryByteCount: Int {
        sizes.capacity * MemoryLayout<UInt32>.stride
            + durations.runs.capacity * MemoryLayout<RunLengths<UInt32>.Run>.stride
            + compositionOffsets.runs.capacity * MemoryLayout<RunLengths<Int32>.Run>.stride
            + syncFlags.runs.capacity * MemoryLayout<RunLengths<Bool>.Run>.stride
            + chunks.capacity * MemoryLayout<Chunk>.stride
    }
}
