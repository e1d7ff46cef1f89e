import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeISOMedia

@Suite("Finished files of libavformat's fragments", .serialized)
struct EncodedMovieTests {
    @Test(
        "A finished file has the pictures and the sound, at the same times, that the ordinary muxer's file has",
        arguments: EncodedMovie.Recipe.all)
    func sameFrames(recipe: EncodedMovie.Recipe) throws {
        let movie = try EncodedMovie(recipe)
        let storage = MemoryStorage(movie.fragmented)
        let finished = try MovieFinisher.finish(storage)
        #expect(finished.outcome == .finished)
        #expect(finished.droppedByteCount == 0)
        #expect(finished.skippedFragmentCount == 0)
        #expect(finished.tracks.map(\.mediaType) == ["vide", "soun"])
        #expect(try EncodedMovie.frameHashes(storage.bytes) == EncodedMovie.frameHashes(movie.ordinary))
        #expect(try EncodedMovie.streams(storage.bytes) == EncodedMovie.streams(movie.ordinary))
    }

    @Test(
        "A finished file starts at zero in picture and sound",
        arguments: [EncodedMovie.Recipe.withoutBFrames, .withBFrames])
    func startTimes(recipe: EncodedMovie.Recipe) throws {
        let storage = MemoryStorage(try EncodedMovie(recipe).fragmented)
        _ = try MovieFinisher.finish(storage)
        #expect(try EncodedMovie.streams(storage.bytes).map(\.startTime) == [.zero, .zero])
    }

    @Test("A finished file has no fragments, and is left alone when it is finished again")
    func noFragments() throws {
        let storage = MemoryStorage(try EncodedMovie(.withBFrames).fragmented)
        let first = try MovieFinisher.finish(storage)
        let layout = try MovieLayout(of: storage)
        #expect(layout.boxes.map(\.type) == [.ftyp, .mdat, .moov])
        #expect(layout.state == .finished)
        let bytes = storage.bytes
        let second = try MovieFinisher.finish(storage)
        #expect(second.outcome == .alreadyFinished)
        #expect(second.tracks == first.tracks)
        #expect(second.duration == first.duration)
        #expect(storage.bytes == bytes)
    }

    @Test("A finished file holds exactly the complete fragments when it was cut, at any of its last 4096 bytes")
    func cutAnywhere() throws {
        let movie = try EncodedMovie(.withBFrames).fragmented
        let ends = try MovieLayout(of: MemoryStorage(movie)).boxes.dropFirst(2).filter { $0.type != .moof }.map(\.end)
        var whole: [Int64: (bytes: [UInt8], movie: FinishedMovie)] = [:]
        for end in ends {
            let storage = MemoryStorage(Array(movie.prefix(Int(end))))
            whole[end] = (storage.bytes, try MovieFinisher.finish(storage))
            whole[end]?.bytes = storage.bytes
        }
        for cut in max(0, movie.count - 4096)...movie.count {
            let end = try #require(ends.last { $0 <= cut })
            let storage = MemoryStorage(Array(movie.prefix(cut)))
            let finished = try MovieFinisher.finish(storage)
            let expected = try #require(whole[end])
            #expect(finished.droppedByteCount == Int64(cut) - end, "cut at \(cut)")
            #expect(finished.tracks == expected.movie.tracks, "cut at \(cut)")
            // A comparison outside `#expect`, which would describe both files in full.
            let isSame = storage.bytes == expected.bytes
            #expect(isSame, "cut at \(cut)")
        }
    }

    @Test("A finished file is identical up to the cut when its last fragment is torn")
    func prefixOfFrames() throws {
        let movie = try EncodedMovie(.withBFrames)
        let storage = MemoryStorage(Array(movie.fragmented.prefix(movie.fragmented.count - 1_000)))
        #expect(try MovieFinisher.finish(storage).droppedByteCount > 0)
        for stream in ["0,", "1,"] {
            let cut = try EncodedMovie.frameHashes(storage.bytes).split(separator: "\n").filter { $0.hasPrefix(stream) }
            let whole = try EncodedMovie.frameHashes(movie.ordinary).split(separator: "\n")
                .filter { $0.hasPrefix(stream) }
            #expect(cut.count >= 50)
            // The last packets of sound are decoded without the one that follows them.
            #expect(cut.dropLast() == whole.prefix(cut.count - 1))
        }
    }

    @Test("A finished file has sound that began after the first fragment at its time")
    func soundAfterFirstFragment() throws {
        var movie = try EncodedMovie(.withoutBFrames).fragmented
        // Moves the sound's fragments by half a second, as when it began after the index had been written.
        let decodeTime = Array("tfdt".utf8)
        let times = movie.indices.filter { movie[$0...].starts(with: decodeTime) }
        for (number, place) in times.enumerated() where !number.isMultiple(of: 2) {
            let time = movie[place + 8..<place + 16].reduce(0) { $0 << 8 | UInt64($1) } + 24_000
            var writer = BoxWriter()
            writer.uint64(time)
            movie.replaceSubrange(place + 8..<place + 16, with: writer.bytes)
        }
        let storage = MemoryStorage(movie)
        let finished = try MovieFinisher.finish(storage)
        #expect(finished.skippedFragmentCount == 0)
        // The index says that 1024 samples of priming lie before the sound: it is shown from 24000 - 1024 on.
        let start = TimeBase(ticksPerSecond: 48_000).duration(ofTicks: 24_000 - 1_024)
        #expect(try EncodedMovie.streams(storage.bytes).map(\.startTime) == [.zero, start])
    }
}
