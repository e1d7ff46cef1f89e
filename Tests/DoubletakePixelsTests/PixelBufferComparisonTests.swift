import DoubletakeMedia
import DoubletakePixels
import Testing

struct PixelBufferComparisonTests {
    @Test("Pictures differ where one sample of any plane does, and are the same elsewhere", arguments: 0..<3)
    func oneSample(plane: Int) {
        let picture = SmallPicture.noise(width: 12, height: 8)
        let first = picture.i420Buffer()
        let second = picture.i420Buffer()
        #expect(first.isEqual(to: second, in: PixelRect(first.displaySize)))

        // The sample at column 2 and row 1 of the plane.
        let offset = second.bytesPerRow(ofPlane: plane) + 2
        let different = second.samples(ofPlane: plane)[1][2] ^ 1
        second.withMutableBytes(ofPlane: plane) { $0.storeBytes(of: different, toByteOffset: offset, as: UInt8.self) }
        #expect(!first.isEqual(to: second, in: PixelRect(first.displaySize)))
        #expect(!first.isEqual(to: second, in: PixelRect(x: 2, y: 1, width: 3, height: 2)))
        #expect(first.isEqual(to: second, in: PixelRect(x: 0, y: 0, width: 2, height: 8)))
        #expect(first.isEqual(to: second, in: PixelRect(x: 6, y: 0, width: 6, height: 8)))
        #expect(first.isEqual(to: second, in: PixelRect(x: 0, y: 4, width: 12, height: 4)))
    }

    @Test("Nothing is the same as nothing")
    func outside() {
        let first = SmallPicture(width: 4, height: 4) { _, _ in .white }.i420Buffer()
        let second = SmallPicture(width: 4, height: 4) { _, _ in .red }.i420Buffer()
        #expect(first.isEqual(to: second, in: PixelRect(x: 4, y: 0, width: 4, height: 4)))
        #expect(!first.isEqual(to: second, in: PixelRect(x: 3, y: 3, width: 4, height: 4)))
    }
}
