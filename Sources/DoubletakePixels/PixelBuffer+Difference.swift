package import DoubletakeMedia

/// What differs between two pictures that are shown at the same place.
extension PixelBuffer {
    /// The blocks that are compared: as high as a macroblock of the encoders, which can leave out what hasn't changed.
    ///
    /// Narrower, and comparing costs more; wider, and something small counts for too much.
    private static let comparedBlock = PixelSize(width: 32, height: 16)

    /// Where this picture differs from an earlier one of the same format and size, in the canvas in which both lie.
    ///
    /// - Parameters:
    ///   - candidates: where in the canvas it may differ; elsewhere nobody looks.
    ///   - area: where in the canvas the picture lies; its size is the picture's.
    /// - Returns: rectangles of the canvas, all in the area, that end with blocks of the canvas.
    package func difference(from earlier: PixelBuffer, within candidates: Damage, at area: PixelRect) -> Damage {
        precondition(area.size == displaySize, "a picture fills its area")
        let looked = candidates.rectangles?.map { $0.intersection(area) } ?? [area]
        var found: [PixelRect] = []
        for row in Self.cuts(area.y..<area.maxY, by: Self.comparedBlock.height) {
            let strip = PixelRect(x: area.x, y: row.lowerBound, width: area.width, height: row.count)
            guard isDifferent(from: earlier, strip, looked, area) else { continue }
            for column in Self.cuts(area.x..<area.maxX, by: Self.comparedBlock.width) {
                let block = PixelRect(x: column.lowerBound, y: strip.y, width: column.count, height: strip.height)
                guard isDifferent(from: earlier, block, looked, area) else { continue }
                if let last = found.last, last.y == block.y, last.maxX == block.x {
                    found[found.count - 1] = last.union(block)
                } else {
                    found.append(block)
                }
            }
        }
        return Damage(Self.joined(found))
    }

    private func isDifferent(
        from earlier: PixelBuffer,
        _ block: PixelRect,
        _ looked: [PixelRect],
        _ area: PixelRect
    ) -> Bool {
        looked.contains { !$0.intersection(block).isEmpty }
            && !isEqual(to: earlier, in: block.offsetBy(x: -area.x, y: -area.y))
    }

    /// A range cut where the numbers are multiples of a length.
    private static func cuts(_ range: Range<Int>, by length: Int) -> [Range<Int>] {
        stride(from: range.lowerBound / length * length, to: range.upperBound, by: length).map { start in
            max(start, range.lowerBound)..<min(start + length, range.upperBound)
        }
    }

    /// Rectangles from the top to the bottom, where those below each other that are as wide are one.
    private static func joined(_ rectangles: [PixelRect]) -> [PixelRect] {
        var joined: [PixelRect] = []
        for rectangle in rectangles {
            let above = joined.lastIndex { above in
                above.maxY == rectangle.y && above.x == rectangle.x && above.width == rectangle.width
            }
            if let above { joined[above] = joined[above].union(rectangle) } else { joined.append(rectangle) }
        }
        return joined
    }
}
