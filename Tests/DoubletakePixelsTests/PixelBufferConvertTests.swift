import DoubletakeMedia
import DoubletakePixels
import Testing

@Suite struct PixelBufferConvertTests {
    @Test(
        "A picture in NV12 has the samples that it had in I420, also at odd sizes", arguments: [(8, 6), (7, 5), (1, 1)])
    func nv12(width: Int, height: Int) {
        let source = SmallPicture.noise(width: width, height: height).i420Buffer()
        let target = PixelBuffer(format: .nv12, displaySize: source.displaySize, color: source.color)
        target.convert(source)
        #expect(target.samples(ofPlane: 0) == source.samples(ofPlane: 0))
        let interleaved = zip(source.samples(ofPlane: 1), source.samples(ofPlane: 2)).map { blue, red in
            zip(blue, red).flatMap { [$0, $1] }
        }
        #expect(target.samples(ofPlane: 1) == interleaved)
    }
}
