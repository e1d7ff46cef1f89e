import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeISOMedia

@Suite("The end of a movie that was said to end somewhere")
struct MovieEndTests {
    /// Six pictures of 40 ms, and thirteen packets of sound, of which the first is the encoder's run-up: 256 ms.
    private static let movie = SyntheticMovie(
        tracks: [
            SyntheticMovie.Track(id: 1, mediaType: "vide", timescale: 90_000),
            SyntheticMovie.Track(
                id: 2,
                mediaType: "soun",
                timescale: 48_000,
                edits: [EditList.Edit(segmentDuration: 0, mediaTime: 1_024)]
            ),
        ],
        fragments: [
            [part(1, at: 0, count: 3, duration: 3_600), part(2, at: 0, count: 6, duration: 1_024)],
            [part(1, at: 10_800, count: 3, duration: 3_600), part(2, at: 6_144, count: 7, duration: 1_024)],
        ]
    )

    private static func part(_ trackID: UInt32, at time: UInt64, count: Int, duration: UInt32) -> SyntheticMovie.Part {
        let sample = Sample(size: 5, duration: duration, compositionOffset: 0, isSync: true)
        return SyntheticMovie.Part(
            trackID: trackID,
            decodeTime: time,
            samples: Array(repeating: sample, count: count)
        )
    }

    private static func finish(
        _ movie: SyntheticMovie = movie,
        endingAt end: Duration?
    ) throws -> (movie: FinishedMovie, bytes: [UInt8]) {
        let storage = MemoryStorage(movie.bytes())
        return (try MovieFinisher.finish(storage, endingAt: end), storage.bytes)
    }

    @Test("The end of a movie that lies in its last picture and in a packet of sound shortens both to end there")
    func shortened() throws {
        let movie = try Self.finish(endingAt: .milliseconds(230)).movie
        #expect(movie.duration == .milliseconds(230))
        // The thirteenth packet would begin after the end: 256 - 21 ms.
        #expect(movie.tracks.map(\.sampleCount) == [6, 12])
        #expect(movie.tracks.map(\.durationInTicks) == [20_700, 1_024 + 11_040])
    }

    @Test(
        "The end of a movie leaves out what begins then or later, across fragments",
        arguments: [(200, 5), (161, 5), (160, 4), (120, 3), (100, 3), (1, 1)] as [(Int64, Int)])
    func leftOut(end: Int64, pictureCount: Int) throws {
        let movie = try Self.finish(endingAt: .milliseconds(end)).movie
        #expect(movie.duration == .milliseconds(end))
        #expect(movie.tracks[0].sampleCount == pictureCount)
        #expect(movie.tracks[0].durationInTicks == end * 90)
        #expect(movie.tracks[1].durationInTicks == 1_024 + end * 48)
    }

    @Test("The end of a movie is still there when the finished file is read, and finishing again leaves that alone")
    func readAgain() throws {
        let (movie, bytes) = try Self.finish(endingAt: .milliseconds(100))
        let storage = MemoryStorage(bytes)
        let again = try MovieFinisher.finish(storage, endingAt: .milliseconds(50))
        #expect(again.outcome == .alreadyFinished)
        #expect(again.tracks == movie.tracks)
        #expect(again.duration == movie.duration)
        #expect(storage.bytes == bytes)
    }

    @Test("The end of a movie that is where the pictures end leaves them as they are")
    func exact() throws {
        let movie = try Self.finish(endingAt: .milliseconds(240)).movie
        #expect(movie.tracks.map(\.sampleCount) == [6, 13])
        #expect(movie.tracks.map(\.durationInTicks) == [21_600, 1_024 + 11_520])
    }

    @Test(
        "The end of a movie that comes later is how long the last picture is shown, and sound ends where it did",
        arguments: [(250, 12_000), (256, 12_288), (300, 12_288), (60_000, 12_288)] as [(Int64, Int64)])
    func later(end: Int64, soundTicks: Int64) throws {
        let movie = try Self.finish(endingAt: .milliseconds(end)).movie
        #expect(movie.duration == .milliseconds(end))
        #expect(movie.tracks.map(\.sampleCount) == [6, 13])
        #expect(movie.tracks.map(\.durationInTicks) == [end * 90, 1_024 + soundTicks])
    }

    @Test("The end of a movie changes nothing when it is later than 32 bits can say of a picture")
    func tooLate() throws {
        let isSame = try Self.finish(endingAt: .seconds(100_000)).bytes == Self.finish(endingAt: nil).bytes
        #expect(isSame)
    }

    @Test(
        "The end of a movie leaves each track its first sample, whole when it begins no earlier than the end",
        arguments: [.zero, .milliseconds(-30)] as [Duration])
    func firstSample(end: Duration) throws {
        let movie = try Self.finish(endingAt: end).movie
        #expect(movie.tracks.map(\.sampleCount) == [1, 1])
        #expect(movie.tracks[0].durationInTicks == 3_600)
    }

    @Test("The end of a movie is counted from its beginning, also in a track whose first sample comes late")
    func lateTrack() throws {
        var movie = Self.movie
        movie.fragments[0].removeFirst()
        let finished = try Self.finish(movie, endingAt: .milliseconds(230)).movie
        // The first picture comes after 120 ms.
        #expect(finished.tracks[0].sampleCount == 3)
        #expect(finished.tracks[0].durationInTicks == 110 * 90)
        #expect(finished.duration == .milliseconds(230))
    }

    @Test("The end of a movie is counted from its beginning, also in a track that an edit lets begin late")
    func emptyEdit() throws {
        var movie = Self.movie
        // A tenth of a second.
        movie.tracks[1].edits.insert(.empty(9_000), at: 0)
        let finished = try Self.finish(movie, endingAt: .milliseconds(230)).movie
        #expect(finished.tracks.map(\.durationInTicks) == [20_700, 1_024 + 130 * 48])
        #expect(finished.duration == .milliseconds(230))
    }

    @Test("The end of a movie doesn't touch a track of which samples are shown in another order than decoded")
    func reordered() throws {
        let movie = try Self.finish(.small, endingAt: .seconds(1)).movie
        #expect(movie.tracks.map(\.sampleCount) == [60, 48])
        #expect(movie.tracks.map(\.durationInTicks) == [180_000, 1_024 + 48_000])
    }

    @Test("The end of a movie is the same when finishing was interrupted before and is done again")
    func interrupted() throws {
        let expected = try Self.finish(endingAt: .milliseconds(100)).bytes
        let crashed = MemoryStorage(Self.movie.bytes(), fault: .crash(afterWriting: expected.count / 8))
        #expect(throws: ISOMediaError.self) { try MovieFinisher.finish(crashed, endingAt: .milliseconds(100)) }
        let storage = MemoryStorage(crashed.bytes)
        _ = try MovieFinisher.finish(storage, endingAt: .milliseconds(100))
        #expect(storage.bytes == expected)
    }
}
