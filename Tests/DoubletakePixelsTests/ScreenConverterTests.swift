import DoubletakeMedia
import DoubletakePixels
import Testing

struct ScreenConverterTests {
    /// One pixel, odd and even, below and above the width of a vector step, and a last step that overlaps.
    static let sizes = [(1, 1), (2, 2), (3, 2), (2, 3), (31, 5), (32, 2), (33, 3), (47, 4), (66, 2), (67, 45)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    @Test("A red surface is 63,102,240, and its alpha doesn't matter", arguments: [0, 255] as [UInt8])
    func red(alpha: UInt8) {
        let picture = SmallPicture(width: 34, height: 2) { _, _ in Pixel(blue: 0, green: 0, red: 255, alpha: alpha) }
        let samples = picture.i420Buffer().samples
        #expect(samples[0].joined().allSatisfy { $0 == 63 })
        #expect(samples[1].joined().allSatisfy { $0 == 102 })
        #expect(samples[2].joined().allSatisfy { $0 == 240 })
    }

    @Test("Each sample is the real number rounded, the edge of an odd size repeated", arguments: sizes)
    func rounding(size: PixelSize) {
        let picture = SmallPicture.noise(width: size.width, height: size.height)
        let buffer = picture.i420Buffer()
        let (luma, cb, cr) = (buffer.samples(ofPlane: 0), buffer.samples(ofPlane: 1), buffer.samples(ofPlane: 2))
        #expect(luma.count == size.roundedUpToEven.height && luma[0].count == size.roundedUpToEven.width)
        for y in luma.indices {
            for x in luma[y].indices where !isRounded(luma[y][x], from: ReferenceColor(picture[x, y]).luma) {
                Issue.record("luma at \(x),\(y) is \(luma[y][x])")
            }
        }
        for y in cb.indices {
            for x in cb[y].indices {
                let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map { picture[2 * x + $0.0, 2 * y + $0.1] }
                let reference = ReferenceColor(mean: block)
                if !isRounded(cb[y][x], from: reference.cb) || !isRounded(cr[y][x], from: reference.cr) {
                    Issue.record("chroma at \(x),\(y) is \(cb[y][x]),\(cr[y][x])")
                }
            }
        }
    }

    @Test("All code paths give the same samples", arguments: sizes)
    func codePaths(size: PixelSize) {
        let picture = SmallPicture.noise(width: size.width, height: size.height, seed: 2)
        #expect(picture.i420Buffer(codePath: .fastest).samples == picture.i420Buffer(codePath: .baseline).samples)
    }

    @Test("A surface has the colour that YUVColor has")
    func sameFormula() {
        for seed in 1...50 {
            let pixel = SmallPicture.noise(width: 1, height: 1, seed: UInt64(seed))[0, 0]
            let color = YUVColor(red: pixel.red, green: pixel.green, blue: pixel.blue)
            let samples = SmallPicture(width: 2, height: 2) { _, _ in pixel }.i420Buffer().samples
            #expect([samples[0][1][1], samples[1][0][0], samples[2][0][0]] == [color.luma, color.cb, color.cr])
        }
    }

    @Test("Only the rectangle is written, from rows of any distance")
    func rectangle() {
        let noise = SmallPicture.noise(width: 66, height: 22)
        let buffer = noise.i420Buffer()
        let patch = SmallPicture.noise(width: 38, height: 6, seed: 3)
        patch.convert(to: PixelRect(x: 10, y: 4, width: 38, height: 6), of: buffer, padding: 5)
        let patched = SmallPicture(width: 66, height: 22) { x, y in
            (10..<48).contains(x) && (4..<10).contains(y) ? patch[x - 10, y - 4] : noise[x, y]
        }
        #expect(buffer.samples == patched.i420Buffer().samples)
    }

    @Test("A rectangle at the edge of an odd size repeats the edge as the whole picture does")
    func oddEdge() {
        let noise = SmallPicture.noise(width: 37, height: 13)
        let buffer = PixelBuffer(format: .i420, displaySize: PixelSize(width: 37, height: 13), color: .bt709Limited)
        for (x, width) in [(0, 20), (20, 17)] {
            for (y, height) in [(0, 8), (8, 5)] {
                let tile = SmallPicture(width: width, height: height) { noise[x + $0, y + $1] }
                tile.convert(to: PixelRect(x: x, y: y, width: width, height: height), of: buffer)
            }
        }
        #expect(buffer.samples == noise.i420Buffer().samples)
    }

    @Test(
        "What has to be fetched is rounded outwards to whole chroma samples, up to the screen's edge",
        arguments: [
            (changed: PixelRect(x: 3, y: 5, width: 4, height: 2), expected: PixelRect(x: 2, y: 4, width: 6, height: 4)),
            (changed: PixelRect(x: 2, y: 4, width: 4, height: 2), expected: PixelRect(x: 2, y: 4, width: 4, height: 2)),
            (
                changed: PixelRect(x: 36, y: 9, width: 9, height: 9),
                expected: PixelRect(x: 36, y: 8, width: 1, height: 5)
            ),
            (
                changed: PixelRect(x: -3, y: -3, width: 4, height: 4),
                expected: PixelRect(x: 0, y: 0, width: 2, height: 2)
            ),
        ]
    )
    func fetchedRectangle(changed: PixelRect, expected: PixelRect) {
        let size = PixelSize(width: 37, height: 13)
        #expect(ScreenConverter.rectangle(toConvert: changed, of: size) == expected)
        #expect(ScreenConverter.rectangle(toConvert: expected, of: size) == expected)
    }

    @Test("A rectangle of nothing converts nothing")
    func nothing() {
        let buffer = PixelBuffer(format: .i420, displaySize: PixelSize(width: 4, height: 4), color: .bt709Limited)
        let before = buffer.samples
        SmallPicture(width: 0, height: 0) { _, _ in .white }
            .convert(to: PixelRect(x: 1, y: 1, width: 0, height: 0), of: buffer)
        #expect(buffer.samples == before)
        for nothing in [PixelRect(x: 9, y: 9, width: 4, height: 4), PixelRect(x: 1, y: 1, width: 0, height: 2)] {
            #expect(ScreenConverter.rectangle(toConvert: nothing, of: buffer.displaySize).isEmpty)
        }
    }

    @Test("Half a chroma sample can't be converted")
    func halfSample() async {
        await #expect(processExitsWith: .failure) {
            let buffer = PixelBuffer(format: .i420, displaySize: PixelSize(width: 4, height: 4), color: .bt709Limited)
            let picture = SmallPicture(width: 2, height: 2) { _, _ in .white }
            picture.convert(to: PixelRect(x: 1, y: 0, width: 2, height: 2), of: buffer)
        }
    }

    @Test("Fewer pixels than the rectangle has can't be converted")
    func tooFewPixels() async {
        await #expect(processExitsWith: .failure) {
            let buffer = PixelBuffer(format: .i420, displaySize: PixelSize(width: 4, height: 4), color: .bt709Limited)
            let picture = SmallPicture(width: 4, height: 3) { _, _ in .white }
            picture.convert(to: PixelRect(buffer.displaySize), of: buffer)
        }
    }

    @Test("A picture with another tag than the kernel's can't be converted into")
    func otherTag() async {
        await #expect(processExitsWith: .failure) {
            let bt601 = ColorDescription(primaries: 6, transfer: 6, matrix: 6, range: .limited)
            let buffer = PixelBuffer(format: .i420, displaySize: PixelSize(width: 2, height: 2), color: bt601)
            let picture = SmallPicture(width: 2, height: 2) { _, _ in .white }
            picture.convert(to: PixelRect(buffer.displaySize), of: buffer)
        }
    }
}
