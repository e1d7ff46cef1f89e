private import CYUV
private import DoubletakeKernels
package import DoubletakeMedia

extension PixelBuffer {
    /// How many columns or rows of a picture, beyond those that lie under a scaled pixel, have a part in it.
    ///
    /// A luma sample is mixed of its neighbours, a chroma sample of its own, which are two pixels wide; another pixel is
    /// for sizes that are odd on one side only. With less, what was scaled from a change would reach out of
    /// `area(scaledFrom:of:to:)`.
    private static let filterReach = 5

    /// What libyuv's 16 bits for whole pixels can count.
    private static let longestSide = 32_767

    /// Draws a whole picture into a rectangle, larger or smaller; for the only holder of the picture that is written.
    ///
    /// Smaller pictures are made of the mean of the pixels that they leave out, larger ones are smooth. The same picture
    /// gives the same samples, whatever was in the rectangle. Both pictures are planar with 8 bits, such as I420, and
    /// have the same format and colour; the rectangle has a pixel, lies in the picture, and has whole chroma samples: it
    /// begins at an even column and row, and ends at one or at the picture's edge. The corresponding C function is
    /// `ScalePlane`.
    package func scale(from source: PixelBuffer, into rect: PixelRect) {
        scale(PixelRect(source.displaySize), of: source, into: rect)
    }

    /// Draws a part of a picture into a rectangle, as if the part were a picture of its own; for the only holder of the
    /// picture that is written.
    ///
    /// The part has a pixel, and whole chroma samples as the rectangle has. The rest is as with `scale(from:into:)`.
    package func scale(_ part: PixelRect, of source: PixelBuffer, into rect: PixelRect) {
        precondition(source !== self, "a picture is scaled from another one")
        precondition(format == source.format, "pictures of different formats can't be scaled as they are")
        precondition(color == source.color, "a scaled picture in another colour space would have other colours")
        precondition(
            holdsWholeBlocks(rect),
            "\(rect) doesn't hold whole chroma samples of a picture of \(displaySize)"
        )
        precondition(source.holdsWholeBlocks(part), "\(part) doesn't hold whole chroma samples of the source")
        let sides = [rect.width, rect.height, part.width, part.height]
        precondition(sides.allSatisfy { $0 <= Self.longestSide }, "a side is longer than \(Self.longestSide) pixels")
        for plane in format.planes.indices {
            scale(part, of: source, into: rect, ofPlane: plane)
            repeatEdges(of: rect, ofPlane: plane)
        }
    }

    /// The part of `area` that a change may be seen in, after a picture of `size` was scaled into it.
    package static func area(scaledFrom changed: PixelRect, of size: PixelSize, to area: PixelRect) -> PixelRect {
        let visible = changed.intersection(PixelRect(size))
        if visible.isEmpty { return visible }
        if size == area.size { return visible.offsetBy(x: area.x, y: area.y) }
        let columns = range(scaledFrom: visible.x..<visible.maxX, of: size.width, to: area.width)
        let rows = range(scaledFrom: visible.y..<visible.maxY, of: size.height, to: area.height)
        return PixelRect(
            x: area.x + columns.lowerBound,
            y: area.y + rows.lowerBound,
            width: columns.count,
            height: rows.count
        ).expanded(toMultiplesOf: 2).intersection(area)
    }

    private static func range(scaledFrom changed: Range<Int>, of length: Int, to scaledLength: Int) -> Range<Int> {
        let first = max(changed.lowerBound - filterReach, 0) * scaledLength / length
        let last = (changed.upperBound + filterReach) * scaledLength / length
        // One more on either side: a chroma sample's pixels needn't lie in the same place as in the other size.
        return max(first - 1, 0)..<min(last + 2, scaledLength)
    }

    private func scale(_ part: PixelRect, of source: PixelBuffer, into rect: PixelRect, ofPlane plane: Int) {
        let shape = format.planes[plane]
        precondition(shape.bytesPerElement == 1, "a \(format) picture can't be scaled")
        let origin = PlanePart(of: source.wholeBlocks(around: part), inPlane: plane, of: source)
        let target = PlanePart(of: wholeBlocks(around: rect), inPlane: plane, of: self)
        let size = part.size.elements(of: shape)
        let scaledSize = rect.size.elements(of: shape)
        // SAFETY: both pointers are lent with the parts, which are at least as large as these sizes and don't overlap.
        unsafe source.withPointer(to: origin, ofPlane: plane) { from in
            unsafe withMutablePointer(to: target, ofPlane: plane) { to in
                unsafe ScalePlane(
                    from,
                    Int32(origin.bytesPerRow),
                    Int32(size.width),
                    Int32(size.height),
                    to,
                    Int32(target.bytesPerRow),
                    Int32(scaledSize.width),
                    Int32(scaledSize.height),
                    // libyuv itself takes a cheaper filter where it gives the same.
                    kFilterBox
                )
            }
        }
    }

    /// At an odd display size the last column and row are in the coded size once more.
    func repeatEdges(of rect: PixelRect, ofPlane plane: Int) {
        let size = rect.size.elements(of: format.planes[plane])
        let part = PlanePart(of: wholeBlocks(around: rect), inPlane: plane, of: self)
        // SAFETY: the pointer is lent with the whole part; what is read and written lies in it and doesn't overlap.
        unsafe withMutablePointer(to: part, ofPlane: plane) { pointer in
            guard let pointer = unsafe pointer else { return }
            if part.byteWidth > size.width {
                let column = unsafe pointer + (size.width - 1)
                unsafe doubletake_copy_plane(
                    column, part.bytesPerRow, column + 1, part.bytesPerRow, 1, size.height)
            }
            if part.rowCount > size.height {
                let row = unsafe pointer + (size.height - 1) * part.bytesPerRow
                unsafe doubletake_copy_plane(
                    row, part.bytesPerRow, row + part.bytesPerRow, part.bytesPerRow, part.byteWidth, 1)
            }
        }
    }
}

extension PixelSize {
    /// How many samples a plane has for that many pixels.
    func elements(of plane: PixelFormat.Plane) -> PixelSize {
        PixelSize(
            width: (width + plane.columnsPerElement - 1) / plane.columnsPerElement,
            height: (height + plane.rowsPerElement - 1) / plane.rowsPerElement
        )
    }
}
