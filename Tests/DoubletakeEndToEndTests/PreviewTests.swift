import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
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
            try run(["record", "--preview"] + more)
        }

        private func run(
            _ command: [String],
            _ environment: [String: String] = Tool.environment()
        ) throws -> RunningTool {
            var environment = environment
            environment["DISPLAY"] = server.display
            let arguments = [
                "--camera", "test:counter,label=Left", "--camera", "test:counter", "--no-key",
                "--size", "\(Self.size)",
            ]
            return try RunningTool(command + arguments, environment: environment)
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

        /// Two clicks at one place, further apart than the contacts of a button that bounces.
        private func clickTwice() throws {
            try client.click(x: 300, y: 300)
            pass(.milliseconds(120))
            try client.click(x: 300, y: 300)
        }

        /// A click that starts a film, after the time in which it would belong to the gesture that stopped the last one.
        private func clickToStart() throws {
            pass(.milliseconds(600))
            try client.click(x: 300, y: 300)
        }

        /// Lets the person take their time.
        private func pass(_ duration: Duration) {
            let clock = MonotonicClock()
            _ = ConditionLock(()).wait(until: clock.now + duration, on: clock) { _ -> Void? in nil }
        }

        /// A program that notes which file is to be opened, and the folder that it is in.
        private func addOpener(to environment: inout [String: String]) throws {
            let program = """
                #!/bin/sh
                printf '%s' "$1" > '\(folder.file("opening"))'
                mv '\(folder.file("opening"))' '\(folder.file("opened"))'

                """
            let opener = try folder.write(Array(program.utf8), to: "xdg-open")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener)
            environment["PATH"] = "\(folder.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
        }

        @Test("The window's keys record, place the pictures, change the sound, pause, stop, and show the film")
        func controls() throws {
            var environment = Tool.environment()
            try addOpener(to: &environment)
            let path = folder.file("film.mp4")
            let tool = try run(["preview", "--no-app-audio", "--mic", "test:tone", path], environment)
            _ = try tool.awaitEvent("armed")
            // Without a window manager what is typed goes to the window under the pointer.
            try client.movePointer(x: 300, y: 300)
            try client.type(0x72)
            _ = try tool.awaitEvent("started")
            try client.type(0x73)
            #expect(try tool.awaitEvent("layout")["layout"] as? String == "stack")
            for keysym: UInt32 in [0x6c, 0xff54, 0xff0d] { try client.type(keysym) }
            #expect(try tool.awaitEvent("layout")["layout"] as? String == "side-by-side")
            try client.type(0x63)
            #expect((try tool.awaitEvent("layout")["pictures"] as? [String]) == [])
            // The levels have told by then how loud the sound is made.
            _ = try tool.awaitEvent("status")
            try client.type(0x6d)
            #expect(try volume(tool)["muted"] as? Bool == true)
            try client.type(0x2d)
            #expect(try volume(tool)["gain"] as? Double == -2)
            // A key that is let go and pressed within a millisecond is one that is held: so this comes later.
            try client.type(0x63)
            #expect((try tool.awaitEvent("layout")["pictures"] as? [String])?.count == 2)
            try client.type(0x70)
            _ = try tool.awaitEvent("paused")
            try client.type(0x20)
            _ = try tool.awaitEvent("resumed")
            _ = try tool.awaitEvent("status")
            try client.type(0x71)
            #expect(try tool.awaitEvent("finished")["file"] as? String == path)
            _ = try tool.awaitEvent("armed")
            try client.type(0x6f)
            let clock = MonotonicClock()
            let deadline = clock.now + .seconds(60)
            while try !folder.contents().contains("opened"), clock.now < deadline {}
            #expect(try String(contentsOfFile: folder.file("opened"), encoding: .utf8) == path)
            tool.send(SIGINT)
            #expect(tool.awaitEnd() == 0)
        }

        /// How loud the only track is from now on.
        private func volume(_ tool: RunningTool) throws -> [String: Any] {
            let tracks = try #require(try tool.awaitEvent("sound")["tracks"] as? [[String: Any]])
            return try #require(tracks.first)
        }

        @Test("The preview stays from film to film, each with a name of its own, until its window is closed")
        func takes() throws {
            let tool = try run(["preview", "--no-sound", folder.file("film.mp4")])
            var files: [String] = []
            for _ in 0..<2 {
                _ = try tool.awaitEvent("armed")
                try clickToStart()
                _ = try tool.awaitEvent("started")
                _ = try tool.awaitEvent("status")
                try clickTwice()
                files.append(try #require(try tool.awaitEvent("finished")["file"] as? String))
            }
            let window = try #require(try tool.awaitEvent("armed")["picture"] as? String)
            try clickToStart()
            _ = try tool.awaitEvent("started")
            _ = try tool.awaitEvent("status")
            try client.askToClose(aroundWindow: window)
            files.append(try #require(try tool.awaitEvent("finished")["file"] as? String))
            #expect(tool.awaitEnd() == 0)
            #expect(files == ["film.mp4", "film-2.mp4", "film-3.mp4"].map { folder.file($0) })
            for file in files {
                let pictures = try film(file).pictures
                #expect(pictures.count > 5 && pictures.contains { !$0.tileNumbers.contains(nil) })
            }
        }

        @Test("A preview that is closed, or interrupted, while it waits leaves nothing behind")
        func waiting() throws {
            let closed = try run(["preview", "--no-sound", folder.file("film.mp4")])
            let window = try #require(try closed.awaitEvent("armed")["picture"] as? String)
            try client.askToClose(aroundWindow: window)
            #expect(closed.awaitEnd() == 0)
            let interrupted = try run(["preview", "--no-sound", folder.file("film.mp4")])
            _ = try interrupted.awaitEvent("armed")
            interrupted.send(SIGINT)
            #expect(interrupted.awaitEnd() == 0)
            #expect(try folder.contents() == [])
        }

        /// Waits for a warning.
        private func awaitWarning(_ code: String, _ tool: RunningTool) throws {
            while try tool.awaitEvent("warning")["code"] as? String != code {}
        }

        @Test("A window that is covered, made larger, hidden and shown again shows nothing but its own in the film")
        func troubled() throws {
            let path = folder.file("film.mp4")
            let tool = try record("--no-sound", "--start", "now", path)
            let window = try #require(try tool.awaitEvent("armed")["picture"] as? String)
            let cover = try client.window(PixelRect(x: 0, y: 0, width: 700, height: 800), .white)
            _ = try tool.awaitEvent("status")
            try client.resize(aroundWindow: window, to: PixelSize(width: 720, height: 916))
            try awaitWarning("window_resized", tool)
            _ = try tool.awaitEvent("status")
            try client.hide(aroundWindow: window)
            try awaitWarning("window_unmapped", tool)
            try client.show(aroundWindow: window)
            try awaitWarning("window_mapped", tool)
            _ = try tool.awaitEvent("status")
            _ = try tool.awaitEvent("status")
            tool.send(SIGINT)
            _ = try tool.awaitEvent("finished")
            #expect(tool.awaitEnd() == 0)
            withExtendedLifetime(cover) {}
            let pictures = try film(path).pictures
            let readable = pictures.filter { !$0.tileNumbers.contains(nil) }
            // While it has another size, or is just shown again, not every picture can be read.
            #expect(readable.count > pictures.count / 2, "\(readable.count) of \(pictures.count)")
            #expect(try #require(pictures.last?.tileNumbers).allSatisfy { $0 != nil })
            #expect(pictures.allSatisfy { $0.middleLuma < 225 }, "the cover is white")
        }

        @Test("One tap starts, two taps stop, and the film ends at the first of them")
        func taps() throws {
            let path = folder.file("film.mp4")
            let tool = try record("--no-sound", "--start", "key", path)
            _ = try tool.awaitEvent("armed")
            try client.click(x: 300, y: 300)
            _ = try tool.awaitEvent("started")
            _ = try tool.awaitEvent("status")
            try clickTwice()
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
