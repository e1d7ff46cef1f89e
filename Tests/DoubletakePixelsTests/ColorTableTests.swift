import DoubletakeMedia
import DoubletakePixels
import Testing

@Suite struct ColorTableTests {
    @Test("Each number becomes its colour, at its place, and numbers beyond the table are black")
    func convert() {
        let table = ColorTable([(1, 2, 3), (40, 50, 60), (255, 0, 128)])
        let picture = PixelBuffer(format: .bgra, displaySize: PixelSize(width: 4, height: 3), color: .sRGB)
        // Rows of three bytes with one that belongs to nobody.
        let pixels: [UInt8] = [0, 1, 2, 99, 2, 200, 0, 99]
        // SAFETY: the array outlives the span.
        let span = unsafe pixels.span.bytes
        table.convert(span, bytesPerRow: 4, rect: PixelRect(x: 1, y: 1, width: 3, height: 2), into: picture)
        let bytesPerRow = picture.bytesPerRow(ofPlane: 0)
        func pixel(_ x: Int, _ y: Int) -> [UInt8] {
            picture.withBytes(ofPlane: 0) { bytes in
                // SAFETY: a byte has no invalid values, and the offset is checked.
                (0..<4).map { unsafe bytes.unsafeLoad(fromByteOffset: y * bytesPerRow + 4 * x + $0, as: UInt8.self) }
            }
        }
        #expect((1...3).map { pixel($0, 1) } == [[3, 2, 1, 255], [60, 50, 40, 255], [128, 0, 255, 255]])
        #expect((1...3).map { pixel($0, 2) } == [[128, 0, 255, 255], [0, 0, 0, 255], [3, 2, 1, 255]])
        let others = (0..<4).map { pixel($0, 0) } + [pixel(0, 1), pixel(0, 2)]
        #expect(others.allSatisfy { $0 == [0, 0, 0, 0] })
    }
}
