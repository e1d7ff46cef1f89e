package import DoubletakeMedia
import DoubletakePixels

/// Where a picture lies in a canvas, and which part of it is shown there.
package struct Placement: Hashable, Sendable {
    /// The picture's own size.
    package let pictureSize: PixelSize
    /// The part of the picture that is shown; it holds whole chroma samples.
    package let part: PixelRect
    /// The part of the canvas that it fills; it holds whole chroma samples.
    package let area: PixelRect

    /// Creates a placement; without a part, all of the picture is shown.
    package init(pictureSize: PixelSize, part: PixelRect? = nil, area: PixelRect) {
        self.pictureSize = pictureSize
        self.part = part ?? PixelRect(pictureSize)
        self.area = area
    }

    /// The largest area in the middle of a canvas in which the picture is not distorted.
    ///
    /// Edges are rounded to even columns and rows, for which 4:2:0 has chroma samples.
    package static func fitting(_ picture: PixelSize, into canvas: PixelSize) -> Placement {
        let size = picture.fitted(into: canvas)
        let area = PixelRect(
            x: (canvas.width - size.width) / 2 & ~1,
            y: (canvas.height - size.height) / 2 & ~1,
            width: size.width,
            height: size.height
        )
        return Placement(pictureSize: picture, area: area)
    }

    /// The picture in a cell of a canvas, which begins at an even column and row.
    package static func placing(_ picture: PixelSize, in cell: PixelRect, _ gravity: PictureGravity) -> Placement {
        switch gravity {
        case .fit:
            let area = fitting(picture, into: cell.size).area.offsetBy(x: cell.x, y: cell.y)
            return Placement(pictureSize: picture, area: area)
        case .fill:
            // What is shown of the picture has the cell's shape.
            return Placement(pictureSize: picture, part: fitting(cell.size, into: picture).area, area: cell)
        case .stretch: return Placement(pictureSize: picture, area: cell)
        }
    }

    /// What of the canvas a change of the picture may be seen in.
    package func damage(from changes: Damage) -> Damage {
        Damage(
            changes.rectangles(in: pictureSize).map { rectangle in
                PixelBuffer.area(scaledFrom: rectangle.offsetBy(x: -part.x, y: -part.y), of: part.size, to: area)
            }
        )
    }
}

extension PixelSize {
    /// The largest size of its shape that has room in `canvas`.
    ///
    /// The side that doesn't fill the canvas is rounded to an even number.
    func fitted(into canvas: PixelSize) -> PixelSize {
        let isWider = width * canvas.height >= canvas.width * height
        return isWider
            ? PixelSize(
                width: canvas.width,
                height: Self.evenLength(height * canvas.width, over: width, atMost: canvas.height)
            )
            : PixelSize(
                width: Self.evenLength(width * canvas.height, over: height, atMost: canvas.width),
                height: canvas.height
            )
    }

    /// A quotient rounded to the nearest even number from 2 on; the limit itself may be odd.
    private static func evenLength(_ dividend: Int, over divisor: Int, atMost limit: Int) -> Int {
        min(max((dividend + divisor) / (2 * divisor) * 2, 2), limit)
    }
}
