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
            var latest = 0.0
            for _ in 0..<pressCount { latest = max(latest, try record(name, words, on: desktop, &report)) }
            if isTimed && name != "screen" {
                report.add("\(name): the frame is there after", latest, unit: " ms", atMost: Self.answerTime)
            }
        }
        return report
    }

    /// Makes a film by the key, and looks for the frame on the screen and in the film.
    ///
    /// - Returns: how many milliseconds after the press the frame was there.
    private func record(
        _ name: String,
        _ words: [String],
        on desktop: PrivateDesktop,
        _ report: inout ScenarioReport
    ) throws -> Double {
        let client = try X11TestClient(desktop.screen)
        let window = try client.window(Self.region, .grey)
        try window.describe(title: Self.name, className: Self.name)
        let path = desktop.file("\(name).mp4")
        let recorder = try desktop.record(
            ["--start", "key", "--no-sound", "--no-cursor", "--overwrite"] + words + [path]
        )
        try recorder.awaitEvent("armed")
        let clock = MonotonicClock()
        let press = clock.now
        try self.press(client)
        let isExpected = name != "screen"
        let answer = isExpected ? try awaitFrame(client, clock) : press
        try recorder.awaitEvent("started")
        if name == "window" { try window.move(to: Self.elsewhere) }
        for color in [TestColor.white, .grey, .black, .grey] {
            try client.connection.fill([PixelRect(Self.region.size)], of: window.id, with: client.pixel(color))
            Pace(clock).wait(for: .milliseconds(100))
        }
        let count = try frameCount(client)
        for _ in 0..<2 { try self.press(client) }
        try recorder.awaitEvent("finished")
        let status = try recorder.awaitEnd()
        let (pictures, reddest) = try look(at: path)
        report.add("\(name): one film, \(pictures) pictures", isTrue: status == 0 && pictures > 1)
        report.add("\(name): windows of the frame", count, wanted: isExpected ? 4 : 0)
        report.add("\(name): the reddest pixel of the film", Double(reddest), atMost: Double(Self.reddest))
        report.add("\(name): windows of the frame when it is over", try frameCount(client), wanted: 0)
        return (answer - press).inSeconds * 1_000
    }

    private func press(_ client: X11TestClient) throws {
        let connection = client.connection
        let places = try connection.keyboardMap().places(of: 0xffc6)
        guard let keycode = places.first?.keycode else { throw RunningRecorder.Failure(description: "no F9") }
        try connection.sendTestKey(keycode, .down)
        try connection.sendTestKey(keycode, .up)
        try connection.synchronize()
        // Shorter than the time within which two presses belong together, and longer than a key takes to bounce.
        Pace(MonotonicClock()).wait(for: .milliseconds(60))
    }

    private func awaitFrame(_ client: X11TestClient, _ clock: MonotonicClock) throws -> MediaTime {
        let deadline = clock.now + .seconds(60)
        while clock.now < deadline {
            if try frameCount(client) == 4 { return clock.now }
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
