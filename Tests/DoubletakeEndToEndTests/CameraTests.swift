import Doubletake
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Foundation
import Testing

extension EndToEndTests {
    /// Synthetic cameras, from the command line to a film whose tiles are looked at one by one.
    @Suite struct CameraTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// The environment in which recorders are reached; its path is short, as a socket's must be.
        private var environment: [String: String] {
            Tool.environment().merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }
        }

        /// Whether a tile's numbers go on with time, at 30 a second, as they do without anything lost between.
        private func expectSteady(
            _ film: DecodedFilm,
            tile: Int,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let numbered = film.pictures.compactMap { picture in
                picture.tileNumbers[tile].map { (picture.time - MediaTime.zero, $0) }
            }
            guard let reference = numbered.last else {
                Issue.record("no number in tile \(tile)", sourceLocation: sourceLocation)
                return
            }
            #expect(zip(numbered, numbered.dropFirst()).allSatisfy { $0.1 <= $1.1 }, sourceLocation: sourceLocation)
            for (time, number) in numbered where time >= .milliseconds(500) && time < reference.0 {
                let expected = reference.0 - FrameRate(30).offset(ofFrame: reference.1 - number)
                // Two cameras' pictures are one canvas when they are up to half an interval apart, and the last one may
                // have been shown again.
                #expect(abs((time - expected).inSeconds) < 0.040, sourceLocation: sourceLocation)
            }
        }

        @Test("Two cameras alone, one above the other: both counters can be read in every picture of the film")
        func camerasOnly() throws {
            let path = folder.file("film.mp4")
            let run = try Tool.run([
                "record", "--cameras-only", "--camera", "test:counter,label=Left", "--camera", "test:counter", "--size",
                "640x720", "--app-audio", "test:tone", "--no-mic", "-t", "2", path,
            ])
            #expect(run.status == 0, "\(run.standardError)")
            let tiles = [0, 360].map { PixelRect(x: 0, y: $0, width: 640, height: 360) }
            let film = try DecodedFilm(AssetReader(path: path), tiles: tiles)
            #expect(film.pictures.allSatisfy { !$0.tileNumbers.contains(nil) })
            for tile in tiles.indices { expectSteady(film, tile: tile) }
            #expect(film.sounds.values.first?.count == 96_000)
            #expect((50...62).contains(film.pictures.count), "\(film.pictures.count)")
            #expect(try MediaProbe(path).streams.map(\.name) == ["Cameras", "Applications"])
            #expect(try MediaProbe.decodeErrors(path) == "")
        }

        @Test("A camera over a monitor lies in the corner, and what is beside it is the monitor")
        func overMonitor() throws {
            let path = folder.file("film.mp4")
            let run = try Tool.run([
                "record", "-m", "test:bars", "--camera", "test:counter", "--pip", "top-left,50", "--no-sound", "-t",
                "1.5", path,
            ])
            #expect(run.status == 0, "\(run.standardError)")
            // 2 % of the height beside it, in even columns and rows.
            let tiles = [PixelRect(x: 14, y: 14, width: 640, height: 360)]
            let film = try DecodedFilm(AssetReader(path: path), tiles: tiles)
            #expect(film.pictures.allSatisfy { $0.tileNumbers[0] != nil })
            expectSteady(film, tile: 0)
            let middles = Set(film.pictures.map { $0.middleLuma / 8 })
            #expect(middles.count <= 2, "the middle is the camera's still background")
        }

        @Test("A swap, another layout, and a camera off and on from elsewhere are in the film, and no number is lost")
        func remote() throws {
            let path = folder.file("film.mp4")
            let tool = try RunningTool(
                [
                    "record", "-m", "test:bars", "--camera", "test:counter", "--layout", "side-by-side", "--no-sound",
                    "--no-key", "--start", "now", "--instance", "c", path,
                ],
                environment: environment
            )
            _ = try tool.awaitEvent("started")
            func ask(_ words: String..., expecting pictures: [String]) throws {
                _ = try tool.awaitEvent("status")
                let answer = try Tool.run(words, environment: environment)
                #expect(answer.status == 0, "\(answer.standardError)")
                #expect(try tool.awaitEvent("layout")["pictures"] as? [String] == pictures)
            }
            try ask("swap", expecting: ["test:counter", "test:bars"])
            try ask("camera", "off", "test:counter", expecting: ["test:bars"])
            try ask("camera", "on", expecting: ["test:counter", "test:bars"])
            try ask("layout", "single", expecting: ["test:counter", "test:bars"])
            _ = try tool.awaitEvent("status")
            let refused = try Tool.run(["layout", "heap"], environment: environment)
            #expect(refused.status == 64 && refused.standardError.contains("layout heap: there is no such layout"))
            let absent = try Tool.run(["camera", "off", "back"], environment: environment)
            #expect(absent.status == 69 && absent.standardError.contains("back: there is no camera of that name"))
            #expect(try Tool.run(["stop"], environment: environment).standardOutput == "\(path)\n")
            #expect(tool.awaitEnd() == 0)

            // The counter at the right, at the left, nowhere, at the left, and alone.
            let tiles = [
                PixelRect(x: 640, y: 180, width: 640, height: 360), PixelRect(x: 0, y: 180, width: 640, height: 360),
                PixelRect(x: 0, y: 0, width: 1280, height: 720),
            ]
            let film = try DecodedFilm(AssetReader(path: path), tiles: tiles)
            let places = film.pictures.map { picture in tiles.indices.first { picture.tileNumbers[$0] != nil } }
            let phases = places.reduce(into: [Int?]()) { if $0.isEmpty || $0.last != $1 { $0.append($1) } }
            #expect(phases == [0, 1, nil, 1, 2])
            let numbered = film.pictures.compactMap { picture in
                picture.tileNumbers.compactMap { $0 }.first.map { (picture.time - MediaTime.zero, $0) }
            }
            for (earlier, later) in zip(numbered, numbered.dropFirst()) where later.0 - earlier.0 < .milliseconds(100) {
                #expect(later.1 >= earlier.1)
            }
            // The numbers of both ends say how much time has passed between them.
            let (first, last) = (try #require(numbered.first), try #require(numbered.dropLast().last))
            let distance = FrameRate(30).offset(ofFrame: last.1 - first.1)
            #expect(abs((last.0 - first.0 - distance).inSeconds) < 0.08)
        }

        @Test("Cameras alone where there is none are an error that says so")
        func noCamera() throws {
            let run = try Tool.run(["record", "--cameras-only", "--camera", "nowhere", "-t", "1", folder.file("f.mp4")])
            #expect(run.status == 69)
            #expect(run.standardError.contains("nowhere: there is no camera of that name"))
        }
    }
}
