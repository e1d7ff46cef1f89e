import DoubletakeMedia
import DoubletakePixels
import Testing

struct PixelBufferCopyTests {
    @Test(
        "A rectangle is copied in whole chroma samples, and nothing outside of it",
        arguments: [
            (rect: PixelRect(x: 4, y: 2, width: 6, height: 4), columns: 4..<10, rows: 2..<6),
            (rect: PixelRect(x: 5, y: 3, width: 4, height: 2), columns: 4..<10, rows: 2..<6),
            (rect: PixelRect(x: 10, y: 6, width: 9, height: 9), columns: 10..<13, rows: 6..<9),
            (rect: PixelRect(x: 0, y: 0, width: 14, height: 10), columns: 0..<13, rows: 0..<9),
            (rect: PixelRect(x: 13, y: 9, width: 1, height: 1), columns: 0..<0, rows: 0..<0),
        ]
    )
    func rectangle(rect: PixelRect, columns: Range<Int>, rows: Range<Int>) {
        let old = SmallPicture.noise(width: 13, height: 9)
        let new = SmallPicture.noise(width: 13, height: 9, seed: 5)
        let buffer = old.i420Buffer()
        buffer.copy(rect, from: new.i420Buffer())
        let expected = SmallPicture(width: 13, height: 9) { x, y in
            columns.contains(x) && rows.contains(y) ? new[x, y] : old[x, y]
        }
        #expect(buffer.samples == expected.i420Buffer().samples)
    }

    @Test("A picture without chroma planes is copied to the pixel")
    func bgra() {
        let old = SmallPicture.noise(width: 7, height: 5)
        let new = SmallPicture.noise(width: 7, height: 5, seed: 5)
        let buffer = old.bgraBuffer()
        buffer.copy(PixelRect(x: 3, y: 1, width: 3, height: 3), from: new.bgraBuffer())
        let expected = SmallPicture(width: 7, height: 5) { x, y in
            (3..<6).contains(x) && (1..<4).contains(y) ? new[x, y] : old[x, y]
        }
        #expect(buffer.samples == expected.bgraBuffer().samples)
    }

    @Test("Interleaved chroma is copied in pairs")
    func nv12() {
        let size = PixelSize(width: 6, height: 4)
        let source = PixelBuffer(format: .nv12, displaySize: size, color: .bt709Limited)
        source.withMutableBytes(ofPlane: 1) { $0.storeBytes(of: 0x0403_0201, toByteOffset: 0, as: UInt32.self) }
        let buffer = PixelBuffer(format: .nv12, displaySize: size, color: .bt709Limited)
        buffer.copy(PixelRect(x: 0, y: 0, width: 2, height: 2), from: source)
        #expect(buffer.samples(ofPlane: 1) == [[1, 2, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]])
    }

    @Test("A picture of another size can't be copied")
    func otherSize() async {
        await #expect(processExitsWith: .failure) {
            let small = SmallPicture(width: 2, height: 2) { _, _ in .white }.i420Buffer()
            let large = SmallPicture(width: 4, height: 4) { _, _ in .white }.i420Buffer()
            small.copy(PixelRect(small.displaySize), from: large)
        }
    }
}
