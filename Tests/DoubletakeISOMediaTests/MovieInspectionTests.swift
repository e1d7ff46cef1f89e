import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeISOMedia

@Suite("The inspection of a movie")
struct MovieInspectionTests {
    private static func finished() throws -> [UInt8] {
        let storage = MemoryStorage(SyntheticMovie.small.bytes())
        _ = try MovieFinisher.finish(storage)
        return storage.bytes
    }

    private static func faults(_ bytes: [UInt8]) -> [String] {
        MovieInspection(of: MemoryStorage(bytes)).faults.map { "\($0)" }
    }

    /// The place of the last box of a type; of the pictures' table for the tables.
    private static func place(of type: String, in bytes: [UInt8]) throws -> Int {
        let word = Array(type.utf8)
        return try #require(bytes.indices.first { bytes[$0...].starts(with: word) })
    }

    @Test("The inspection of a movie finds each sample where it is, when it is, and whether it is a sync sample")
    func samples() throws {
        let movie = SyntheticMovie.small
        let bytes = try Self.finished()
        let inspection = MovieInspection(of: MemoryStorage(bytes))
        #expect(inspection.faults == [])
        #expect(inspection.state == .finished)
        #expect(inspection.samples.map(\.count) == [60, 94])
        for (number, places) in inspection.samples.enumerated() {
            let wanted = movie.fragments.flatMap { $0[number].samples }
            #expect(places.map(\.byteCount) == wanted.map { Int($0.size) })
            #expect(places.map(\.isSync) == wanted.map(\.isSync))
            for place in places {
                let data = bytes[Int(place.offset)..<Int(place.offset) + place.byteCount]
                let isOfTrack = data.allSatisfy { Int($0) == number + 1 }
                #expect(isOfTrack)
            }
        }
        #expect(inspection.samples[0].map(\.decodeTime) == (0..<60).map { $0 * 3_000 })
    }

    @Test("The inspection of a movie in fragments says so")
    func unfinished() {
        let inspection = MovieInspection(of: MemoryStorage(SyntheticMovie.small.bytes()))
        #expect(inspection.state == .unfinished)
        #expect(inspection.faults == [])
    }

    @Test("The inspection of a movie that is cut off names the byte")
    func cut() throws {
        let bytes = try Self.finished()
        #expect(Self.faults(Array(bytes.dropLast())) == ["it has no index (moov)"])
        #expect(Self.faults(bytes + [0, 0, 0]) == ["it is cut off at byte \(bytes.count)"])
        #expect(Self.faults([]) == ["it is no MP4 or MOV file"])
    }

    @Test(
        "The inspection of a movie finds tables that contradict each other",
        arguments: [
            // The box, the byte behind its type, what is written there, what is said.
            ("stts", 11, 59, "it tells of 59 samples of 60"),
            ("stts", 11, 61, "it tells of more than 60 samples"),
            ("stsz", 8, 1, "it lists 16777276 samples"),
            ("ctts", 7, 255, "it lists 255 entries"),
            ("stss", 11, 61, "it lists sample 61 after 0"),
            ("stsc", 15, 29, "2 samples are in no chunk"),
            ("stsc", 15, 31, "it tells of more than 60 samples"),
            ("co64", 7, 1, "30 samples are in no chunk"),
            ("co64", 13, 1, "that it lists are not in the media data"),
            ("stbl", 3, 0x78, "it has no stbl"),
        ] as [(String, Int, UInt8, String)]
    )
    func tables(type: String, byte: Int, value: UInt8, reason: String) throws {
        var bytes = try Self.finished()
        // Of two tracks the first; of the index at the beginning the last.
        let index = try MovieLayout(of: MemoryStorage(bytes)).index
        let place = try Self.place(of: type, in: Array(bytes[Int(index.offset)...])) + Int(index.offset)
        let start = byte == 3 ? place + 3 : place + 4 + byte
        bytes[start] = value
        let faults = Self.faults(bytes)
        #expect(faults.first?.contains(reason) == true, "\(faults)")
    }
}
