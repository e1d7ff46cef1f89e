package import DoubletakeMedia

/// The counter's number as a row of cells along the top of the picture, which survives any encoder.
///
/// The cells are a white and a black one for reference, 20 bits of the number from the lowest up, and 2 bits that count
/// the ones among them, so that a picture that is half one number and half another is told from a whole one.
package struct CounterCode {
    private static let numberBitCount = 20
    private static let checkBitCount = 2

    /// The cells, from left to right.
    package let cells: [PixelRect]

    /// Lays the cells out in a picture of `size`, at least 96x16.
    package init(size: PixelSize) {
        let count = 2 + Self.numberBitCount + Self.checkBitCount
        // Not higher than a quarter of the picture: the digits have its middle half.
        let side = max(min(size.width / count, size.height / 4) & ~1, 2)
        cells = (0..<count).map { PixelRect(x: $0 * side, y: 0, width: side, height: min(side, size.height)) }
    }

    /// The cells of a number, true for white.
    package static func bits(of number: Int64) -> [Bool] {
        let value = UInt64(bitPattern: number) & ((1 << numberBitCount) - 1)
        let ones = value.nonzeroBitCount
        return [true, false]
            + (0..<numberBitCount).map { value >> $0 & 1 == 1 }
            + (0..<checkBitCount).map { ones >> $0 & 1 == 1 }
    }

    /// The number in a picture's luma; nil when the cells say nothing or contradict each other.
    package func number(in picture: PixelBuffer) -> Int64? {
        let bytesPerRow = picture.bytesPerRow(ofPlane: 0)
        let levels = picture.withBytes(ofPlane: 0) { luma in
            cells.map { cell -> UInt8 in
                let offset = (cell.y + cell.height / 2) * bytesPerRow + cell.x + cell.width / 2
                // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
                return unsafe luma.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
            }
        }
        guard Int(levels[0]) - Int(levels[1]) > 100 else { return nil }
        let middle = (Int(levels[0]) + Int(levels[1])) / 2
        let bits = levels.map { Int($0) > middle }
        let number = bits[2..<2 + Self.numberBitCount].reversed().reduce(Int64(0)) { $0 << 1 | ($1 ? 1 : 0) }
        return Self.bits(of: number) == bits ? number : nil
    }
}
