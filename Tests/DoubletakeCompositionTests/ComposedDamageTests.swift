import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels
import Testing

/// Everything that comes out of a compositor, compared with what it should be.
private struct ComposedFilm {
    private let canvasSize: PixelSize
    private var compositor: Compositor
    private var everything: CanvasFollower
    private var loser: CanvasFollower
    private var merger: CanvasFollower
    private var merged: VideoFrame?
    private var held: [(frame: VideoFrame, copy: PixelBuffer)] = []
    private var next: UInt64 = 0
    private(set) var composedCount = 0
    private(set) var droppedCount = 0
    var partCount: Int { everything.partCount }

    init(canvasSize: PixelSize) {
        self.canvasSize = canvasSize
        compositor = Compositor(canvasSize: canvasSize)
        everything = CanvasFollower(size: canvasSize)
        loser = CanvasFollower(size: canvasSize)
        merger = CanvasFollower(size: canvasSize)
    }

    /// Composes a picture and says what is wrong with it, if anything is.
    mutating func compose(_ frame: VideoFrame, of screen: RandomScreen, using generator: inout SeededGenerator)
        -> String?
    {
        guard let composed = compositor.compose(frame) else {
            // Somebody holds every canvas, and now lets go of some of them.
            droppedCount += 1
            let count = Set(held.map { ObjectIdentifier($0.frame.pixelBuffer) }).count
            held.removeAll { _ in Int.random(in: 0..<3, using: &generator) > 0 }
            return count < 11 ? "a picture was dropped though only \(count) are held" : nil
        }
        composedCount += 1
        let truth = fitted(screen.drawn)
        let isSkipped = Int.random(in: 0..<3, using: &generator) == 0
        let waiting = merged.map { composed.superseding($0) } ?? composed
        merged = isSkipped ? waiting : nil

        if composed.time != frame.time || !composed.overlays.isEmpty { return "it isn't of its time" }
        if composed.sequenceNumber != next, composed.sequenceNumber + 1 != next { return "a number is left out" }
        next = composed.sequenceNumber + 1
        if !composed.pixelBuffer.isEqual(to: truth, in: PixelRect(canvasSize)) { return "it isn't as it should be" }
        if !everything.see(composed, expecting: truth) { return "its damage isn't all of what has changed" }
        if !isSkipped, !loser.see(composed, expecting: truth) { return "a lost picture isn't noticed" }
        if !isSkipped, !merger.see(waiting, expecting: truth) { return "merged damage isn't all of what has changed" }
        let copy = PixelBuffer(format: .i420, displaySize: canvasSize, color: .bt709Limited)
        copy.copy(PixelRect(canvasSize), from: truth)
        held.append((composed, copy))
        let isHeldChanged = held.contains { !$0.frame.pixelBuffer.isEqual(to: $0.copy, in: PixelRect(canvasSize)) }
        // Those that only passed through could be held for ever.
        if held.count > 40 { held.removeFirst(10) }
        return isHeldChanged ? "a picture changed while it was held" : nil
    }

    /// The picture in its canvas, made from nothing.
    private func fitted(_ picture: PixelBuffer) -> PixelBuffer {
        if picture.displaySize == canvasSize { return picture }
        let canvas = PixelBuffer(format: .i420, displaySize: canvasSize, color: .bt709Limited)
        canvas.fill(PixelRect(canvasSize), with: .black)
        canvas.scale(from: picture, into: Placement.fitting(picture.displaySize, into: canvasSize).area)
        return canvas
    }
}

struct ComposedDamageTests {
    private static let sizes = [
        // Of its own size, even and odd; smaller, larger, and with bars at the sides or above and below.
        ((36, 24), (36, 24)), ((37, 23), (37, 23)), ((64, 48), (40, 30)), ((36, 24), (90, 64)), ((48, 30), (48, 40)),
        ((37, 23), (61, 23)), ((37, 23), (31, 41)),
    ].map { (PixelSize(width: $0.0, height: $0.1), PixelSize(width: $1.0, height: $1.1)) }

    @Test(
        "A canvas that is rebuilt from the damage alone is always the truth, whatever was dropped before or behind",
        arguments: sizes,
        [1, 2] as [UInt64]
    )
    func rebuilt(sizes: (source: PixelSize, canvas: PixelSize), seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var screen = RandomScreen(size: sizes.source, using: &generator)
        var film = ComposedFilm(canvasSize: sizes.canvas)
        var waiting: VideoFrame?
        for number in 0..<400 {
            let frame = screen.change(using: &generator)
            // On the way to the compositor some pictures are lost, and some are replaced by the next one.
            let fate = Int.random(in: 0..<10, using: &generator)
            if fate == 0 { continue }
            let merged = waiting.map { frame.superseding($0) } ?? frame
            waiting = fate < 3 ? merged : nil
            if waiting != nil { continue }
            let again = fate < 5 ? merged.repeated(at: merged.time + .seconds(2)) : nil
            for shown in [merged, again].compactMap({ $0 }) {
                if let fault = film.compose(shown, of: screen, using: &generator) {
                    Issue.record("picture \(number): \(fault)")
                    return
                }
            }
        }
        #expect(film.droppedCount > 5, "the test says something only where all canvases are held at times")
        #expect(film.composedCount > 200 && film.partCount > 100)
    }

    @Test("A screen that changes its size is shown in the same canvas, and nothing of the old size stays")
    func resized() {
        let canvas = PixelSize(width: 40, height: 30)
        var generator = SeededGenerator(seed: 5)
        var screen = RandomScreen(size: canvas, using: &generator)
        var film = ComposedFilm(canvasSize: canvas)
        for number in 0..<300 {
            let isResized = Int.random(in: 0..<12, using: &generator) == 0
            let size = PixelSize(
                width: Int.random(in: 12...70, using: &generator),
                height: Int.random(in: 12...70, using: &generator)
            )
            let isWhole = Bool.random(using: &generator)
            let frame = isResized ? screen.resize(to: isWhole ? canvas : size) : screen.change(using: &generator)
            if let fault = film.compose(frame, of: screen, using: &generator) {
                Issue.record("picture \(number), \(screen.picture.displaySize): \(fault)")
                return
            }
        }
        #expect(film.partCount > 50)
    }
}
