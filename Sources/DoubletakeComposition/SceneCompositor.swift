package import DoubletakeMedia
import DoubletakePixels

/// Draws the pictures of several sources into one canvas, each in its tile.
///
/// It keeps the newest picture of each source. Only what has changed is drawn: the tiles with a new picture, and in them,
/// where they aren't scaled or turned, what their sources say has changed. What comes out is numbered from 0 without gaps,
/// and says what of it differs from the one before. Sources come with any gaps in their numbers, and may change their size
/// at any time. All pictures are I420 in memory and have the canvas's colour. It belongs to one thread.
package struct SceneCompositor {
    /// A source of pictures in the scene.
    package struct Source: Sendable {
        /// What its placeholder says when it delivers nothing.
        package let name: String
        /// How its pictures look.
        package let style: TileStyle
        /// How they fill their cell; nil for as the layout has it.
        package let gravity: PictureGravity?
        /// The size that its pictures are expected to have.
        package let size: PixelSize

        /// Creates a description of a source.
        package init(name: String, style: TileStyle = TileStyle(), gravity: PictureGravity? = nil, size: PixelSize) {
            self.name = name
            self.style = style
            self.gravity = gravity
            self.size = size
        }
    }

    private struct Member {
        let source: Source
        /// Draws the cursor in.
        var painter: OverlayPainter
        /// The newest picture, with its cursor; nil before the first one, and while the source is lost.
        var newest: PixelBuffer?
        var size: PixelSize
    }

    /// How many canvases are in use at a time: as many as the film's own compositor has, since its pictures pass
    /// through that one.
    private static let canvasCount = 12
    /// The canvases for a source's cursor: one is shown, one is drawn.
    private static let overlayCanvasCount = 3

    /// Which sources are shown, and where.
    package var arrangement: SceneArrangement {
        didSet { isArranged = false }
    }

    private let canvasSize: PixelSize
    private let color: ColorDescription
    private var members: [Member]
    private var canvases: CanvasRing
    /// What is shown, from the bottom to the top, with the source that it shows.
    private var tiles: [(source: Int, painter: TilePainter)] = []
    private var isArranged = false
    /// What of the newest canvas isn't as it should be.
    private var undrawn = Damage.everything
    private var nextNumber: UInt64 = 0

    /// Creates a compositor that knows no picture yet: every tile shows a placeholder.
    package init(
        canvasSize: PixelSize,
        color: ColorDescription = .bt709Limited,
        sources: [Source],
        arrangement: SceneArrangement
    ) {
        precondition(arrangement.order.count == sources.count, "every source has its place in the order")
        self.canvasSize = canvasSize
        self.color = color
        self.arrangement = arrangement
        members = sources.map { source in
            Member(
                source: source,
                painter: OverlayPainter(color: color, canvasCount: Self.overlayCanvasCount),
                newest: nil,
                size: source.size
            )
        }
        canvases = CanvasRing(format: .i420, displaySize: canvasSize, color: color, capacity: Self.canvasCount)
    }

    /// Whether the newest canvas isn't what it should be.
    package var hasChanges: Bool {
        !isArranged || !undrawn.isEmpty
    }

    /// Whether a source has delivered a picture, and isn't lost.
    package func isAlive(_ source: Int) -> Bool {
        members[source].newest != nil
    }

    /// Takes a source's next picture.
    package mutating func show(_ frame: VideoFrame, of source: Int) {
        // Every canvas is held only for the moment in which one passes on to the next; the next picture has it all.
        guard let drawn = members[source].painter.draw(frame) else { return }
        let picture = drawn.pixelBuffer
        let isNew = members[source].newest == nil || members[source].size != picture.displaySize
        members[source].newest = picture
        members[source].size = picture.displaySize
        if isNew { isArranged = false }
        guard isArranged else { return }
        for index in tiles.indices where tiles[index].source == source {
            undrawn.formUnion(tiles[index].painter.show(picture, changes: drawn.damage))
        }
    }

    /// Shows a placeholder in a source's place, until it delivers a picture again.
    package mutating func lose(_ source: Int) {
        guard members[source].newest != nil else { return }
        members[source].newest = nil
        isArranged = false
    }

    /// The canvas as it is to be at `time`; nil when every canvas is held: then what has changed counts for the next one.
    ///
    /// It has a new number, also when nothing has changed.
    package mutating func compose(at time: MediaTime) -> VideoFrame? {
        if !isArranged { arrange() }
        guard let canvas = canvases.next(drawing: undrawn) else { return nil }
        for rectangle in undrawn.rectangles(in: canvas.displaySize) {
            draw(canvas.wholeBlocks(around: rectangle), canvas)
        }
        defer {
            nextNumber += 1
            undrawn = .none
        }
        return VideoFrame(pixelBuffer: canvas, time: time, sequenceNumber: nextNumber, damage: undrawn)
    }

    private func style(of index: Int) -> TileStyle {
        arrangement.styles[index] ?? members[index].source.style
    }

    private mutating func arrange() {
        let shown = arrangement.shown
        let pictures = shown.map { index in
            style(of: index).layoutPicture(members[index].size, gravity: members[index].source.gravity)
        }
        let placements = arrangement.layout.placements(of: pictures, in: canvasSize)
        tiles = zip(shown, placements).map { index, placement in
            let style = style(of: index)
            var painter = TilePainter(style, at: placement, color: color)
            if let picture = members[index].newest {
                painter.show(picture)
            } else {
                painter.showPlaceholder(style.label ?? members[index].source.name)
            }
            return (index, painter)
        }
        isArranged = true
        undrawn = .everything
    }

    /// Draws everything in a rectangle of whole chroma samples, from the topmost tile on that hides what is below.
    private func draw(_ rectangle: PixelRect, _ canvas: PixelBuffer) {
        let visible = rectangle.intersection(PixelRect(canvasSize))
        let ground = tiles.lastIndex { $0.painter.style.isOpaque && $0.painter.placement.area.contains(visible) }
        if ground == nil { canvas.fill(rectangle, with: .black) }
        for tile in tiles[(ground ?? 0)...] {
            let area = tile.painter.placement.area
            let place = visible.intersection(area)
            guard let drawn = tile.painter.drawn, !place.isEmpty else { continue }
            let part = place.offsetBy(x: drawn.x - area.x, y: drawn.y - area.y)
            if let mask = tile.painter.decoration.mask {
                canvas.blend(part, of: drawn.picture, through: mask, toX: place.x, y: place.y)
            } else {
                canvas.copy(part, of: drawn.picture, toX: place.x, y: place.y)
            }
        }
    }
}
