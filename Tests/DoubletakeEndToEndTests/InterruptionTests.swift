import Doubletake
import DoubletakeTestSupport
import Foundation
import Glibc
import Testing

extension EndToEndTests {
    /// However a recording ends, there is a film.
    @Suite struct InterruptionTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private let source = ["record", "--monitor", "test:counter", "--app-audio", "test:tone", "--mic", "none"]

        @Test("One SIGINT, SIGTERM or SIGHUP stops a recording properly", arguments: [SIGINT, SIGTERM, SIGHUP])
        func stopSignals(signal: Int32) throws {
            let path = folder.file("film.mp4")
            let tool = try RunningTool(source + [path])
            _ = try tool.awaitEvent("started")
            tool.send(signal)
            let finished = try tool.awaitEvent("finished")
            #expect(tool.awaitEnd() == 0)
            #expect(finished["file"] as? String == path)
            #expect(try folder.contents() == ["film.mp4"])
            #expect(try !DecodedFilm(AssetReader(path: path)).pictures.isEmpty)
        }

        /// What may be missing at the end of a film whose recorder was killed: a second and a half where the machine is free,
        /// which `scripts/acceptance kill` measures; more where it is busy, but never all.
        private static let largestLoss = 2.5

        @Test("A kill costs the last moments; the part file plays, and the next recording names it and leaves it alone")
        func kill() throws {
            let path = folder.file("film.mp4")
            let state = try TemporaryFolder()
            let environment = Tool.environment(stateFolder: state.path)
            let tool = try RunningTool(source + [path], environment: environment)
            _ = try tool.awaitEvent("started")
            var elapsed = 0.0
            while elapsed < 3 { elapsed = try #require(try tool.awaitEvent("status")["time"] as? Double) }
            tool.send(SIGKILL)
            #expect(tool.awaitEnd() == 128 + SIGKILL)
            #expect(try folder.contents() == ["film.part.mp4"])
            let part = folder.file("film.part.mp4")
            let film = try DecodedFilm(AssetReader(path: part))
            let pictureEnd = try #require(film.pictures.last).time - MediaTime.zero
            #expect(pictureEnd.inSeconds > elapsed - Self.largestLoss)
            #expect(Double(film.sounds[1]?.count ?? 0) / 48_000 > elapsed - Self.largestLoss)
            #expect(try MediaProbe.decodeErrors(part) == "")
            let left = try Data(contentsOf: URL(fileURLWithPath: part))

            let next = try Tool.run(source + ["-t", "0.2", path], environment: environment)
            #expect(next.status == 0)
            #expect(next.standardError.hasPrefix("doubletake: note: a recording that was interrupted is at \(part);"))
            #expect(try folder.contents() == ["film.mp4", "film.part.mp4"])
            #expect(try Data(contentsOf: URL(fileURLWithPath: part)) == left)
        }

        @Test(
            "A kill leaves a part file of each camera, too; all of them play, are named by the next command and repaired"
        )
        func killedCameras() throws {
            let state = try TemporaryFolder()
            let environment = Tool.environment(stateFolder: state.path)
            let tool = try RunningTool(
                [
                    "record", "--cameras-only", "-c", "test:counter", "-c", "test:ball", "--size", "320x360",
                    "--camera-files", "--no-sound", "--no-key", "--start", "now", folder.file("film.mp4"),
                ],
                environment: environment
            )
            let started = try tool.awaitEvent("started")
            let cameras = try #require(started["cameras"] as? [[String: Any]])
            var elapsed = 0.0
            while elapsed < 3 { elapsed = try #require(try tool.awaitEvent("status")["time"] as? Double) }
            tool.send(SIGKILL)
            #expect(tool.awaitEnd() == 128 + SIGKILL)
            let parts = ["film.part.mp4", "film.test-ball.part.mp4", "film.test-counter.part.mp4"]
            #expect(try folder.contents() == parts)
            #expect(Set(cameras.compactMap { $0["part"] as? String }) == Set(parts.dropFirst().map { folder.file($0) }))
            for part in parts {
                let pictures = try DecodedFilm(AssetReader(path: folder.file(part))).pictures
                let end = try #require(pictures.last).time - MediaTime.zero
                #expect(end.inSeconds > elapsed - Self.largestLoss, "\(part)")
            }
            let next = try Tool.run(["version"], environment: environment)
            #expect(parts.allSatisfy { next.standardError.contains(folder.file($0)) }, "\(next.standardError)")
            for part in parts {
                let repaired = try Tool.run(["repair", folder.file(part)], environment: environment)
                #expect(repaired.status == 0, "\(repaired.standardError)")
            }
            #expect(try folder.contents() == ["film.mp4", "film.test-ball.mp4", "film.test-counter.mp4"])
        }

        @Test("A file that may not grow any further is closed, named and playable, and the status says so")
        func fullFile() throws {
            let path = folder.file("film.mp4")
            // 96 KiB are some seconds of sound and pictures of this quality.
            let run = try ProcessRun.run(
                [
                    "bash", "-c", "ulimit -f 96; exec \"$0\" \"$@\"", Tool.path,
                ] + source + ["--crf", "23", "-t", "20", path],
                environment: Tool.environment()
            )
            #expect(run.status == 74, "\(run.standardError)")
            #expect(run.standardOutput == "\(path)\n")
            #expect(run.standardError.contains("It ended because its file can't grow any further there."))
            #expect(try folder.contents() == ["film.mp4"])
            #expect(try DecodedFilm(AssetReader(path: path)).pictures.count > 10)
        }
    }
}
