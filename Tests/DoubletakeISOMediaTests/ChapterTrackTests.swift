import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeISOMedia

@Suite("Chapters of a movie")
struct ChapterTrackTests {
    /// A chapter as the finished movie has it: what an edit hides is none.
    private struct Chapter: Equatable {
        let milliseconds: Int64
        let name: String
    }

    /// What the finished movie says of its chapters.
    private struct Finished {
        let movie: FinishedMovie
        let bytes: [UInt8]
        let tracks: [Box]

        init(_ unfinished: [UInt8]) throws {
            let storage = MemoryStorage(unfinished)
            movie = try MovieFinisher.finish(storage)
            bytes = storage.bytes
            tracks = try Self.tracks(storage)
        }

        static func tracks(_ storage: MemoryStorage) throws -> [Box] {
            let file = try MovieFile(storage)
            var content = try file.box(MovieLayout(file).index).content
            var tracks: [Box] = []
            while let child = try content.nextBox() {
                if child.header.type == .trak { tracks.append(child) }
            }
            return tracks
        }

        /// The track of text; nil when there is none.
        func chapterTrack() throws -> Box? {
            let last = try #require(tracks.last)
            let handler = try FragmentedMovie.handler(last.required(.mdia).required(.hdlr))
            return handler == "text" ? last : nil
        }

        func edits() throws -> [EditList.Edit] {
            try EditList.editList(#require(try chapterTrack()).required(.edts).required(.elst)).edits
        }

        func chapters() throws -> [Chapter] {
            guard try chapterTrack() != nil else { return [] }
            let samples = try #require(MovieInspection(of: MemoryStorage(bytes)).samples.last)
            let start = try #require(try edits().last).mediaTime
            return samples.filter { $0.decodeTime >= start }.map { sample in
                let data = bytes[Int(sample.offset)..<Int(sample.offset) + sample.byteCount]
                let length = Int(data.first ?? 0) << 8 | Int(data.dropFirst().first ?? 0)
                return Chapter(
                    milliseconds: sample.decodeTime,
                    name: String(decoding: data.dropFirst(2).prefix(length), as: UTF8.self)
                )
            }
        }
    }

    /// The small movie, which lasts two seconds, with boxes before its second fragment.
    private static func movie(with boxes: [UInt8], _ movie: SyntheticMovie = .small) throws -> [UInt8] {
        var bytes = movie.bytes()
        let fragments = try MovieLayout(of: MemoryStorage(bytes)).boxes.filter { $0.type == .moof }
        bytes.insert(contentsOf: boxes, at: Int(fragments[1].offset))
        return bytes
    }

    private static func markers(_ markers: [(Duration, String)]) -> [UInt8] {
        markers.enumerated().flatMap { number, marker in
            MarkerMessage.box(time: marker.0, name: marker.1, number: UInt32(number))
        }
    }

    @Test("Markers among the fragments are chapters of the finished movie, each at its time")
    func chapters() throws {
        let names = ["Intro", "章 \u{1F3AC}", ""]
        let markers = Self.markers([(.milliseconds(250), names[0]), (.seconds(1), names[1]), (.seconds(1.5), names[2])])
        let finished = try Finished(Self.movie(with: markers))
        #expect(
            try finished.chapters() == [
                Chapter(milliseconds: 250, name: names[0]), Chapter(milliseconds: 1_000, name: names[1]),
                Chapter(milliseconds: 1_500, name: names[2]),
            ]
        )
        #expect(finished.movie.tracks.map(\.mediaType) == ["vide", "soun", "text"])
        #expect(MovieInspection(of: MemoryStorage(finished.bytes)).faults.isEmpty)
    }

    @Test("Nothing is shown of the chapters before the first one, and they end with the movie")
    func edits() throws {
        let finished = try Finished(Self.movie(with: Self.markers([(.seconds(1), "Half")])))
        let edits = try finished.edits()
        #expect(edits.map(\.mediaTime) == [-1, 1_000])
        #expect(edits[0].segmentDuration == 90_000)
        let length = TimeBase.video.ticks(in: finished.movie.duration)
        #expect(Int64(edits[1].segmentDuration) == length - 90_000)
        let chapters = try #require(finished.movie.tracks.last)
        #expect((chapters.duration - finished.movie.duration).magnitude < .milliseconds(1))
    }

    @Test("A chapter at the very beginning needs no edit that waits")
    func atTheBeginning() throws {
        let finished = try Finished(Self.movie(with: Self.markers([(.zero, "Begin")])))
        #expect(try finished.edits().map(\.mediaTime) == [0])
        #expect(try finished.chapters() == [Chapter(milliseconds: 0, name: "Begin")])
    }

    @Test("The pictures refer to the chapters, which are disabled so that nobody shows them as subtitles")
    func reference() throws {
        var movie = SyntheticMovie.small
        movie.tracks[1].id = 3
        for fragment in movie.fragments.indices { movie.fragments[fragment][1].trackID = 3 }
        let finished = try Finished(Self.movie(with: Self.markers([(.zero, "Begin")]), movie))
        let track = try #require(try finished.chapterTrack())
        let header = try track.required(.tkhd).content.rest
        #expect(Array(header.prefix(4)) == [0, 0, 0, 2])
        #expect(finished.movie.tracks.map(\.id) == [1, 3, 2])
        let references = try finished.tracks.map { try $0.optional(.tref)?.content.rest }
        #expect(references[0].map(Array.init) == [0, 0, 0, 12] + Array("chap".utf8) + [0, 0, 0, 2])
        #expect(references[1] == nil && references[2] == nil)
        let index = try MovieFile(MemoryStorage(finished.bytes))
        let movieHeader = try index.box(MovieLayout(index).index).required(.mvhd).content.rest
        #expect(Array(movieHeader.suffix(4)) == [0, 0, 0, 3])
    }

    @Test("Without pictures the sound refers to the chapters")
    func soundAlone() throws {
        var movie = SyntheticMovie.small
        movie.tracks.removeFirst()
        for fragment in movie.fragments.indices { movie.fragments[fragment].removeFirst() }
        let finished = try Finished(Self.movie(with: Self.markers([(.seconds(1), "Song")]), movie))
        #expect(try finished.tracks[0].optional(.tref) != nil)
        #expect(try finished.chapters() == [Chapter(milliseconds: 1_000, name: "Song")])
    }

    @Test("Chapters stand in the order of their times, and two of one instant are both there")
    func order() throws {
        let markers = Self.markers([
            (.seconds(1), "B"), (.seconds(1.25), "D"), (.milliseconds(500), "A"), (.seconds(1), "C"),
        ])
        let finished = try Finished(Self.movie(with: markers))
        #expect(
            try finished.chapters() == [
                Chapter(milliseconds: 500, name: "A"), Chapter(milliseconds: 1_000, name: "B"),
                Chapter(milliseconds: 1_001, name: "C"), Chapter(milliseconds: 1_250, name: "D"),
            ]
        )
    }

    @Test("A marker that is later than the movie's end is no chapter, and with no other there is no track of them")
    func late() throws {
        let end = Duration.seconds(1.5)
        let markers = Self.markers([(.seconds(1), "In"), (end, "At the end"), (.seconds(60), "Out")])
        let storage = MemoryStorage(try Self.movie(with: markers))
        #expect(try MovieFinisher.finish(storage, endingAt: end).tracks.last?.sampleCount == 2)
        let outside = try Finished(Self.movie(with: Self.markers([(.seconds(60), "Out")])))
        #expect(outside.movie.tracks.count == 2)
        #expect(try outside.tracks.allSatisfy { try $0.optional(.tref) == nil })
    }

    @Test("What other programs say between fragments, and what is damaged, is passed over")
    func others() throws {
        var foreign = BoxWriter()
        foreign.fullBox(.emsg, version: 1) { writer in
            for value: UInt32 in [1_000, 0, 0, 0, 0] { writer.uint32(value) }
            writer.append(Array("urn:scte:scte35:2013:bin\0\0data".utf8)[...])
        }
        foreign.fullBox(.emsg) { writer in writer.uint32(0) }
        foreign.box(.emsg) { _ in }
        foreign.fullBox(.emsg, version: 1) { writer in writer.append([UInt8](repeating: 0, count: 5_000)[...]) }
        var torn = MarkerMessage.box(time: .seconds(1), name: "Torn", number: 0)
        // Its text says that it is longer than its box.
        torn[torn.count - 18] = 0xFF
        let whole = MarkerMessage.box(time: .seconds(1), name: "Whole", number: 1)
        let finished = try Finished(Self.movie(with: foreign.bytes + torn + whole))
        #expect(try finished.chapters() == [Chapter(milliseconds: 1_000, name: "Whole")])
        #expect(finished.movie.skippedFragmentCount == 0)
    }

    @Test("A recording that was cut off keeps the markers that come before the tear")
    func torn() throws {
        let whole = try Self.movie(with: Self.markers([(.milliseconds(100), "A"), (.milliseconds(900), "B")]))
        let fragments = try MovieLayout(of: MemoryStorage(whole)).boxes.filter { $0.type == .moof }
        let messages = try MovieLayout(of: MemoryStorage(whole)).boxes.filter { $0.type == .emsg }
        for (cut, count) in [
            (whole.count - 1, 2), (Int(fragments[1].offset) + 9, 2), (Int(fragments[1].offset), 2),
            (Int(messages[1].end) - 1, 1), (Int(messages[0].end), 1), (Int(messages[0].end) - 1, 0),
        ] {
            let finished = try Finished(Array(whole[..<cut]))
            #expect(try finished.chapters().count == count, "cut at \(cut)")
            #expect(MovieInspection(of: MemoryStorage(finished.bytes)).faults.isEmpty)
        }
    }

    @Test("A movie that has chapters is finished as it is, and says so")
    func again() throws {
        let finished = try Finished(Self.movie(with: Self.markers([(.seconds(1), "Half")])))
        let storage = MemoryStorage(finished.bytes)
        let again = try MovieFinisher.finish(storage)
        #expect(again.outcome == .alreadyFinished)
        #expect(again.tracks == finished.movie.tracks)
        #expect(storage.bytes == finished.bytes)
    }

    @Test("The names of the chapters are found in a movie whose index comes first")
    func indexFirst() throws {
        let finished = try Finished(Self.movie(with: Self.markers([(.seconds(1), "Half")])))
        let copy = MemoryStorage()
        try IndexFirstCopy.copy(MemoryStorage(finished.bytes), to: copy)
        let sample = try #require(MovieInspection(of: copy).samples.last?.last)
        #expect(copy.bytes[Int(sample.offset) + 2..<Int(sample.offset) + 6].elementsEqual(Array("Half".utf8)))
    }

    @Test("A chapter may be as long as half a day of recording")
    func day() throws {
        var movie = SyntheticMovie.small
        let day: UInt64 = 12 * 3_600 * 90_000
        movie.fragments[1][0].decodeTime = day
        movie.fragments[1][1].decodeTime = day / 90_000 * 48_000
        let markers = Self.markers([(.seconds(1), "Evening"), (.seconds(12 * 3_600), "Morning")])
        let finished = try Finished(Self.movie(with: markers, movie))
        #expect(
            try finished.chapters() == [
                Chapter(milliseconds: 1_000, name: "Evening"), Chapter(milliseconds: 43_200_000, name: "Morning"),
            ]
        )
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
