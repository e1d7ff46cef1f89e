import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import DoubletakeISOMedia

@Suite("A copy with the index first")
struct IndexFirstCopyTests {
    private static func finished() throws -> MemoryStorage {
        let storage = MemoryStorage(SyntheticMovie.small.bytes())
        _ = try MovieFinisher.finish(storage)
        return storage
    }

    private static func boxes(_ storage: any ByteStorage) throws -> [FourCC] {
        try MovieLayout(of: storage).boxes.map(\.type)
    }

    /// The first byte of each chunk of the movie, which is the number of its track.
    private static func chunkBytes(_ storage: MemoryStorage) throws -> [[UInt8]] {
        let file = try MovieFile(storage)
        var content = try file.box(MovieLayout(file).index).content
        var result: [[UInt8]] = []
        while let track = try content.nextBox() {
            guard track.header.type == .trak else { continue }
            let table = try track.required(.mdia).required(.minf).required(.stbl).required(.co64)
            var list = table.content
            _ = try list.versionAndFlags(versions: 0...0)
            let offsets = try (0..<(try list.uint32())).map { _ in try list.int64() }
            result.append(try offsets.map { try file.bytes(at: $0, count: 1)[0] })
        }
        return result
    }

    @Test("A copy with the index first has the same samples, and plays from its first bytes on")
    func copied() throws {
        let (source, target) = (try Self.finished(), MemoryStorage())
        try IndexFirstCopy.copy(source, to: target)
        #expect(try Self.boxes(source) == [.ftyp, .mdat, .moov])
        #expect(try Self.boxes(target) == [.ftyp, .moov, .mdat])
        #expect(try Self.chunkBytes(target) == Self.chunkBytes(source))
        #expect(try Self.chunkBytes(target) == [[1, 1], [2, 2]])
        #expect(target.bytes.count == source.bytes.count && target.count(of: .synchronize) == 1)
        let (movie, original) = (try MovieFinisher.finish(target), try MovieFinisher.finish(source))
        #expect(movie == original)
    }

    @Test("A copy with the index first of one that has it first is the same")
    func again() throws {
        let (first, second) = (MemoryStorage(), MemoryStorage())
        try IndexFirstCopy.copy(Self.finished(), to: first)
        try IndexFirstCopy.copy(first, to: second)
        #expect(first.bytes == second.bytes)
    }

    @Test("A copy with the index first is made of finished movies only")
    func unfinished() throws {
        let target = MemoryStorage()
        #expect(throws: ISOMediaError.self) {
            try IndexFirstCopy.copy(MemoryStorage(SyntheticMovie.small.bytes()), to: target)
        }
        let cut = try MemoryStorage(Array(Self.finished().bytes.dropLast(3)))
        #expect(throws: ISOMediaError.self) { try IndexFirstCopy.copy(cut, to: target) }
        #expect(target.bytes.isEmpty)
    }

    @Test("A copy with the index first that can't be written says why")
    func fullDisk() throws {
        let target = MemoryStorage(fault: .full(capacity: 200))
        let error = #expect(throws: ISOMediaError.self) { try IndexFirstCopy.copy(Self.finished(), to: target) }
        guard case .storage(let failure) = error else {
            Issue.record("the error is \(String(describing: error))")
            return
        }
        #expect(failure.errorNumber == ENOSPC)
    }

    @Test("A movie's parts are its header, and its fragments")
    func segments() throws {
        let movie = SyntheticMovie.small
        let header = MovieSegment(
            kind: .initialization, bytes: Array(movie.bytes().dropLast(Self.fragments(movie).count)))
        let media = MovieSegment(kind: .media, bytes: Self.fragments(movie))
        #expect(try MovieSegment.segments(in: movie.bytes()) == [header, media])
        #expect(try MovieSegment.segments(in: media.bytes) == [media])
        #expect(try MovieSegment.segments(in: header.bytes) == [header])
        #expect(try MovieSegment.segments(in: []).isEmpty)
        #expect(throws: ISOMediaError.self) { try MovieSegment.segments(in: Array(header.bytes.dropLast())) }
    }

    private static func fragments(_ movie: SyntheticMovie) -> [UInt8] {
        movie.fragments.enumerated().flatMap { SyntheticMovie.fragment($1, number: UInt32($0 + 1)) }
    }
}
