import DoubletakeFuzz
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Testing

@testable import DoubletakeISOMedia

@Suite("A damaged movie")
struct MutationTests {
    /// The numbers at which arithmetic breaks.
    private static let edges: [[UInt8]] = [
        [0, 0, 0, 0], [0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0, 8],
        [0, 1, 0, 0],
    ]

    private static func small() -> [UInt8] {
        var movie = SyntheticMovie.small
        for number in movie.fragments.indices {
            for part in movie.fragments[number].indices {
                movie.fragments[number][part].samples = Array(movie.fragments[number][part].samples.prefix(4))
            }
        }
        var bytes = movie.bytes()
        // A marker before the second fragment.
        let marker = MarkerMessage.box(time: .milliseconds(50), name: "Marker 1", number: 0)
        bytes.insert(contentsOf: marker, at: bytes.count - SyntheticMovie.fragment(movie.fragments[1], number: 2).count)
        return bytes
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard bytes.count > 8 else { return }
            let place = Int.random(in: 0..<bytes.count - 4, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 3...5:
                let edge = edges[Int.random(in: 0..<edges.count, using: &random)]
                bytes.replaceSubrange(place..<place + 4, with: edge)
            case 6:
                bytes.removeLast(Int.random(in: 0..<min(bytes.count, 200), using: &random))
            default:
                let count = min(Int.random(in: 1...64, using: &random), bytes.count - place)
                bytes.insert(contentsOf: bytes[place..<place + count], at: place)
            }
        }
    }

    @Test("20000 damaged movies are finished or refused with a reason, and none is a trap")
    func mutations() throws {
        let movie = Self.small()
        var random = SeededGenerator(seed: 1)
        var finishedCount = 0
        for _ in 0..<20_000 {
            var bytes = movie
            Self.mutate(&bytes, &random)
            let storage = MemoryStorage(bytes)
            do {
                _ = try MovieFinisher.finish(storage)
                finishedCount += 1
                // What we finished we can read; one in eight says it as well as all.
                guard finishedCount.isMultiple(of: 8) else { continue }
                let outcome = try MovieFinisher.finish(storage).outcome
                if outcome != .alreadyFinished { Issue.record("it was finished twice") }
            } catch {
                if error.description.isEmpty { Issue.record("an error without words") }
            }
        }
        // Neither all nor none: the mutations reach all depths.
        #expect((1_000..<19_000).contains(finishedCount))
    }

    /// The seeds of the fuzzer, by name: real files, and what was found with them.
    private static func seeds() throws -> [String: [UInt8]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../DoubletakeFuzz/Seeds").standardizedFileURL
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try names.reduce(into: [:]) { seeds, name in
            seeds[name] = Array(try Data(contentsOf: folder.appending(path: name)))
        }
    }

    @Test("A damaged movie is refused as it was or finished as was said, whichever real file it comes from")
    func seedMutations() throws {
        let seeds = try Self.seeds()
        #expect(seeds.count >= 8)
        var random = SeededGenerator(seed: 2)
        for (name, seed) in seeds.sorted(by: { $0.key < $1.key }) {
            #expect(FuzzedMovie.brokenPromise(seed) == nil, "\(name)")
            for number in 0..<250 {
                var bytes = seed
                Self.mutate(&bytes, &random)
                if let broken = FuzzedMovie.brokenPromise(bytes) { Issue.record("\(name), \(number): \(broken)") }
            }
        }
    }
}
