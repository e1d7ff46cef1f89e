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

    @Test("A picture in BGRA has the colours of BT.709 back, within two levels")
    func bgra() {
        let colors = [
            Pixel.red, .white, Pixel(blue: 255, green: 0, red: 0), Pixel(blue: 0, green: 255, red: 0),
            Pixel(blue: 12, green: 200, red: 90), Pixel(blue: 0, green: 0, red: 0),
        ]
        for color in colors {
            let source = SmallPicture(width: 5, height: 3) { _, _ in color }.i420Buffer()
            let target = PixelBuffer(format: .bgra, displaySize: source.displaySize, color: .sRGB)
            target.convert(source)
            let row = target.samples(ofPlane: 0)[2]
            let expected = [color.blue, color.green, color.red]
            #expect(zip(row[16..<19], expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(color): \(row)")
        }
    }
}
