import Doubletake
import DoubletakeComposition
import DoubletakeControl
import DoubletakeMedia
import DoubletakeTestSupport

/// Other programs change what is shown while a film is recorded (`swap`, `layout`, `camera on` and `off`): each change is in
/// the film at once, and the counter goes on as if nothing was.
package struct ArrangementScenario: Scenario {
    private static let canvas = PixelSize(width: 1280, height: 720)
    private static let picture = PixelSize(width: 640, height: 360)
    /// Each changes where the counter is.
    private static let round = [
        ControlRequest(.layout, name: "stack"), ControlRequest(.swap), ControlRequest(.cameraOff),
        ControlRequest(.cameraOn), ControlRequest(.layout, name: "side-by-side"), ControlRequest(.swap),
    ]

    private let roundCount: Int
    private let frames: Int

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - roundCount: how often each change is made.
    ///   - frames: in which picture after it was asked for a change must be seen.
    package init(rounds roundCount: Int = 8, frames: Int = 2) {
        (self.roundCount, self.frames) = (roundCount, frames)
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 800, height: 480))
        let path = desktop.file("changes.mp4")
        let recorder = try desktop.record([
            "--region", "\(PixelRect(Self.picture))", "--camera", "test:counter", "--layout", "side-by-side", "--size",
            "\(Self.canvas)", "--no-sound", "--start", "now", "--no-key", "--instance", "changes", path,
        ])
        try recorder.awaitEvent("started")
        let requests = (0..<roundCount).flatMap { _ in Self.round }
        let changes = try SceneChanger(requests, to: "changes", on: desktop, every: .milliseconds(307)).awaitEnd()
        _ = try recorder.stop()
        let places = try Self.places(after: requests)
        let tiles = Array(Set(places.compactMap { $0 }))
        let film = try DecodedFilm(AssetReader(path: path), tiles: tiles)
        var report = ScenarioReport()
        guard let start = recorder.filmStart else { return report }
        let found = FilmedChanges(changes, in: film, start: start) { change, picture in
            tiles.indices.allSatisfy { (picture.tileNumbers[$0] != nil) == (tiles[$0] == places[change.number]) }
        }
        found.add(to: &report, ofAll: requests.count, frames: frames)
        let numbers = film.pictures.compactMap { picture in picture.tileNumbers.compactMap { $0 }.first }
        report.add("the counter never goes back", isTrue: zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
        return report
    }

    /// Where the counter is after each request; nil for nowhere.
    private static func places(after requests: [ControlRequest]) throws -> [PixelRect?] {
        var arrangement = SceneArrangement(layout: .sideBySide, sourceCount: 2)
        return requests.map { request in
            switch request.verb {
            case .swap: arrangement.swap()
            case .cameraOff: arrangement.hidden = [1]
            case .cameraOn: arrangement.hidden = []
            default: if let layout = request.name.flatMap(Layout.named) { arrangement.layout = layout }
            }
            let shown = arrangement.shown
            let pictures = shown.map { _ in Layout.Picture(size: picture) }
            let areas = arrangement.layout.placements(of: pictures, in: canvas).map(\.area)
            return shown.firstIndex(of: 1).map { areas[$0] }
        }
    }
}
