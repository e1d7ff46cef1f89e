import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

extension EndToEndTests {
    /// Two synthetic cameras in the preview's window on a private screen, recorded by the built program.
    @Suite struct PreviewTests {
        private static let size = PixelSize(width: 640, height: 720)
        private let folder: TemporaryFolder
        private let server: PrivateXServer
        private let client: X11TestClient

        init() throws {
            folder = try TemporaryFolder()
            server = try PrivateXServer(size: PixelSize(width: 800, height: 900))
            client = try X11TestClient(server)
        }

        private func record(_ more: String...) throws -> RunningTool {
            var environment = Tool.environment()
            environment["DISPLAY"] = server.display
            let arguments = [
                "record", "--preview", "--camera", "test:counter,label=Left", "--camera", "test:counter", "--no-key",
                "--size", "\(Self.size)",
            ]
            return try RunningTool(arguments + more, environment: environment)
        }

        private func film(_ path: String) throws -> DecodedFilm {
            let tiles = [0, 360].map { PixelRect(x: 0, y: $0, width: 640, height: 360) }
            return try DecodedFilm(AssetReader(path: path), tiles: tiles)
        }

        @Test("What the window shows is in the film: both counters in every picture, and not the strip")
        func recorded() throws {
            let path = folder.file("film.mp4")
            let tool = try record("--app-audio", "test:tone", "--no-mic", "-t", "2", path)
            let armed = try tool.awaitEvent("armed")
            #expect((armed["picture"] as? String)?.hasPrefix("0x") == true)
            #expect(armed["height"] as? Int == Self.size.height)
            _ = try tool.awaitEvent("finished")
            #expect(tool.awaitEnd() == 0)
            let film = try film(path)
            // A picture that is read while the window is drawn may be half of one and half of the next.
            let readable = film.pictures.filter { !$0.tileNumbers.contains(nil) }
            #expect(readable.count >= film.pictures.count * 95 / 100 && readable.count > 30)
            for tile in 0..<2 {
                let numbers = readable.compactMap { $0.tileNumbers[tile] }
                #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
            }
            #expect(film.sounds.values.first?.count == 96_000)
        }

        @Test("One tap starts, two taps stop, and the film ends at the first of them")
        func taps() throws {
            let path = folder.file("film.mp4")
            let tool = try record("--no-sound", "--start", "key", path)
            _ = try tool.awaitEvent("armed")
            try client.click(x: 300, y: 300)
            _ = try tool.awaitEvent("started")
            _ = try tool.awaitEvent("status")
            try client.click(x: 300, y: 300)
            // Nearer than 30 ms they would be one press.
            let clock = MonotonicClock()
            _ = ConditionLock(()).wait(until: clock.now + .milliseconds(120), on: clock) { _ -> Void? in nil }
            try client.click(x: 300, y: 300)
            let finished = try tool.awaitEvent("finished")
            #expect(finished["file"] as? String == path)
            #expect(tool.awaitEnd() == 0)
            #expect(try !film(path).pictures.isEmpty)
        }

        @Test(
            "A window that is closed while it is recorded stops the film and saves it, and one that waits leaves nothing"
        )
        func closing() throws {
            let path = folder.file("film.mp4")
            let tool = try record("--no-sound", "--start", "now", path)
            let window = try #require(try tool.awaitEvent("armed")["picture"] as? String)
            _ = try tool.awaitEvent("status")
            _ = try tool.awaitEvent("status")
            try client.askToClose(aroundWindow: window)
            _ = try tool.awaitEvent("finished")
            #expect(tool.awaitEnd() == 0)
            #expect(try film(path).pictures.count > 20)

            let idle = try record("--no-sound", "--start", "key", folder.file("other.mp4"))
            let other = try #require(try idle.awaitEvent("armed")["picture"] as? String)
            try client.askToClose(aroundWindow: other)
            _ = try idle.awaitEvent("cancelled")
            #expect(idle.awaitEnd() == 0)
            #expect(try folder.contents() == ["film.mp4"])
        }
    }
}
