import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels
import Testing

/// What each layout draws of one to four pictures, and each style of one, as somebody has looked at it.
struct SceneGoldenTests {
    private static let canvas = PixelSize(width: 64, height: 36)
    private static let sizes = [(64, 36), (48, 36), (36, 48), (96, 54)].map { PixelSize(width: $0.0, height: $0.1) }

    /// The canvas with pictures of that many sources.
    private static func scene(
        _ layout: Layout,
        _ gravity: PictureGravity?,
        _ styles: [TileStyle],
        on canvas: PixelSize = canvas
    ) throws -> PixelBuffer {
        let sources = zip(styles, sizes).enumerated().map { index, source in
            SceneCompositor.Source(name: "\(index)", style: source.0, gravity: gravity, size: source.1)
        }
        var compositor = SceneCompositor(
            canvasSize: canvas,
            sources: sources,
            arrangement: SceneArrangement(layout: layout, sourceCount: sources.count)
        )
        for index in sources.indices {
            let frame = VideoFrame(
                pixelBuffer: SceneSketch.picture(ofSource: index, sizes[index]),
                time: .zero,
                sequenceNumber: 0,
                damage: .everything
            )
            compositor.show(frame, of: index)
        }
        let composed = compositor.compose(at: .zero)
        return try #require(composed).pixelBuffer
    }

    @Test("Every layout draws one to four pictures as they were seen to be right", arguments: Layout.all.indices)
    func everyLayout(index: Int) throws {
        let layout = Layout.all[index]
        var lines: [String] = []
        var unclearCount = 0
        for gravity in [nil] + PictureGravity.allCases {
            let sketches = try (1...4).map { count in
                let styles = Array(repeating: TileStyle(), count: count)
                return SceneSketch(try Self.scene(layout, gravity, styles), blocksOf: 4)
            }
            unclearCount += sketches.map(\.unclearCount).reduce(0, +)
            lines += ["\(gravity?.rawValue ?? "-")"] + SceneSketch.beside(sketches)
        }
        let expected = (goldenScenes[layout.name] ?? "").split(separator: "\n").map(String.init)
        let differing = zip(lines.joined(), expected.joined()).count { $0 != $1 }
        #expect(unclearCount <= 10)
        #expect(
            lines.map(\.count) == expected.map(\.count) && differing <= unclearCount,
            "\(layout.name):\n\(lines.joined(separator: "\n"))"
        )
    }

    private static let styles: [(name: String, style: TileStyle)] = [
        ("mirrored", TileStyle(mirroring: .horizontal)), ("turned", TileStyle(rotation: .right)),
        ("cropped", TileStyle(crop: PixelRect(x: 0, y: 0, width: 24, height: 36))),
        ("rounded", TileStyle(outline: .rounded)), ("round", TileStyle(outline: .round, borderWidth: 4)),
        ("seen through", TileStyle(opacity: 0.4)),
    ]

    @Test("Every style draws a picture over another one as it was seen to be right", arguments: styles.indices)
    func everyStyle(index: Int) throws {
        let (name, style) = Self.styles[index]
        let canvas = PixelSize(width: 2 * Self.canvas.width, height: 2 * Self.canvas.height)
        let layout = Layout.pictureInPicture(.topLeft, percentage: 50, margin: 10)
        let lines = SceneSketch(
            try Self.scene(layout, .fit, [TileStyle(), style], on: canvas), blocksOf: 4
        ).lines
        let expected = (goldenStyles[name] ?? "").split(separator: "\n").map(String.init)
        let differing = zip(lines.joined(), expected.joined()).count { $0 != $1 }
        // A round edge is as sharp as the library draws it.
        #expect(
            lines.map(\.count) == expected.map(\.count) && differing <= 6,
            "\(name):\n\(lines.joined(separator: "\n"))"
        )
    }
}
