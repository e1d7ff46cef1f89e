import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeISOMedia

@Suite("A track that is placed in its movie")
struct TrackPlacementTests {
    private typealias Edit = EditList.Edit

    /// A track of four samples of 10 ms.
    private static func movie(_ mediaType: FourCC, at time: UInt64 = 0, offsets: [Int32] = []) -> SyntheticMovie {
        let samples = (0..<4).map { number in
            let offset = number < offsets.count ? offsets[number] : 0
            return Sample(size: 5, duration: 900, compositionOffset: offset, isSync: true)
        }
        return SyntheticMovie(
            tracks: [SyntheticMovie.Track(id: 1, mediaType: mediaType, timescale: 90_000)],
            fragments: [[SyntheticMovie.Part(trackID: 1, decodeTime: time, samples: samples)]]
        )
    }

    private static func finish(
        _ movie: SyntheticMovie,
        _ placement: TrackPlacement,
        endingAt end: Duration? = nil
    ) throws -> (edits: [EditList.Edit], movie: FinishedMovie) {
        let file = MemoryStorage(movie.bytes())
        let finished = try MovieFinisher.finish(file, endingAt: end, placements: [placement])
        let index = try MovieFile(file).box(MovieLayout(MovieFile(file)).index)
        let list = try index.required(.trak).required(.edts).required(.elst)
        return (try EditList.editList(list).edits, finished)
    }

    @Test("A track that is placed where the movie begins is shown from its first sample", arguments: ["vide", "soun"])
    func plain(mediaType: FourCC) throws {
        let (edits, movie) = try Self.finish(Self.movie(mediaType), TrackPlacement(firstDecodeTicks: 0))
        #expect(edits == [Edit(segmentDuration: 3_600, mediaTime: 0)])
        #expect(movie.duration == .milliseconds(40))
    }

    @Test("A track that is placed later has an empty edit first, also when its fragments count from its beginning")
    func late() throws {
        for time: UInt64 in [0, 90_000] {
            let placement = TrackPlacement(firstDecodeTicks: 90_000)
            let (edits, movie) = try Self.finish(Self.movie("soun", at: time), placement)
            #expect(edits == [.empty(90_000), Edit(segmentDuration: 3_600, mediaTime: 0)])
            #expect(movie.duration == .milliseconds(1_040))
        }
    }

    @Test("A track that is placed with a run-up is shown from behind it, and stays in step")
    func trimmed() throws {
        let early = TrackPlacement(firstDecodeTicks: -900, trimmedTicks: 900)
        #expect(try Self.finish(Self.movie("soun"), early).edits == [Edit(segmentDuration: 2_700, mediaTime: 900)])
        let late = TrackPlacement(firstDecodeTicks: 89_100, trimmedTicks: 900)
        #expect(
            try Self.finish(Self.movie("soun", at: 89_100), late).edits == [
                .empty(90_000), Edit(segmentDuration: 2_700, mediaTime: 900),
            ])
    }

    @Test("Of a track that is placed before the movie's beginning the samples stay, and are not shown")
    func early() throws {
        let placement = TrackPlacement(firstDecodeTicks: -1_350)
        let (edits, movie) = try Self.finish(Self.movie("soun"), placement)
        #expect(edits == [Edit(segmentDuration: 2_250, mediaTime: 1_350)])
        #expect(movie.tracks[0].sampleCount == 4)
    }

    @Test("Of a track of pictures that is placed before the beginning the newest early one is shown from there")
    func earlyPictures() throws {
        let placement = TrackPlacement(firstDecodeTicks: -1_350)
        let (edits, movie) = try Self.finish(Self.movie("vide"), placement)
        #expect(edits == [Edit(segmentDuration: 2_250, mediaTime: 1_350)])
        #expect(movie.tracks[0].sampleCount == 4 && movie.tracks[0].durationInTicks == 3_600)
        // With one early picture only, the media begins there.
        let single = TrackPlacement(firstDecodeTicks: -400)
        let (singleEdits, singleMovie) = try Self.finish(Self.movie("vide"), single)
        #expect(singleEdits == [Edit(segmentDuration: 3_200, mediaTime: 0)])
        #expect(singleMovie.tracks[0].durationInTicks == 3_200)
    }

    @Test("A track that is placed outside the movie shows nothing, and its samples stay")
    func outside() throws {
        let after = TrackPlacement(firstDecodeTicks: 90_000)
        let (edits, movie) = try Self.finish(Self.movie("soun"), after, endingAt: .milliseconds(500))
        #expect(edits == [.empty(45_000)])
        #expect(movie.tracks[0].sampleCount == 4)
        let before = TrackPlacement(firstDecodeTicks: -90_000)
        #expect(try Self.finish(Self.movie("soun"), before).edits == [.empty(1)])
    }

    @Test("A track that is placed with reordered samples begins with the one that is shown first")
    func reordered() throws {
        let movie = Self.movie("vide", offsets: [900, 1_800, 0, 900])
        let (edits, _) = try Self.finish(movie, TrackPlacement(firstDecodeTicks: -900))
        #expect(edits == [Edit(segmentDuration: 3_600, mediaTime: 900)])
    }

    @Test("A track that is placed with an end of its last sample ends there")
    func endOfLast() throws {
        let placement = TrackPlacement(firstDecodeTicks: 0, endTicks: 9_000)
        let (edits, movie) = try Self.finish(Self.movie("vide"), placement)
        #expect(edits == [Edit(segmentDuration: 9_000, mediaTime: 0)])
        #expect(movie.duration == .milliseconds(100))
    }
}
