import DoubletakeMedia
import DoubletakePixels

/// Makes a tile of a canvas out of its source's pictures: cropped, turned, scaled, mirrored, and with what lies over it.
///
/// What it makes is drawn once for each new picture, and stays until the next, however often the canvas is drawn. It is
/// compared with the one before: of a camera whose picture is still, or moves in one place, the encoder has no more to do
/// than that. A picture that needs none of that is used as it is.
struct TilePainter {
    /// A picture, and where in it the tile's top left pixel is.
    struct Drawn {
        let picture: PixelBuffer
        let x: Int
        let y: Int
    }

    let style: TileStyle
    /// Where the tile lies; its picture is the cropped and turned one.
    let placement: Placement
    let decoration: TileDecoration
    /// What is shown now.
    private(set) var drawn: Drawn?

    private let color: ColorDescription
    private var turned: PixelBuffer?
    private var scaled: PixelBuffer?
    /// What was made last, and what the next is made in.
    private var made: (newest: PixelBuffer?, next: PixelBuffer?)

    init(_ style: TileStyle, at placement: Placement, color: ColorDescription) {
        self.style = style
        self.placement = placement
        self.color = color
        decoration = TileDecoration(style, size: placement.area.size)
    }

    /// Shows a picture of the source.
    ///
    /// - Parameter changes: what of it differs from the one that was shown last.
    /// - Returns: what of the canvas differs.
    @discardableResult
    mutating func show(_ picture: PixelBuffer, changes: Damage = .everything) -> Damage {
        let damage = damage(from: changes, in: picture.displaySize)
        let source = upright(picture)
        let isMirrored = style.mirroring == .horizontal
        let isPlain = placement.part.size == placement.area.size && style.isOpaque && decoration.overlays.isEmpty
        if isPlain, !isMirrored {
            drawn = source
            return damage
        }
        let size = placement.area.size
        let target = made.next ?? makePicture(size)
        let part = placement.part.offsetBy(x: source.x - placement.part.x, y: source.y - placement.part.y)
        if isMirrored {
            let unmirrored = scaled ?? makePicture(size)
            scaled = unmirrored
            unmirrored.scale(part, of: source.picture, into: PixelRect(size))
            target.mirror(unmirrored)
        } else {
            target.scale(part, of: source.picture, into: PixelRect(size))
        }
        for overlay in decoration.overlays { target.blend(overlay) }
        let earlier = made.newest
        made = (newest: target, next: earlier)
        drawn = Drawn(picture: target, x: 0, y: 0)
        return earlier.map { target.difference(from: $0, within: damage, at: placement.area) } ?? damage
    }

    /// Shows that the source delivers nothing.
    mutating func showPlaceholder(_ name: String) {
        let picture = TileDecoration.placeholder(name, size: placement.area.size, color: color)
        // A label would say the same once more.
        if let border = decoration.border { picture.blend(border) }
        made.newest = nil
        drawn = Drawn(picture: picture, x: 0, y: 0)
    }

    /// What of the canvas a change of the source's picture may be seen in.
    private func damage(from changes: Damage, in picture: PixelSize) -> Damage {
        if changes.isEmpty { return .none }
        guard style.rotation == .none, style.mirroring == .none else { return Damage([placement.area]) }
        let crop = style.shownPart(of: picture)
        let shown = changes.rectangles(in: picture).map { $0.offsetBy(x: -crop.x, y: -crop.y) }
        return placement.damage(from: Damage(shown))
    }

    /// The part of the source's picture that is placed, turned.
    private mutating func upright(_ picture: PixelBuffer) -> Drawn {
        let crop = style.shownPart(of: picture.displaySize)
        let part = placement.part
        if style.rotation == .none { return Drawn(picture: picture, x: crop.x + part.x, y: crop.y + part.y) }
        let target = turned ?? makePicture(placement.pictureSize)
        turned = target
        target.turn(crop, of: picture, by: style.rotation)
        return Drawn(picture: target, x: part.x, y: part.y)
    }

    private func makePicture(_ size: PixelSize) -> PixelBuffer {
        PixelBuffer(format: .i420, displaySize: size, color: color)
    }
}
