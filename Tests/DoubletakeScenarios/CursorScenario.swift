import Doubletake
import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakeTestSupport

/// Cursors with soft edges are moved over a screen, over its edges, and in and out of a part of it: the film shows them
/// as they are, where they point.
package struct CursorScenario: Scenario {
    private static let size = PixelSize(width: 320, height: 180)
    /// What is recorded, and whether at half its size.
    private struct Part {
        let name: String
        let region: PixelRect
        let isHalved: Bool

        static let all = [
            Part(name: "whole", region: PixelRect(CursorScenario.size), isHalved: false),
            Part(name: "region", region: PixelRect(x: 61, y: 33, width: 151, height: 97), isHalved: false),
            Part(name: "half size", region: PixelRect(x: 40, y: 20, width: 240, height: 120), isHalved: true),
        ]
    }

    /// In the middle, at every edge and corner of the screen and of the region, and outside of it.
    private static let places = [
        (100, 80), (133, 71), (0, 0), (319, 0), (0, 179), (319, 179), (62, 34), (211, 129), (60, 80), (150, 130),
        (20, 160),
    ]
    /// How long the pointer stays at a place: some pictures.
    private static let rest = Duration.milliseconds(120)

    private let shapes: [CursorFile.Shape]
    private let parts: [Part]
    private let places: [(x: Int, y: Int)]

    /// Describes the scenario.
    package init(_ form: ScenarioForm) {
        shapes = form == .long ? CursorFile.Shape.allCases : [.glow]
        parts = form == .long ? Part.all : [Part.all[1]]
        places = form == .long ? Self.places : [Self.places[1], Self.places[6], Self.places[10]]
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.size)
        let client = try X11TestClient(desktop.screen)
        var report = ScenarioReport()
        for part in parts {
            // Each chroma sample has one colour behind it: what is drawn over two is not defined to the last bit.
            let background = PaintedScreen(blocksOfSize: Self.size, evenIn: part.region)
            try background.draw(on: client)
            for shape in shapes {
                report.add(
                    try record(CursorFile(shape), part, over: background, on: desktop, client),
                    as: "\(shape.rawValue), \(part.name)"
                )
            }
        }
        return report
    }

    private func record(
        _ cursor: CursorFile,
        _ part: Part,
        over background: PaintedScreen,
        on desktop: PrivateDesktop,
        _ client: X11TestClient
    ) throws -> ScenarioReport {
        let file = desktop.file("cursor")
        try cursor.write(to: file)
        try client.movePointer(x: 1, y: 100)
        try desktop.run(["xsetroot", "-xcf", file, "\(cursor.size.width)"])
        let (left, top) = (part.region.x, part.region.y)
        let canvas = ReferencePicture(size: part.region.size) { background.color(x: $0 + left, y: $1 + top) }
        let references = places.map { place in
            let (dx, dy) = (left - place.x, top - place.y)
            let blended = ReferencePicture(size: part.region.size) { x, y in
                cursor.blended(over: background.color(x: x + left, y: y + top), dx: x + dx, dy: y + dy)
            }
            let drawn = blended.drawn(into: canvas) { cursor.rest(dx: $0 + dx, dy: $1 + dy) }
            return part.isHalved ? drawn.halved : drawn
        }
        let composed = try canvasDifference(from: references, cursor, part, on: desktop, client)
        let film = try filmDifference(from: references, part, on: desktop, client)
        var report = ScenarioReport()
        report.add("canvas off by", composed.largest, atMost: 1)
        report.add("film off by", film.largest, atMost: 3)
        return report
    }

    /// How far the pictures are from the references before they are encoded.
    private func canvasDifference(
        from references: [ReferencePicture],
        _ cursor: CursorFile,
        _ part: Part,
        on desktop: PrivateDesktop,
        _ client: X11TestClient
    ) throws -> ReferencePicture.Difference {
        let canvas = try ScreenCanvas(part.region, on: desktop.screen.display, cursor: .shown)
        var compositor = Compositor(canvasSize: references[0].size)
        var found = ReferencePicture.Difference()
        for (place, reference) in zip(places, references) {
            try client.movePointer(x: place.x, y: place.y)
            let (x, y) = (place.x - cursor.hotSpotX - part.region.x, place.y - cursor.hotSpotY - part.region.y)
            let frame = PixelRect(cursor.size).offsetBy(x: x, y: y)
            let isSeen = !frame.intersection(PixelRect(part.region.size)).isEmpty
            let picture = try canvas.frame { frame in
                isSeen ? frame.overlays.first.map { $0.x == x && $0.y == y } ?? false : frame.overlays.isEmpty
            }
            guard let composed = compositor.compose(picture) else { continue }
            found.formUnion(reference.difference(from: composed.pixelBuffer))
        }
        return found
    }

    /// How far the film is from the references: each has to be one of its pictures.
    private func filmDifference(
        from references: [ReferencePicture],
        _ part: Part,
        on desktop: PrivateDesktop,
        _ client: X11TestClient
    ) throws -> ReferencePicture.Difference {
        let path = desktop.file("cursor.mp4")
        let recorder = try desktop.record([
            "--region", "\(part.region)", "--size", "\(references[0].size)", "--crf", "1", "--no-sound", "--start",
            "now",
            "--overwrite", path,
        ])
        try recorder.awaitEvent("started")
        for place in places {
            try client.movePointer(x: place.x, y: place.y)
            Pace(MonotonicClock()).wait(for: Self.rest)
        }
        _ = try recorder.stop()
        let reader = try AssetReader(path: path)
        let none = ReferencePicture.Difference(luma: .infinity, chroma: .infinity)
        var nearest = Array(repeating: none, count: references.count)
        while let sample = try reader.next() {
            guard case .video(_, let frame) = sample else { continue }
            for (index, reference) in references.enumerated() where nearest[index].largest > 1 {
                let bound = min(nearest[index].largest, 64)
                let difference = reference.difference(from: frame.pixelBuffer, upTo: bound)
                if difference.largest < nearest[index].largest { nearest[index] = difference }
            }
        }
        return nearest.reduce(into: ReferencePicture.Difference()) { $0.formUnion($1) }
    }
}
