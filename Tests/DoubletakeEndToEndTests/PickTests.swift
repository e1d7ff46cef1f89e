import Doubletake
import DoubletakeMedia
import DoubletakeScenarios
import DoubletakeTestSupport
import DoubletakeXCB
import Testing

extension EndToEndTests {
    /// What is recorded is chosen with the mouse of a private screen.
    @Suite struct PickTests {
        private static let region = PixelRect(x: 100, y: 80, width: 161, height: 121)

        /// Waits until the recorder shows what it shows to somebody who chooses.
        private func awaitPicker(_ client: X11TestClient) throws {
            let clock = MonotonicClock()
            let deadline = clock.now + .seconds(60)
            let connection = client.connection
            while clock.now < deadline {
                let isThere = try connection.children(of: connection.screen.root).contains { window in
                    try connection.description(ofWindow: window)?.className == "DoubletakePick"
                        && connection.state(ofWindow: window)?.visibility == .shown
                }
                if isThere { return }
            }
            Issue.record("nothing is shown to who chooses")
        }

        @Test("A region that is dragged is recorded without anything of the picker, and the same one again by `last`")
        func region() throws {
            let desktop = try PrivateDesktop(tool: Tool.path)
            let client = try X11TestClient(desktop.screen)
            try client.fillAll(.blue)
            try client.movePointer(x: Self.region.x, y: Self.region.y)
            let options = ["--no-sound", "--no-cursor", "--no-key", "--duration", "1"]
            let film = desktop.file("picked.mp4")
            let recorder = try desktop.record(["--region", "pick"] + options + [film])
            try awaitPicker(client)
            try client.connection.sendTestButton(.down)
            try client.movePointer(x: Self.region.maxX - 1, y: Self.region.maxY - 1)
            try client.connection.sendTestButton(.up)
            let chosen = try recorder.awaitEvent("chosen")
            #expect(chosen.texts["region"] == "161x121+100+80")
            // A program would draw again what the picker has covered.
            try client.fillAll(.blue)
            let first = try recorder.awaitEvent("started")
            #expect(first.numbers["width"] == 161 && first.numbers["height"] == 121)
            #expect(try recorder.awaitEnd() == 0)
            let again = desktop.file("again.mp4")
            let second = try desktop.record(["--region", "last"] + options + [again])
            let started = try second.awaitEvent("started")
            #expect(started.numbers["width"] == 161 && started.numbers["height"] == 121)
            #expect(try second.awaitEnd() == 0)
            for path in [film, again] {
                let pictures = try DecodedFilm(AssetReader(path: path)).pictures
                #expect(!pictures.isEmpty)
                // The blue's, or what is left of it by the encoder.
                #expect(pictures.allSatisfy { (28...36).contains($0.middleLuma) })
            }
        }

        @Test("Who presses Escape has recorded nothing, which is no failure")
        func cancelled() throws {
            let desktop = try PrivateDesktop(tool: Tool.path)
            let client = try X11TestClient(desktop.screen)
            let recorder = try desktop.record(["--window", "pick", "--no-sound", desktop.file("film.mp4")])
            try awaitPicker(client)
            let escape = try #require(try client.connection.keyboardMap().places(of: 0xff1b).first)
            try client.connection.sendTestKey(escape.keycode, .down)
            try client.connection.sendTestKey(escape.keycode, .up)
            try recorder.awaitEvent("cancelled")
            #expect(try recorder.awaitEnd() == 0)
            #expect(recorder.events.map(\.kind) == ["cancelled"])
            #expect(try !desktop.folder.contents().contains { $0.hasPrefix("film") })
        }
    }
}
