import DoubletakeMedia
import DoubletakePixels

/// Makes a tile of a canvas out of its source's pictures: cropped, turned, scaled, mirrored, and with what lies over it.
///
/// What it makes is drawn once for each new picture, and stays until the next, however often the canvas is drawn. A picture
/// that needs none of that is used as it is.
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
    private var mirrored: PixelBuffer?

    init(_ style: TileStyle, at placement: Placement, color: ColorDescription) {
        self.style = style
        self.placement = placement
        self.color = color
        decoration = TileDecoration(style, size: placement.area.size)
    }

    /// Shows a picture of the source.
    mutating func show(_ picture: PixelBuffer) {
        var drawn = upright(picture)
        let isMirrored = style.mirroring == .horizontal
        let isPlain = placement.part.size == placement.area.size && style.isOpaque && decoration.overlays.isEmpty
        if !isPlain || isMirrored {
            let target = scaled ?? makePicture(placement.area.size)
            scaled = target
            let part = placement.part.offsetBy(x: drawn.x - placement.part.x, y: drawn.y - placement.part.y)
            target.scale(part, of: drawn.picture, into: PixelRect(placement.area.size))
            drawn = Drawn(picture: target, x: 0, y: 0)
        }
        if isMirrored {
            let target = mirrored ?? makePicture(placement.area.size)
            mirrored = target
            target.mirror(drawn.picture)
            drawn = Drawn(picture: target, x: 0, y: 0)
        }
        for overlay in decoration.overlays { drawn.picture.blend(overlay) }
        self.drawn = drawn
    }

    /// Shows that the source delivers nothing.
    mutating func showPlaceholder(_ name: String) {
        let picture = TileDecoration.placeholder(name, size: placement.area.size, color: color)
        // A label would say the same once more.
        if let border = decoration.border { picture.blend(border) }
        drawn = Drawn(picture: picture, x: 0, y: 0)
    }

    /// What of the canvas a change of the source's picture may be seen in.
    func damage(from changes: Damage, in picture: PixelSize) -> Damage {
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
