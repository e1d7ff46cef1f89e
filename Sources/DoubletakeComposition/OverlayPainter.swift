import DoubletakeMedia
import DoubletakePixels

/// Draws what lies over a source's pictures, such as the cursor, into copies of them.
///
/// A picture with nothing over it passes through as it is. Only what has changed is copied and drawn.
struct OverlayPainter {
    private let color: ColorDescription
    private let canvasCount: Int
    private var canvasSize: PixelSize?
    private var canvases: CanvasRing?
    private var sequence = PictureSequence()
    /// What lies over the newest picture, the topmost last.
    private var overlays: [VideoFrame.Overlay] = []
    /// Where the newest picture differs from the newest canvas, because pictures passed through since that was drawn.
    private var undrawn = Damage.everything

    /// Creates a painter that has at most `canvasCount` canvases.
    init(color: ColorDescription, canvasCount: Int) {
        self.color = color
        self.canvasCount = canvasCount
    }

    /// The picture with its overlays in it; nil when every canvas is held.
    mutating func draw(_ frame: VideoFrame) -> VideoFrame? {
        let picture = frame.pixelBuffer
        if picture.displaySize != canvasSize { begin(picture.displaySize) }
        let visible = frame.overlays.filter { !picture.wholeBlocks(around: $0.area).isEmpty }
        var damage = sequence.changes(in: frame)
        for overlay in overlays.differing(from: visible) { damage.add(picture.wholeBlocks(around: overlay.area)) }

        if let newest = sequence.newest, damage.isEmpty, !visible.isEmpty || newest.pixelBuffer === picture {
            return newest.repeated(at: frame.time)
        }
        if visible.isEmpty {
            undrawn.formUnion(damage)
            overlays = []
            return sequence.append(picture, at: frame.time, damage: damage)
        }
        guard let canvas = canvas(showing: picture, under: visible, drawing: undrawn.union(damage)) else { return nil }
        undrawn = .none
        overlays = visible
        return sequence.append(canvas, at: frame.time, damage: damage)
    }

    private mutating func begin(_ size: PixelSize) {
        canvasSize = size
        canvases = nil
        undrawn = .everything
        overlays = []
        sequence.restart()
    }

    private mutating func canvas(
        showing picture: PixelBuffer,
        under overlays: [VideoFrame.Overlay],
        drawing changed: Damage
    ) -> PixelBuffer? {
        var ring =
            canvases
            ?? CanvasRing(
                format: picture.format,
                displaySize: picture.displaySize,
                color: color,
                capacity: canvasCount
            )
        canvases = nil
        defer { canvases = ring }
        guard let canvas = ring.next(drawing: changed) else { return nil }

        let areas = overlays.map { picture.wholeBlocks(around: $0.area) }
        let changes = changed.rectangles(in: picture.displaySize).map { picture.wholeBlocks(around: $0) }
        // An overlay can only be drawn as a whole and once, so where it has to be, all are drawn again. That gives what
        // was there outside of the changes.
        let isCovered = areas.contains { area in changes.contains { !$0.intersection(area).isEmpty } }
        for rectangle in Damage(isCovered ? changes + areas : changes).rectangles(in: canvas.codedSize) {
            canvas.copy(rectangle, from: picture)
        }
        if isCovered {
            for overlay in overlays { canvas.blend(overlay) }
        }
        return canvas
    }
}

extension VideoFrame.Overlay {
    /// The pixels of the frame that it covers, and those beyond the frame's edges.
    fileprivate var area: PixelRect {
        PixelRect(picture.displaySize).offsetBy(x: x, y: y)
    }

    fileprivate func isSame(as other: VideoFrame.Overlay) -> Bool {
        picture === other.picture && x == other.x && y == other.y
    }
}

extension [VideoFrame.Overlay] {
    /// What is in one of two stacks only, or in both but not between the same ones.
    fileprivate func differing(from other: [VideoFrame.Overlay]) -> [VideoFrame.Overlay] {
        var (mine, others) = (self[...], other[...])
        while let first = mine.first, let otherFirst = others.first, first.isSame(as: otherFirst) {
            mine.removeFirst()
            others.removeFirst()
        }
        while let last = mine.last, let otherLast = others.last, last.isSame(as: otherLast) {
            mine.removeLast()
            others.removeLast()
        }
        return Array(mine + others)
    }
}
