import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeISOMedia

@Suite("The movie finisher")
struct MovieFinisherTests {
    private static func finish(_ bytes: [UInt8]) throws -> (movie: FinishedMovie, bytes: [UInt8]) {
        let storage = MemoryStorage(bytes)
        return (try MovieFinisher.finish(storage), storage.bytes)
    }

    /// The contents of the box at a path, such as moov, trak, tkhd.
    private static func content(_ bytes: [UInt8], _ path: [FourCC]) throws -> [UInt8] {
        let file = try MovieFile(MemoryStorage(bytes))
        var header = try MovieLayout(file).index
        for type in path { header = try #require(try BoxWalk.first(type, in: header, of: file)) }
        return try Array(file.box(header).content.rest)
    }

    private static func error(_ bytes: [UInt8]) -> ISOMediaError? {
        let storage = MemoryStorage(bytes)
        let error = #expect(throws: ISOMediaError.self) { try MovieFinisher.finish(storage) }
        let isUntouched = storage.bytes == bytes
        #expect(isUntouched, "\(String(describing: error))")
        return error
    }

    @Test("The movie finisher says what it did and what is in the movie")
    func report() throws {
        let (movie, _) = try Self.finish(SyntheticMovie.small.bytes())
        #expect(movie.outcome == .finished)
        #expect(movie.droppedByteCount == 0)
        #expect(movie.tracks.map(\.id) == [1, 2])
        #expect(movie.tracks.map(\.mediaType) == ["vide", "soun"])
        #expect(movie.tracks.map(\.sampleCount) == [60, 94])
        #expect(movie.tracks.map(\.durationInTicks) == [180_000, 96_256])
        #expect(movie.tracks[0].timeBase == .video)
        #expect(movie.tracks[0].duration == .seconds(2))
        #expect(movie.duration > .seconds(1.9) && movie.duration < .seconds(2.1))
    }

    @Test("The movie finisher finds each sample where its fragment had it")
    func places() throws {
        let movie = SyntheticMovie.small
        let (_, bytes) = try Self.finish(movie.bytes())
        let offsets = try Self.content(bytes, [.trak, .mdia, .minf, .stbl, .co64])
        #expect(offsets.count == 4 + 4 + 2 * 8)
        for start in [8, 16] {
            let place = offsets[start..<start + 8].reduce(0) { $0 << 8 | Int($1) }
            let run = bytes[place..<place + 100]
            #expect(run.allSatisfy { $0 == 1 })
        }
    }

    @Test("The movie finisher leaves all that stands before the commit point as it was, but for 16 bytes")
    func inPlace() throws {
        let before = SyntheticMovie.small.bytes()
        let (_, after) = try Self.finish(before)
        let layout = try MovieLayout(of: MemoryStorage(before))
        let head = Int(layout.index.offset)
        #expect(after[..<head] == before[..<head])
        #expect(after[(head + 16)..<before.count] == before[(head + 16)...])
    }

    @Test("The movie finisher leaves out a track that never got a sample, and the references to it")
    func emptyTrack() throws {
        var movie = SyntheticMovie.small
        var references = BoxWriter()
        references.box(.tref) { writer in
            writer.box("chap") { $0.uint32(3) }
            writer.box("sync") { writer in for id: UInt32 in [2, 3] { writer.uint32(id) } }
        }
        movie.tracks[0].moreBoxes = references.bytes
        movie.tracks.append(SyntheticMovie.Track(id: 3, mediaType: "text", timescale: 1_000))
        let (finished, bytes) = try Self.finish(movie.bytes())
        #expect(finished.tracks.map(\.sampleCount) == [60, 94, 0])
        let again = try MovieFinisher.finish(MemoryStorage(bytes))
        #expect(again.tracks.map(\.id) == [1, 2])
        let left: [UInt8] = [0, 0, 0, 12] + Array("sync".utf8) + [0, 0, 0, 2]
        #expect(try Self.content(bytes, [.trak, .tref]) == left)
    }

    @Test("The movie finisher shows a track that begins late at its time")
    func lateTrack() throws {
        var movie = SyntheticMovie.small
        movie.tracks[1].edits = []
        movie.fragments[0].removeLast()
        let (_, bytes) = try Self.finish(movie.bytes())
        let file = try MovieFile(MemoryStorage(bytes))
        var walk = BoxWalk(file, in: try MovieLayout(file).index)
        var tracks: [Box] = []
        while case .complete(let box)? = try walk.next() {
            if box.type == .trak { tracks.append(try file.box(box)) }
        }
        let edits = try EditList.editList(try tracks[1].required(.edts).required(.elst)).edits
        #expect(edits.map(\.mediaTime) == [-1, 0])
        // 48128 of 48000 ticks a second, in 90000.
        #expect(edits[0].segmentDuration == 90_240)
        #expect(edits[1].segmentDuration == 90_240)
    }

    @Test("The movie finisher drops a fragment whose media data is incomplete, and says how much that was")
    func torn() throws {
        let whole = SyntheticMovie.small.bytes()
        var first = SyntheticMovie.small
        first.fragments.removeLast()
        let end = first.bytes().count
        for cut in [whole.count - 1, whole.count - 200, end + 16, end + 1] {
            let (movie, bytes) = try Self.finish(Array(whole[..<cut]))
            #expect(movie.droppedByteCount == Int64(cut - end))
            #expect(movie.tracks.map(\.sampleCount) == [30, 47])
            #expect(try bytes == Self.finish(first.bytes()).bytes)
        }
    }

    @Test("The movie finisher drops the zeros that a disk leaves that lost its power")
    func zeros() throws {
        let whole = SyntheticMovie.small.bytes()
        let (movie, bytes) = try Self.finish(whole + [UInt8](repeating: 0, count: 4_096))
        #expect(movie.droppedByteCount == 4_096)
        #expect(try bytes == Self.finish(whole).bytes)
    }

    @Test("The movie finisher leaves a damaged fragment out and says so, but keeps its bytes")
    func damagedFragment() throws {
        var bytes = SyntheticMovie.small.bytes()
        let layout = try MovieLayout(of: MemoryStorage(bytes))
        // The first child of the first moof claims to be larger than it.
        bytes[Int(layout.boxes[2].offset) + 8] = 0xFF
        let (movie, _) = try Self.finish(bytes)
        #expect(movie.skippedFragmentCount == 1)
        #expect(movie.firstDamage?.description.hasPrefix("the box moof at byte \(layout.boxes[2].offset)") == true)
        #expect(movie.tracks.map(\.sampleCount) == [30, 47])
        #expect(movie.droppedByteCount == 0)
    }

    @Test(
        "The movie finisher goes on behind bytes that are no boxes, wherever they stand between fragments",
        arguments: [-8, -4, 0, 4])
    func gap(distance: Int) throws {
        var movie = SyntheticMovie.small
        movie.fragments.append(
            movie.fragments[1].map { part in
                var part = part
                part.decodeTime = part.decodeTime.map { $0 * 2 }
                return part
            }
        )
        var bytes = movie.bytes()
        let layout = try MovieLayout(of: MemoryStorage(bytes))
        // The head of the second fragment, what is before it, or what is in it.
        let place = Int(layout.boxes[4].offset) + distance
        bytes.replaceSubrange(place..<place + 8, with: [UInt8](repeating: 0xEE, count: 8))
        let (finished, after) = try Self.finish(bytes)
        #expect(finished.droppedByteCount == 0)
        // Eight bytes before it are media data alone.
        #expect(finished.skippedFragmentCount == (distance == -8 ? 0 : 1))
        #expect(finished.tracks.map(\.sampleCount) == (distance == -8 ? [90, 141] : [60, 94]))
        #expect(MovieInspection(of: MemoryStorage(after)).faults == [])
    }

    @Test("The movie finisher refuses fragments whose samples have to be decrypted")
    func decryption() throws {
        var bytes = SyntheticMovie.small.bytes()
        let word = Array("tfdt".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: word) })
        bytes.replaceSubrange(place..<place + 4, with: Array("senc".utf8))
        #expect(Self.error(bytes) == .foreignFragments(box: "senc", offset: Int64(place) - 4))
    }

    @Test("The movie finisher leaves a file alone of which no fragment can be read")
    func onlyDamage() throws {
        var bytes = SyntheticMovie.small.bytes()
        for box in try MovieLayout(of: MemoryStorage(bytes)).boxes where box.type == .moof {
            bytes[Int(box.offset) + 8] = 0xFF
        }
        guard case .malformed(.moof, _, _) = Self.error(bytes) else {
            Issue.record("it isn't refused as malformed")
            return
        }
    }

    @Test("The movie finisher refuses what is no movie in fragments, by name")
    func refused() throws {
        let movie = SyntheticMovie.small
        var noFragments = movie
        noFragments.fragments = []
        let head = noFragments.bytes()
        #expect(Self.error([]) == .notISOMedia)
        #expect(Self.error(Array("OggS and more of it".utf8)) == .notISOMedia)
        #expect(Self.error([0, 0, 0, 0]) == .notISOMedia)
        #expect(Self.error(Array(head.prefix(20))) == .indexMissing)
        #expect(Self.error(Array(head.dropLast())) == .indexMissing)
        #expect(Self.error(head) == .nothingRecorded)
        #expect(Self.error(movie.bytes() + movie.bytes()) == .secondIndex(offset: Int64(movie.bytes().count) + 20))
        #expect(Self.error(movie.bytes() + movie.movieBox()) == .secondIndex(offset: Int64(movie.bytes().count)))
        let ordinary = Array(head.prefix(20)) + movie.movieBox(isFragmented: false) + [0, 0, 1, 0] + Array("mdat".utf8)
        #expect(Self.error(ordinary) == .cutShort(box: .mdat, offset: Int64(ordinary.count) - 8))
    }

    @Test("The movie finisher refuses an index that lists samples outside the fragments")
    func samplesOutside() throws {
        var bytes = SyntheticMovie.small.bytes()
        let stsz = Array("stsz".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: stsz) })
        bytes[place + 15] = 1
        #expect(Self.error(bytes) == .samplesOutsideFragments(trackID: 1, offset: Int64(place) - 4))
    }

    @Test("The movie finisher doesn't call the rest of a file torn when that is more than a fragment")
    func damagedInMiddle() throws {
        let storage = HugeStorage(SyntheticMovie.small.bytes(), byteCount: Limits.tailByteCount * 2)
        let error = #expect(throws: ISOMediaError.self) { try MovieFinisher.finish(storage) }
        let end = Int64(SyntheticMovie.small.bytes().count)
        #expect(error == .damagedInMiddle(offset: end, byteCount: Limits.tailByteCount * 2 - end))
    }

    @Test("The movie finisher works beyond 4 GiB")
    func large() throws {
        // A box of 5 GiB stands before the fragments.
        var movie = SyntheticMovie.small
        movie.fragments = []
        var head = movie.bytes()
        let skipped: Int64 = 5 << 30
        var free = BoxWriter()
        free.uint32(1)
        free.fourCC("free")
        free.int64(skipped)
        head += free.bytes
        let tail = SyntheticMovie.fragment(SyntheticMovie.small.fragments[0], number: 1)
        let tailOffset = Int64(movie.bytes().count) + skipped
        let storage = HugeStorage(head, tail: tail, tailOffset: tailOffset, byteCount: tailOffset + Int64(tail.count))
        let finished = try MovieFinisher.finish(storage)
        #expect(finished.tracks.map(\.sampleCount) == [30, 47])
        let layout = try MovieLayout(of: storage)
        #expect(layout.boxes.map(\.type) == [.ftyp, .mdat, .moov])
        #expect(layout.boxes[1].byteCount > skipped)
        #expect(try MovieFinisher.finish(storage).tracks == finished.tracks)
    }
}

/// A long file of which only the beginning and a piece at the end hold anything.
private final class HugeStorage: ByteStorage, @unchecked Sendable {
    // @unchecked: by the contract of `ByteStorage` one thread uses it at a time.
    private let head: MemoryStorage
    private let tail: MemoryStorage
    private let tailOffset: Int64
    private var size: Int64

    init(_ head: [UInt8], tail: [UInt8] = [], tailOffset: Int64 = .max, byteCount: Int64) {
        self.head = MemoryStorage(head)
        self.tail = MemoryStorage(tail)
        self.tailOffset = tailOffset
        size = byteCount
    }

    func byteCount() throws(SystemCallError) -> Int64 { size }

    func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        if offset >= tailOffset { return try tail.read(at: offset - tailOffset, count: count) }
        let bytes = try head.read(at: offset, count: count)
        return bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError) {
        if offset < tailOffset { return try head.write(bytes, at: offset) }
        try tail.write(bytes, at: offset - tailOffset)
        size = max(size, offset + Int64(bytes.count))
    }

    func truncate(to byteCount: Int64) throws(SystemCallError) { size = byteCount }

    func synchronize() throws(SystemCallError) {}
}
