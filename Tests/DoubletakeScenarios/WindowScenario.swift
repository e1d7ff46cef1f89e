import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB

/// A window that another one covers is recorded while it is moved, resized, hidden and shown, closed and opened again:
/// the film shows its numbers, and never the other window.
package struct WindowScenario: Scenario {
    private static let rect = PixelRect(x: 100, y: 80, width: 320, height: 180)
    /// Nothing in the recorded window is as bright, but for its cells.
    private static let coverLuma: UInt8 = 200
    /// A window that was hidden shows its background until its program has drawn the next number.
    private static let mostBlankPictures = 4.0

    private let moveCount: Int
    private let resizeCount: Int

    /// Describes the scenario.
    package init(_ form: ScenarioForm) {
        moveCount = form == .long ? 100 : 10
        resizeCount = form == .long ? 20 : 4
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool)
        let client = try X11TestClient(desktop.screen)
        let counter = try CounterScreen(desktop, Self.rect, rate: FrameRate(30))
        var covers = [try cover(Self.rect, client)]
        let path = desktop.file("window.mp4")
        let recorder = try desktop.record([
            "--window", "title:\(CounterScreen.title)", "--on-resize", "crop", "--on-close", "wait", "--no-sound",
            "--no-cursor", "--start", "now", path,
        ])
        do {
            defer { counter.stop() }
            try recorder.awaitEvent("started")
            try change(counter, client)
        }
        var report = ScenarioReport()
        try awaitWarning("window_closed", recorder)
        let second = PixelRect(x: 500, y: 300, width: Self.rect.width, height: Self.rect.height)
        let reopened = try CounterScreen(desktop, second, rate: FrameRate(30))
        defer { reopened.stop() }
        try awaitWarning("window_back", recorder)
        covers.append(try cover(second, client))
        Pace(MonotonicClock()).wait(for: .seconds(1))
        _ = try recorder.stop()
        withExtendedLifetime(covers) {}
        try look(at: path, recorder, &report)
        return report
    }

    private func cover(_ rect: PixelRect, _ client: X11TestClient) throws -> X11Window {
        try client.window(rect.offsetBy(x: -20, y: -20), .white)
    }

    private func change(_ counter: CounterScreen, _ client: X11TestClient) throws {
        let pace = Pace(MonotonicClock())
        pace.wait(for: .milliseconds(500))
        for step in 0..<moveCount {
            try counter.move(to: Self.rect.offsetBy(x: step * 7 % 90 - 110, y: step * 5 % 60), by: client)
            pace.wait(for: .milliseconds(40))
        }
        for step in 0..<resizeCount {
            let extra = (step + 1) % 5 * 17
            let size = PixelRect(
                x: Self.rect.x, y: Self.rect.y, width: Self.rect.width + extra, height: Self.rect.height + extra)
            try counter.move(to: size, by: client)
            pace.wait(for: .milliseconds(100))
        }
        try counter.setVisibility(.hidden, by: client)
        pace.wait(for: .seconds(1))
        try counter.setVisibility(.shown, by: client)
        pace.wait(for: .milliseconds(500))
    }

    private func awaitWarning(_ code: String, _ recorder: RunningRecorder) throws {
        while try recorder.awaitEvent("warning").texts["code"] != code {}
    }

    private func look(at path: String, _ recorder: RunningRecorder, _ report: inout ScenarioReport) throws {
        let film = try DecodedFilm(AssetReader(path: path))
        let numbers = film.pictures.compactMap(\.number)
        // Counted from 0 again when it was opened again.
        let descents = zip(numbers, numbers.dropFirst()).filter { $0 > $1 }.count
        let codes = Set(recorder.events.compactMap { $0.texts["code"] })
        report.add(
            "pictures that show the cover", film.pictures.filter { $0.middleLuma > Self.coverLuma }.count, wanted: 0)
        report.add("blank", Double(film.pictures.count - numbers.count), atMost: Self.mostBlankPictures)
        report.add("numbers", Double(Set(numbers).count), atLeast: Double(moveCount + resizeCount))
        report.add("counted anew", descents, wanted: 1)
        for code in ["window_resized", "window_unmapped", "window_mapped", "window_closed", "window_back"] {
            report.add("\(code) is told", isTrue: codes.contains(code))
        }
        report.add("ffmpeg has nothing to complain about", isTrue: try MediaProbe.decodeErrors(path).isEmpty)
    }
}
