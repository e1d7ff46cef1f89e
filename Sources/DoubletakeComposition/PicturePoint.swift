package import DoubletakeMedia

/// A point of a picture, in parts of its width and height: 0 is left and at the top, 1 right and at the bottom.
package struct PicturePoint: Hashable, Sendable {
    /// The part of the width.
    package let x: Double
    /// The part of the height.
    package let y: Double

    /// Creates a point.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The point of a tile's picture that lies at a place of the canvas, in its pixels; nil when the tile isn't there.
    package init?(canvasX: Double, canvasY: Double, in placement: Placement) {
        let (area, part) = (placement.area, placement.part)
        let (u, v) = (
            (canvasX - Double(area.x)) / Double(area.width), (canvasY - Double(area.y)) / Double(area.height)
        )
        guard (0..<1).contains(u), (0..<1).contains(v) else { return nil }
        x = (Double(part.x) + u * Double(part.width)) / Double(placement.pictureSize.width)
        y = (Double(part.y) + v * Double(part.height)) / Double(placement.pictureSize.height)
    }

    /// The point of the source's own picture that is shown at this point of its tile.
    ///
    /// - Parameter size: the source's own picture's.
    package func withoutStyle(_ style: TileStyle, of size: PixelSize) -> PicturePoint {
        let turned = style.mirroring == .horizontal ? PicturePoint(x: 1 - x, y: y) : self
        let upright =
            switch style.rotation {
            case .none: turned
            case .right: PicturePoint(x: turned.y, y: 1 - turned.x)
            case .half: PicturePoint(x: 1 - turned.x, y: 1 - turned.y)
            case .left: PicturePoint(x: 1 - turned.y, y: turned.x)
            }
        let part = style.shownPart(of: size)
        return PicturePoint(
            x: (Double(part.x) + upright.x * Double(part.width)) / Double(size.width),
            y: (Double(part.y) + upright.y * Double(part.height)) / Double(size.height)
        )
    }
}
