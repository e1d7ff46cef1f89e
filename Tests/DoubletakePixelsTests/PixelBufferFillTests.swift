import DoubletakeMedia
import DoubletakePixels
import Testing

struct PixelBufferFillTests {
    private let red = YUVColor(red: 255, green: 0, blue: 0)

    @Test("A filled picture is the same as a converted surface of that colour, its padding too")
    func wholePicture() {
        let buffer = SmallPicture.noise(width: 5, height: 3).i420Buffer()
        buffer.fill(PixelRect(buffer.displaySize), with: red)
        #expect(buffer.samples == SmallPicture(width: 5, height: 3) { _, _ in .red }.i420Buffer().samples)
    }

    @Test(
        "A rectangle is filled in whole chroma samples, and nothing outside of it",
        arguments: [
            (rect: PixelRect(x: 4, y: 2, width: 6, height: 4), columns: 4..<10, rows: 2..<6),
            (rect: PixelRect(x: 5, y: 3, width: 4, height: 2), columns: 4..<10, rows: 2..<6),
            (rect: PixelRect(x: -7, y: 6, width: 10, height: 90), columns: 0..<4, rows: 6..<8),
            (rect: PixelRect(x: 12, y: 0, width: 4, height: 4), columns: 0..<0, rows: 0..<0),
            (rect: PixelRect(x: 3, y: 3, width: 0, height: 2), columns: 0..<0, rows: 0..<0),
        ]
    )
    func rectangle(rect: PixelRect, columns: Range<Int>, rows: Range<Int>) {
        let noise = SmallPicture.noise(width: 12, height: 8)
        let buffer = noise.i420Buffer()
        buffer.fill(rect, with: red)
        let expected = SmallPicture(width: 12, height: 8) { x, y in
            columns.contains(x) && rows.contains(y) ? .red : noise[x, y]
        }
        #expect(buffer.samples == expected.i420Buffer().samples)
    }

    @Test("A picture of another format can't be filled with a YUV colour")
    func otherFormat() async {
        await #expect(processExitsWith: .failure) {
            let buffer = SmallPicture(width: 2, height: 2) { _, _ in .white }.bgraBuffer()
            buffer.fill(PixelRect(buffer.displaySize), with: .black)
        }
    }
}
