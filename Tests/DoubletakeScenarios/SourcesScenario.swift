import Doubletake
import DoubletakeControl
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB

/// A region, a window and two cameras in one film: the first two are exchanged, and the window is hidden.
package struct SourcesScenario: Scenario {
    private static let tile = PixelSize(width: 640, height: 360)
    private static let canvas = PixelSize(width: 1280, height: 720)
    private static let tiles = [(0, 0), (640, 0), (0, 360), (640, 360)].map {
        PixelRect(x: $0.0, y: $0.1, width: tile.width, height: tile.height)
    }
    private static let white: UInt8 = 200

    private let length: Duration

    /// Describes the scenario.
    ///
    /// - Parameter length: how long the pictures stay before they are exchanged, and after that.
    package init(length: Duration = .seconds(5)) {
        self.length = length
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 1280, height: 720))
        let client = try X11TestClient(desktop.screen)
        let region = PixelRect(Self.tile)
        let paper = try client.window(region, .white)
        let counter = try CounterScreen(
            desktop, PixelRect(Self.tile).offsetBy(x: 640, y: 360), rate: FrameRate(25))
        defer { counter.stop() }
        let path = desktop.file("sources.mp4")
        let recorder = try desktop.record([
            "--source", "region:\(region)", "--source", "window:title:\(CounterScreen.title)", "--source",
            "camera:test:counter", "--source", "camera:test:ball,label=Ball,shape=round", "--layout", "grid", "--size",
            "\(Self.canvas)", "--no-sound", "--start", "now", "--no-key", "--instance", "sources", path,
        ])
        try recorder.awaitEvent("started")
        Pace(MonotonicClock()).wait(for: length)
        _ = try SceneChanger([ControlRequest(.swap)], to: "sources", on: desktop, every: length).awaitEnd()
        try counter.setVisibility(.hidden, by: client)
        let warning = try recorder.awaitEvent("warning")
        _ = try recorder.stop()
        withExtendedLifetime(paper) {}

        let film = try DecodedFilm(AssetReader(path: path), tiles: Self.tiles)
        var report = ScenarioReport()
        let wanted = [true, false].map { isSwapped in
            film.pictures.count { picture in
                let (window, region) = isSwapped ? (0, 1) : (1, 0)
                return picture.tileNumbers[window] != nil && picture.tileLumas[region] > Self.white
                    && picture.tileNumbers[2] != nil
            }
        }
        report.add("pictures after the swap", Double(wanted[0]), atLeast: 10)
        report.add("pictures before it", Double(wanted[1]), atLeast: 10)
        // A camera that starts late has a placeholder, and an encoder's first picture may be blurred.
        report.add("pictures that show none of both", Double(film.pictures.count - wanted[0] - wanted[1]), atMost: 5)
        let told = "\(warning.texts["code"] ?? "?") \(warning.texts["subject"] ?? "?")"
        report.add("the warning is", told, wanted: "window_unmapped \(CounterScreen.title)")
        report.add("ffmpeg has nothing to complain about", isTrue: try MediaProbe.decodeErrors(path).isEmpty)
        return report
    }
}
