import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Glibc

/// A press of the key is answered by a red frame around what is recorded, of which nothing is in the film.
package struct SignScenario: Scenario {
    private static let screen = PixelSize(width: 640, height: 480)
    private static let region = PixelRect(x: 100, y: 80, width: 320, height: 240)
    private static let elsewhere = PixelRect(x: 60, y: 110, width: 320, height: 240)
    private static let name = "Signed"
    /// Red has 240, and what is recorded here is grey: 128.
    private static let reddest: UInt8 = 160
    private static let answerTime = 100.0

    private let pressCount: Int
    private let isTimed: Bool

    /// Describes the scenario; the short form presses once for each kind of picture, and takes no time.
    package init(_ form: ScenarioForm = .long) {
        pressCount = form == .long ? 10 : 1
        isTimed = form == .long
    }

    package func run(tool: String) throws -> ScenarioReport {
        var report = ScenarioReport()
        for (name, words) in [
            ("region", ["--region", "\(Self.region)"]), ("window", ["--window", "title:\(Self.name)"]),
            ("screen", ["--screen"]),
        ] {
            let desktop = try PrivateDesktop(tool: tool, size: Self.screen)
            let films = try (0..<pressCount).map { _ in try record(name, words, on: desktop) }
            let frames = films.filter { $0.sideCount == (name == "screen" ? 0 : 4) && $0.sideCountAfterwards == 0 }
            report.add("\(name): films", films.filter { $0.isGood }.count, ofAll: pressCount)
            report.add("\(name): frames while it records and not after", frames.count, ofAll: pressCount)
            let reddest = films.map(\.reddest).max() ?? 0
            report.add("\(name): the reddest pixel", Double(reddest), atMost: Double(Self.reddest))
            if isTimed {
                let times = films.map(\.answerTime).sorted()
                report.add(note: "\(name): the sign is there after mostly", times[times.count / 2], unit: " ms")
                report.add("\(name): at the latest", times[times.count - 1], unit: " ms", atMost: Self.answerTime)
            }
        }
        return report
    }

    /// What was seen of a film.
    private struct Film {
        let isGood: Bool
        let sideCount: Int
        let sideCountAfterwards: Int
        let reddest: UInt8
        /// How many milliseconds after the press the frame was there.
        let answerTime: Double
    }

    /// Makes a film by the key, and looks for the frame on the screen and in the film.
    private func record(_ name: String, _ words: [String], on desktop: PrivateDesktop) throws -> Film {
        let client = try X11TestClient(desktop.screen)
        let window = try client.window(Self.region, .grey)
        try window.describe(title: Self.name, className: Self.name)
        let path = desktop.file("\(name).mp4")
        let recorder = try desktop.record(
            ["--start", "key", "--no-sound", "--no-cursor", "--overwrite"] + words + [path]
        )
        try recorder.awaitEvent("armed")
        let clock = MonotonicClock()
        let watcher = try X11TestClient(desktop.screen)
        try watcher.connection.watchDesktop()
        let press = clock.now
        try self.press(client)
        // Around the whole screen nothing has room: a mark is shown there.
        let answer = try awaitWindows(name == "screen" ? 1 : 4, watcher.connection, clock)
        try recorder.awaitEvent("started")
        if name == "window" { try window.move(to: Self.elsewhere) }
        for color in [TestColor.white, .grey, .black, .grey] {
            try client.connection.fill([PixelRect(Self.region.size)], of: window.id, with: client.pixel(color))
            Pace(clock).wait(for: .milliseconds(100))
        }
        let count = try frameCount(client)
        for _ in 0..<2 {
            try self.press(client)
            // Shorter than the time within which two presses belong together, and longer than a key takes to bounce.
            Pace(clock).wait(for: .milliseconds(60))
        }
        try recorder.awaitEvent("finished")
        let status = try recorder.awaitEnd()
        let (pictures, reddest) = try look(at: path)
        return Film(
            isGood: status == 0 && pictures > 1,
            sideCount: count,
            sideCountAfterwards: try frameCount(client),
            reddest: reddest,
            answerTime: (answer - press).inSeconds * 1_000
        )
    }

    private func press(_ client: X11TestClient) throws {
        let connection = client.connection
        let places = try connection.keyboardMap().places(of: 0xffc6)
        guard let keycode = places.first?.keycode else { throw RunningRecorder.Failure(description: "no F9") }
        try connection.sendTestKey(keycode, .down)
        try connection.sendTestKey(keycode, .up)
        try connection.synchronize()
    }

    /// Waits until that many windows have appeared, of which the server tells.
    private func awaitWindows(
        _ wanted: Int,
        _ connection: X11Connection,
        _ clock: MonotonicClock
    ) throws -> MediaTime {
        let deadline = clock.now + .seconds(60)
        let nothing = try WakeUp()
        var count = 0
        while case .event(let event) = try connection.waitForEvent(until: deadline, on: clock, or: nothing) {
            if case .mapped = event { count += 1 }
            if count == wanted { return clock.now }
        }
        throw RunningRecorder.Failure(description: "no frame is there")
    }

    /// How many windows of the recorder's are shown.
    private func frameCount(_ client: X11TestClient) throws -> Int {
        let connection = client.connection
        return try connection.children(of: connection.screen.root).filter { window in
            try connection.description(ofWindow: window)?.className == "Doubletake"
                && connection.state(ofWindow: window)?.visibility == .shown
        }.count
    }

    private func look(at path: String) throws -> (pictures: Int, reddest: UInt8) {
        let reader = try AssetReader(path: path)
        var (pictures, reddest) = (0, UInt8(0))
        while let sample = try reader.next() {
            guard case .video(_, let frame) = sample else { continue }
            pictures += 1
            let picture = frame.pixelBuffer
            // The third plane is Cr, of which red has most.
            picture.withBytes(ofPlane: 2) { bytes in
                for row in 0..<picture.displaySize.height / 2 {
                    for column in 0..<picture.displaySize.width / 2 {
                        let offset = row * picture.bytesPerRow(ofPlane: 2) + column
                        // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
                        reddest = max(reddest, unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
                    }
                }
            }
        }
        return (pictures, reddest)
    }
}
