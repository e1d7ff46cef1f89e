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
        endingAt end: Duration?,
        laterSamples: LaterSamples = .kept
    ) throws -> (movie: FinishedMovie, bytes: [UInt8]) {
        let storage = MemoryStorage(movie.bytes())
        return (try MovieFinisher.finish(storage, endingAt: end, laterSamples: laterSamples), storage.bytes)
    }

    /// The edits of a finished movie's tracks.
    private static func edits(_ bytes: [UInt8]) throws -> [[EditList.Edit]] {
        let file = try MovieFile(MemoryStorage(bytes))
        var content = try file.box(MovieLayout(file).index).content
        var edits: [[EditList.Edit]] = []
        while let box = try content.nextBox() {
            guard box.header.type == .trak else { continue }
            let list = try box.optional(.edts)?.optional(.elst)
            edits.append(try list.map { try EditList.editList($0).edits } ?? [])
        }
        return edits
    }

    @Test("The end of a movie that lies in its last picture and in a packet of sound shortens both to end there")
    func shortened() throws {
        let (movie, bytes) = try Self.finish(endingAt: .milliseconds(230))
        #expect(movie.duration == .milliseconds(230))
        // The thirteenth packet begins after the end, at 235 ms, and is stored.
        #expect(movie.tracks.map(\.sampleCount) == [6, 13])
        #expect(movie.tracks.map(\.durationInTicks) == [20_700, 13 * 1_024])
        #expect(
            try Self.edits(bytes) == [
                [EditList.Edit(segmentDuration: 20_700, mediaTime: 0)],
                [EditList.Edit(segmentDuration: 20_700, mediaTime: 1_024)],
            ])
    }

    @Test(
        "The end of a movie edits out what begins then or later, which is stored, across fragments",
        arguments: [200, 161, 160, 120, 100, 1] as [Int64])
    func editedOut(end: Int64) throws {
        let (movie, bytes) = try Self.finish(endingAt: .milliseconds(end))
        #expect(movie.duration == .milliseconds(end))
        #expect(movie.tracks.map(\.sampleCount) == [6, 13])
        #expect(movie.tracks.map(\.durationInTicks) == [21_600, 13 * 1_024])
        #expect(try Self.edits(bytes).map { $0.map(\.segmentDuration) } == [[UInt64(end) * 90], [UInt64(end) * 90]])
    }

    @Test(
        "The samples after a movie's end are not in its index where they are to be left out, and nothing else is missing",
        arguments: [
            (240, 6, 13), (235, 6, 13), (200, 5, 11), (161, 5, 9), (160, 4, 9), (120, 3, 7), (100, 3, 6), (1, 1, 2),
        ] as [(Int64, Int, Int)])
    func leftOut(end: Int64, pictures: Int, packets: Int) throws {
        let (movie, bytes) = try Self.finish(endingAt: .milliseconds(end), laterSamples: .leftOut)
        #expect(movie.duration == .milliseconds(end))
        #expect(movie.tracks.map(\.sampleCount) == [pictures, packets])
        #expect(movie.tracks.map(\.durationInTicks) == [end * 90, 1_024 + end * 48])
        #expect(try Self.edits(bytes).map { $0.map(\.segmentDuration) } == [[UInt64(end) * 90], [UInt64(end) * 90]])
        let again = try MovieFinisher.finish(MemoryStorage(bytes))
        #expect(again.outcome == .alreadyFinished && again.tracks == movie.tracks)
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
        #expect(movie.duration == .milliseconds(240))
        #expect(movie.tracks.map(\.durationInTicks) == [21_600, 1_024 + 11_520])
    }

    @Test(
        "The end of a movie that comes later is how long the last picture is shown, and sound ends where it did",
        arguments: [(250, 22_500), (256, 23_040), (300, 23_040), (60_000, 23_040)] as [(Int64, UInt64)])
    func later(end: Int64, soundDuration: UInt64) throws {
        let (movie, bytes) = try Self.finish(endingAt: .milliseconds(end))
        #expect(movie.duration == .milliseconds(end))
        #expect(movie.tracks.map(\.sampleCount) == [6, 13])
        #expect(movie.tracks.map(\.durationInTicks) == [end * 90, 1_024 + Int64(soundDuration) * 48 / 90])
        #expect(try Self.edits(bytes)[1].map(\.segmentDuration) == [soundDuration])
    }

    @Test("The end of a movie changes nothing when it is later than 32 bits can say of a picture")
    func tooLate() throws {
        let (late, whole) = (try Self.finish(endingAt: .seconds(100_000)).movie, try Self.finish(endingAt: nil).movie)
        #expect(late.duration == whole.duration && late.tracks == whole.tracks)
    }

    @Test(
        "The end of a movie that is no later than its beginning leaves a tick of it",
        arguments: [.zero, .milliseconds(-30)] as [Duration])
    func nothing(end: Duration) throws {
        let (movie, bytes) = try Self.finish(endingAt: end)
        #expect(movie.tracks.map(\.sampleCount) == [6, 13])
        #expect(try Self.edits(bytes).map { $0.map(\.segmentDuration) } == [[1], [1]])
    }

    @Test("The end of a movie without samples is how long it shows nothing")
    func noSamples() throws {
        var movie = Self.movie
        movie.fragments = []
        #expect(throws: ISOMediaError.nothingRecorded) { try Self.finish(movie, endingAt: nil) }
        let (finished, bytes) = try Self.finish(movie, endingAt: .seconds(2))
        #expect(finished.duration == .seconds(2) && finished.tracks.map(\.sampleCount) == [0, 0])
        #expect(try Self.edits(bytes) == [[.empty(180_000)], [.empty(180_000)]])
    }

    @Test("The end of a movie is counted from its beginning, also in a track whose first sample comes late")
    func lateTrack() throws {
        var movie = Self.movie
        movie.fragments[0].removeFirst()
        let finished = try Self.finish(movie, endingAt: .milliseconds(230)).movie
        // The first picture comes after 120 ms.
        #expect(finished.tracks[0].durationInTicks == 110 * 90)
        #expect(finished.duration == .milliseconds(230))
    }

    @Test("The end of a movie is counted from its beginning, also in a track that an edit lets begin late")
    func emptyEdit() throws {
        var movie = Self.movie
        // A tenth of a second.
        movie.tracks[1].edits.insert(.empty(9_000), at: 0)
        let finished = try Self.finish(movie, endingAt: .milliseconds(230)).movie
        #expect(finished.tracks.map(\.durationInTicks) == [20_700, 13 * 1_024])
        #expect(finished.duration == .milliseconds(230))
    }

    @Test("The end of a movie is an edit alone where samples are shown in another order than decoded")
    func reordered() throws {
        let (movie, bytes) = try Self.finish(.small, endingAt: .seconds(1))
        #expect(movie.duration == .seconds(1))
        #expect(movie.tracks.map(\.sampleCount) == [60, 94])
        #expect(movie.tracks.map(\.durationInTicks) == [180_000, 94 * 1_024])
        #expect(
            try Self.edits(bytes) == [
                [EditList.Edit(segmentDuration: 90_000, mediaTime: 6_000)],
                [EditList.Edit(segmentDuration: 90_000, mediaTime: 1_024)],
            ])
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
