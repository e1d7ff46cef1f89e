import DoubletakeMedia
import DoubletakePixels
import Testing

struct PixelBufferScaleTests {
    /// Ratios for which the library has code of its own, others, and odd sizes.
    private static let sizes: [(from: PixelSize, to: PixelSize)] = [
        ((64, 48), (32, 24)), ((64, 48), (48, 36)), ((64, 48), (24, 18)), ((64, 48), (16, 12)), ((64, 48), (64, 20)),
        ((63, 47), (32, 24)), ((64, 48), (41, 31)), ((63, 47), (62, 46)), ((120, 90), (10, 8)), ((101, 77), (33, 25)),
        ((32, 24), (64, 48)), ((33, 25), (63, 47)), ((16, 12), (101, 77)), ((7, 5), (90, 64)), ((64, 48), (128, 36)),
        ((1, 1), (8, 8)), ((2, 9), (9, 2)),
    ].map { from, to in (PixelSize(width: from.0, height: from.1), PixelSize(width: to.0, height: to.1)) }

    private func picture(_ size: PixelSize, _ color: YUVColor? = nil) -> PixelBuffer {
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        if let color { picture.fill(PixelRect(size), with: color) }
        return picture
    }

    private func noise(_ size: PixelSize, seed: UInt64) -> PixelBuffer {
        SmallPicture.noise(width: size.width, height: size.height, seed: seed).i420Buffer()
    }

    private func scaled(_ source: PixelBuffer, to size: PixelSize) -> PixelBuffer {
        let result = picture(size)
        result.scale(from: source, into: PixelRect(size))
        return result
    }

    @Test("A surface of one colour keeps it within 1 at every size, and nothing beside it changes", arguments: sizes)
    func flat(from: PixelSize, to: PixelSize) {
        let green = YUVColor(red: 0, green: 255, blue: 0)
        let area = PixelRect(to).offsetBy(x: 4, y: 6)
        // The canvas goes on behind the area where that has an even edge; an odd one can only be the canvas's own.
        let canvas = noise(
            PixelSize(
                width: area.maxX + (to.width.isMultiple(of: 2) ? 6 : 0),
                height: area.maxY + (to.height.isMultiple(of: 2) ? 6 : 0)
            ),
            seed: 3
        )
        let before = canvas.samples
        canvas.scale(from: picture(from, green), into: area)
        for (plane, value) in [green.luma, green.cb, green.cr].enumerated() {
            let unit = plane == 0 ? 1 : 2
            // With the padding of an odd size.
            let inside = area.expanded(toMultiplesOf: 2)
            for (y, row) in canvas.samples(ofPlane: plane).enumerated() {
                for (x, sample) in row.enumerated() {
                    let isInside = inside.contains(PixelRect(x: x * unit, y: y * unit, width: 1, height: 1))
                    let isRight = isInside ? abs(Int(sample) - Int(value)) <= 1 : sample == before[plane][y][x]
                    if !isRight { Issue.record("plane \(plane) has \(sample) at \(x),\(y)") }
                }
            }
        }
    }

    @Test("At half the size each sample is the mean of four")
    func half() {
        let source = noise(PixelSize(width: 32, height: 16), seed: 5)
        let result = scaled(source, to: PixelSize(width: 16, height: 8))
        for plane in 0..<3 {
            let (old, new) = (source.samples(ofPlane: plane), result.samples(ofPlane: plane))
            for (y, row) in new.enumerated() {
                for (x, sample) in row.enumerated() {
                    let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map { Int(old[2 * y + $0.1][2 * x + $0.0]) }
                    #expect(abs(Double(sample) - Double(block.reduce(0, +)) / 4) <= 1)
                }
            }
        }
    }

    @Test("A picture of the same size is copied")
    func same() {
        let source = noise(PixelSize(width: 33, height: 17), seed: 6)
        let result = scaled(source, to: source.displaySize)
        #expect(result.isEqual(to: source, in: PixelRect(source.displaySize)))
    }

    @Test("A slope stays where it is: nothing is shifted", arguments: [16, 40, 48, 64, 90, 128, 200])
    func slope(length: Int) {
        let source = SmallPicture(width: 64, height: 64) { x, y in
            Pixel(blue: UInt8(4 * y), green: UInt8(2 * x + 2 * y), red: UInt8(4 * x))
        }.i420Buffer()
        let result = scaled(source, to: PixelSize(width: length, height: length)).samples(ofPlane: 0)
        let luma = source.samples(ofPlane: 0)
        // The two ends, where there is nothing to mix with, are left out.
        for position in length / 8..<length * 7 / 8 {
            let place = (Double(position) + 0.5) * 64 / Double(length) - 0.5
            let (before, part) = (Int(place), place - place.rounded(.down))
            let expected = Double(luma[before][before]) * (1 - part) + Double(luma[before + 1][before + 1]) * part
            #expect(abs(Double(result[position][position]) - expected) <= 3)
        }
    }

    @Test("A change is seen only in the area that is said", arguments: sizes)
    func changedArea(from: PixelSize, to: PixelSize) {
        var generator = SeededGenerator(seed: 11)
        let area = PixelRect(to).offsetBy(x: 2, y: 4)
        let canvas = picture(PixelSize(width: area.maxX, height: area.maxY), .black)
        let expected = picture(canvas.displaySize, .black)
        let source = noise(from, seed: 1)
        canvas.scale(from: source, into: area)
        for seed in 0..<60 as Range<UInt64> {
            let changed = PixelRect(
                x: Int.random(in: -2..<from.width, using: &generator),
                y: Int.random(in: -2..<from.height, using: &generator),
                width: Int.random(in: 1...9, using: &generator),
                height: Int.random(in: 1...9, using: &generator)
            )
            source.copy(changed, from: noise(from, seed: seed))
            expected.scale(from: source, into: area)
            let blocks = source.wholeBlocks(around: changed)
            let seen = PixelBuffer.area(scaledFrom: seed.isMultiple(of: 2) ? changed : blocks, of: from, to: area)
            #expect(area.contains(seen))
            canvas.copy(seen, from: expected)
            if !canvas.isEqual(to: expected, in: PixelRect(canvas.displaySize)) {
                Issue.record("a change in \(changed) was seen outside of \(seen)")
                return
            }
        }
    }

    @Test("A small change of a large picture is seen in a small area")
    func smallArea() {
        let screen = PixelSize(width: 1_920, height: 1_080)
        let area = PixelRect(x: 0, y: 0, width: 1_280, height: 720)
        let seen = PixelBuffer.area(scaledFrom: PixelRect(x: 960, y: 540, width: 30, height: 30), of: screen, to: area)
        #expect(seen.contains(PixelRect(x: 640, y: 360, width: 20, height: 20)))
        #expect(seen.width <= 32 && seen.height <= 32)
        #expect(PixelBuffer.area(scaledFrom: PixelRect(x: -9, y: 0, width: 9, height: 9), of: screen, to: area).isEmpty)
        #expect(PixelBuffer.area(scaledFrom: PixelRect(screen), of: screen, to: area) == area)
    }

    @Test("The padding of an odd size is its last column and row once more")
    func padding() {
        let result = scaled(noise(PixelSize(width: 20, height: 30), seed: 8), to: PixelSize(width: 13, height: 11))
        let luma = result.samples(ofPlane: 0)
        #expect(luma.allSatisfy { $0[13] == $0[12] })
        #expect(luma[11] == luma[10])
    }
}
