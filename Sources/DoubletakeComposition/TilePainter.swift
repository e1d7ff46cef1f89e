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
    /// The picture at half its size, where it is made smaller than that: halving is many times as fast as the rest.
    private var halved: PixelBuffer?
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
            scale(part, of: source.picture, into: unmirrored)
            target.mirror(unmirrored)
        } else {
            scale(part, of: source.picture, into: target)
        }
        for overlay in decoration.overlays { target.blend(overlay) }
        let earlier = made.newest
        made = (newest: target, next: earlier)
        drawn = Drawn(picture: target, x: 0, y: 0)
        return earlier.map { target.difference(from: $0, within: damage, at: placement.area) } ?? damage
    }

    private mutating func scale(_ part: PixelRect, of picture: PixelBuffer, into target: PixelBuffer) {
        guard let halfSize else { return target.scale(part, of: picture, into: PixelRect(target.displaySize)) }
        let half = halved ?? makePicture(halfSize)
        halved = half
        half.scale(part, of: picture, into: PixelRect(halfSize))
        target.scale(from: half, into: PixelRect(target.displaySize))
    }

    /// Half the size of what is placed, where that is still larger than the tile, and in whole samples.
    private var halfSize: PixelSize? {
        let (part, area) = (placement.part, placement.area)
        guard part.width > 2 * area.width, part.height > 2 * area.height, part.width.isMultiple(of: 4),
            part.height.isMultiple(of: 4)
        else { return nil }
        return PixelSize(width: part.width / 2, height: part.height / 2)
    }

    /// How much farther a change is seen when the picture is halved first.
    ///
    /// With less, what was scaled from a change would reach out of the damage: the filter's reach counts in pixels of half
    /// the size.
    private static let halvedReach = 12

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
        let reach = halfSize == nil ? 0 : Self.halvedReach
        let shown = changes.rectangles(in: picture).map { change in
            PixelRect(
                x: change.x - crop.x - reach,
                y: change.y - crop.y - reach,
                width: change.width + 2 * reach,
                height: change.height + 2 * reach
            )
        }
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
