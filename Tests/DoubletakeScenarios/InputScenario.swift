import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB

/// Clicks and keys are drawn into the film and not on the screen; a password that is typed while a program has the
/// keyboard to itself is nowhere, and neither is the recorder's own key.
package struct InputScenario: Scenario {
    private static let size = PixelSize(width: 640, height: 360)
    private static let background = TestColor(60, 66, 74)
    private static let click = (x: 200, y: 120)
    /// The parts of the picture in which a halo and a caption are.
    private static let haloPart = PixelRect(x: 170, y: 90, width: 60, height: 60)
    private static let captionPart = PixelRect(x: 0, y: 280, width: 640, height: 80)
    /// A caption's letters are as bright, and nothing else here is.
    private static let letterLuma: UInt8 = 200
    /// What a picture of one colour differs by after the encoder.
    private static let noise: UInt8 = 12
    /// Longer than a caption stays.
    private static let rest = Duration.milliseconds(2_200)
    private static let moment = Duration.milliseconds(600)

    /// Describes the scenario.
    package init() {}

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.size)
        let client = try X11TestClient(desktop.screen)
        try client.fillAll(Self.background)
        let path = desktop.file("input.mp4")
        let recorder = try desktop.record([
            "--screen", "--no-sound", "--no-cursor", "--show-clicks", "--show-keys", "--key", "F9", "--start", "now",
            path,
        ])
        try recorder.awaitEvent("started")
        let pace = Pace(MonotonicClock())
        pace.wait(for: Self.moment)
        try client.click(x: Self.click.x, y: Self.click.y)
        pace.wait(for: Self.moment)
        try desktop.run(["xdotool", "key", "ctrl+shift+s"])
        let isScreenClean = try isUntouched(client)
        pace.wait(for: Self.rest)
        do {
            let prompt = try X11Connection(display: desktop.screen.display)
            let isFree = try prompt.grabKeyboard()
            guard isFree else { throw RunningRecorder.Failure(description: "somebody else has the keyboard") }
            try desktop.run(["xdotool", "type", "--delay", "20", "secret"])
            try desktop.run(["xdotool", "key", "Return"])
            pace.wait(for: Self.moment)
        }
        // One press means nothing while it records.
        try PressedKey(0xffc6, on: desktop).press()
        pace.wait(for: Self.moment)
        _ = try recorder.stop()
        var report = ScenarioReport()
        report.add("nothing is drawn on the screen", isTrue: isScreenClean)
        try look(at: path, &report)
        return report
    }

    /// Whether the screen shows what the client has drawn, and nothing else.
    private func isUntouched(_ client: X11TestClient) throws -> Bool {
        let connection = client.connection
        let reader = try X11ImageReader(connection, largest: Self.size)
        var isUntouched = true
        try reader.read([PixelRect(Self.size)], of: connection.screen.root) { _, bytes, bytesPerRow in
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    // SAFETY: the span checks its bounds, and each pixel is a number of four bytes.
                    let pixel = unsafe bytes.unsafeLoad(fromByteOffset: y * bytesPerRow + 4 * x, as: UInt32.self)
                    if pixel & 0xff_ffff != client.pixel(Self.background) { isUntouched = false }
                }
            }
        }
        return isUntouched
    }

    private func look(at path: String, _ report: inout ScenarioReport) throws {
        let reader = try AssetReader(path: path)
        var (halos, captions, letters): ([Bool], [Bool], [Bool]) = ([], [], [])
        while let sample = try reader.next() {
            guard case .video(_, let frame) = sample else { continue }
            let picture = frame.pixelBuffer
            halos.append(picture.lumaRange(in: Self.haloPart).isWider(than: Self.noise))
            let caption = picture.lumaRange(in: Self.captionPart)
            captions.append(caption.isWider(than: Self.noise))
            letters.append(caption.upperBound >= Self.letterLuma)
        }
        report.add("pictures with a halo", Double(halos.filter { $0 }.count), atLeast: 2)
        report.add("clicks that were seen", halos.runCount, wanted: 1)
        report.add("captions that were seen", captions.runCount, wanted: 1)
        report.add("captions that can be read", letters.runCount, wanted: 1)
        report.add("the film ends without them", isTrue: halos.last == false && captions.last == false)
        report.add("ffmpeg has nothing to complain about", isTrue: try MediaProbe.decodeErrors(path).isEmpty)
    }
}

extension PixelBuffer {
    /// The darkest and the brightest sample of a part.
    fileprivate func lumaRange(in part: PixelRect) -> ClosedRange<UInt8> {
        let bytesPerRow = bytesPerRow(ofPlane: 0)
        return withBytes(ofPlane: 0) { bytes in
            var (least, most): (UInt8, UInt8) = (.max, .min)
            for y in part.y..<part.maxY {
                for x in part.x..<part.maxX {
                    // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
                    let luma = unsafe bytes.unsafeLoad(fromByteOffset: y * bytesPerRow + x, as: UInt8.self)
                    (least, most) = (min(least, luma), max(most, luma))
                }
            }
            return least...max(least, most)
        }
    }
}

extension ClosedRange<UInt8> {
    fileprivate func isWider(than difference: UInt8) -> Bool {
        upperBound - lowerBound > difference
    }
}

extension [Bool] {
    /// How often it becomes true.
    fileprivate var runCount: Int {
        zip([false] + self, self).filter { !$0 && $1 }.count
    }
}
