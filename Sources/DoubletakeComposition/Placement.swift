package import DoubletakeMedia
import DoubletakePixels

/// Where a picture lies in a canvas.
package struct Placement: Hashable, Sendable {
    /// The picture's own size.
    package let pictureSize: PixelSize
    /// The part of the canvas that it fills; it holds whole chroma samples.
    package let area: PixelRect

    /// The largest area in the middle of a canvas in which the picture is not distorted.
    ///
    /// Edges are rounded to even columns and rows, for which 4:2:0 has chroma samples.
    package static func fitting(_ picture: PixelSize, into canvas: PixelSize) -> Placement {
        let isWider = picture.width * canvas.height >= canvas.width * picture.height
        let size =
            isWider
            ? PixelSize(
                width: canvas.width,
                height: evenLength(picture.height * canvas.width, over: picture.width, atMost: canvas.height)
            )
            : PixelSize(
                width: evenLength(picture.width * canvas.height, over: picture.height, atMost: canvas.width),
                height: canvas.height
            )
        let area = PixelRect(
            x: (canvas.width - size.width) / 2 & ~1,
            y: (canvas.height - size.height) / 2 & ~1,
            width: size.width,
            height: size.height
        )
        return Placement(pictureSize: picture, area: area)
    }

    /// What of the canvas a change of the picture may be seen in.
    package func damage(from changes: Damage) -> Damage {
        Damage(
            changes.rectangles(in: pictureSize).map {
                PixelBuffer.area(scaledFrom: $0, of: pictureSize, to: area)
            }
        )
    }

    /// A quotient rounded to the nearest even number from 2 on; the limit itself may be odd.
    private static func evenLength(_ dividend: Int, over divisor: Int, atMost limit: Int) -> Int {
        min(max((dividend + divisor) / (2 * divisor) * 2, 2), limit)
    }
}
