import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels
import Testing

/// Several screens that change at random in one canvas, compared with what a new compositor makes of the same pictures.
private struct RandomScene {
    private let canvasSize: PixelSize
    private let styles: [TileStyle]
    private var screens: [RandomScreen]
    private var newest: [VideoFrame?]
    /// The size that each source had last; until it is back, its placeholder has it.
    private var sizes: [PixelSize]
    private var scene: SceneCompositor
    private var everything: CanvasFollower
    private var merger: CanvasFollower
    private var merged: VideoFrame?
    private var held: [(frame: VideoFrame, copy: PixelBuffer)] = []
    private(set) var droppedCount = 0
    var partCount: Int { everything.partCount }

    init(canvasSize: PixelSize, sizes: [PixelSize], styles: [TileStyle], using generator: inout SeededGenerator) {
        self.canvasSize = canvasSize
        self.styles = styles
        screens = sizes.map { RandomScreen(size: $0, using: &generator) }
        newest = sizes.map { _ in nil }
        self.sizes = sizes
        let arrangement = SceneArrangement(layout: .pictureInPicture(), sourceCount: sizes.count)
        scene = Self.compositor(canvasSize, styles, sizes, arrangement)
        everything = CanvasFollower(size: canvasSize)
        merger = CanvasFollower(size: canvasSize)
    }

    private static func compositor(
        _ canvas: PixelSize,
        _ styles: [TileStyle],
        _ sizes: [PixelSize],
        _ arrangement: SceneArrangement
    ) -> SceneCompositor {
        SceneCompositor(
            canvasSize: canvas,
            sources: zip(styles, sizes).map { SceneCompositor.Source(name: "", style: $0, size: $1) },
            arrangement: arrangement
        )
    }

    /// Something happens to the sources or to their arrangement.
    mutating func change(using generator: inout SeededGenerator) {
        let source = Int.random(in: 0..<screens.count, using: &generator)
        switch Int.random(in: 0..<40, using: &generator) {
        case 0: scene.arrangement.swap()
        case 1: scene.arrangement.layout = Layout.all.randomElement(using: &generator) ?? .stack
        case 2: scene.arrangement.hidden.formSymmetricDifference([source])
        case 3:
            scene.lose(source)
            newest[source] = nil
        case 4:
            let size = PixelSize(
                width: Int.random(in: 12...60, using: &generator),
                height: Int.random(in: 12...60, using: &generator)
            )
            show(screens[source].resize(to: size), of: source)
        default: show(screens[source].change(using: &generator), of: source)
        }
    }

    private mutating func show(_ frame: VideoFrame, of source: Int) {
        scene.show(frame, of: source)
        newest[source] = frame
        sizes[source] = frame.pixelBuffer.displaySize
    }

    /// Composes, and says what is wrong, if anything is.
    mutating func compose(using generator: inout SeededGenerator) -> String? {
        guard let composed = scene.compose(at: .zero) else {
            droppedCount += 1
            held.removeAll { _ in Int.random(in: 0..<3, using: &generator) > 0 }
            return nil
        }
        var other = Self.compositor(canvasSize, styles, sizes, scene.arrangement)
        for (source, frame) in newest.enumerated() {
            if let frame { other.show(frame, of: source) }
        }
        guard let truth = other.compose(at: .zero)?.pixelBuffer else { return "a new compositor has a canvas" }
        let whole = PixelRect(canvasSize)
        if !composed.pixelBuffer.isEqual(to: truth, in: whole) { return "it isn't as it should be" }
        if !everything.see(composed, expecting: truth) { return "its damage isn't all of what has changed" }
        let isSkipped = Bool.random(using: &generator)
        let waiting = merged.map { composed.superseding($0) } ?? composed
        merged = isSkipped ? waiting : nil
        if !isSkipped, !merger.see(waiting, expecting: truth) { return "merged damage isn't all of what has changed" }
        let copy = PixelBuffer(format: .i420, displaySize: canvasSize, color: .bt709Limited)
        copy.copy(whole, from: truth)
        held.append((composed, copy))
        let isHeldChanged = held.contains { !$0.frame.pixelBuffer.isEqual(to: $0.copy, in: whole) }
        return isHeldChanged ? "a picture changed while it was held" : nil
    }
}

struct SceneDamageTests {
    private static let styles: [[TileStyle]] = [
        [TileStyle(), TileStyle()],
        [TileStyle(), TileStyle(outline: .round, borderWidth: 2), TileStyle(outline: .rounded, opacity: 0.7)],
        [TileStyle(crop: PixelRect(x: 5, y: 3, width: 20, height: 30)), TileStyle(mirroring: .horizontal)],
        [TileStyle(rotation: .right), TileStyle(opacity: 0.4), TileStyle(), TileStyle(rotation: .half)],
    ]

    @Test(
        "A canvas that is rebuilt from the damage alone is what a new compositor makes of the newest pictures",
        arguments: [PixelSize(width: 64, height: 48), PixelSize(width: 61, height: 37)],
        styles
    )
    func rebuilt(canvas: PixelSize, styles: [TileStyle]) {
        var generator = SeededGenerator(seed: UInt64(canvas.width + styles.count))
        // The first one passes unscaled in most layouts.
        let sizes = [canvas] + styles.dropFirst().map { _ in PixelSize(width: 33, height: 25) }
        var scene = RandomScene(canvasSize: canvas, sizes: sizes, styles: styles, using: &generator)
        for number in 0..<300 {
            for _ in 0..<Int.random(in: 1...3, using: &generator) { scene.change(using: &generator) }
            if let fault = scene.compose(using: &generator) {
                Issue.record("canvas \(number): \(fault)")
                return
            }
        }
        #expect(scene.partCount > 100 && scene.droppedCount > 3)
    }
}
