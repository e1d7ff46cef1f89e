import DoubletakeMedia
import DoubletakePixels
import Testing

struct PixelBufferBlendTests {
    /// Noise whose colours are at most their alpha, as they are in a premultiplied picture.
    private func premultipliedNoise(width: Int, height: Int) -> SmallPicture {
        let noise = SmallPicture.noise(width: width, height: height, seed: 7)
        return SmallPicture(width: width, height: height) { x, y in
            let pixel = noise[x, y]
            func multiplied(_ level: UInt8) -> UInt8 { UInt8(Int(level) * Int(pixel.alpha) / 255) }
            return Pixel(
                blue: multiplied(pixel.blue),
                green: multiplied(pixel.green),
                red: multiplied(pixel.red),
                alpha: pixel.alpha
            )
        }
    }

    @Test(
        "An opaque overlay on whole chroma samples replaces what is under it",
        arguments: [(4, 2), (-4, -2), (10, 6), (0, 0)]
    )
    func opaque(x: Int, y: Int) {
        let canvas = SmallPicture.noise(width: 12, height: 8)
        let noise = SmallPicture.noise(width: 6, height: 4, seed: 9)
        let cursor = SmallPicture(width: 6, height: 4) { column, row in
            var pixel = noise[column, row]
            pixel.alpha = 255
            return pixel
        }
        let buffer = canvas.i420Buffer()
        buffer.blend(VideoFrame.Overlay(picture: cursor.bgraBuffer(), x: x, y: y))
        let expected = SmallPicture(width: 12, height: 8) { column, row in
            (x..<x + 6).contains(column) && (y..<y + 4).contains(row)
                ? cursor[column - x, row - y] : canvas[column, row]
        }
        #expect(buffer.samples == expected.i420Buffer().samples)
    }

    @Test("A transparent overlay changes nothing")
    func transparent() {
        let buffer = SmallPicture.noise(width: 12, height: 8).i420Buffer()
        let before = buffer.samples
        let nothing = SmallPicture(width: 5, height: 5) { _, _ in .transparent }
        buffer.blend(VideoFrame.Overlay(picture: nothing.bgraBuffer(), x: 3, y: 1))
        #expect(buffer.samples == before)
    }

    @Test(
        "A half transparent overlay is mixed in at any place, cut at the edges of an even or odd canvas",
        arguments: [11, 12, 13], [-9, -4, -1, 0, 3, 8, 11, 12, 13]
    )
    func mixed(canvasWidth: Int, position: Int) {
        let buffer = SmallPicture.noise(width: canvasWidth, height: 9).i420Buffer()
        let before = buffer.samples
        let cursor = premultipliedNoise(width: 5, height: 5)
        // Two different coordinates, so that swapped ones are noticed.
        let (x, y) = (position, position / 2)
        buffer.blend(VideoFrame.Overlay(picture: cursor.bgraBuffer(), x: x, y: y))
        let after = buffer.samples

        /// What lies over a pixel of the coded size; the padding is the edge once more.
        func pixel(_ column: Int, _ row: Int) -> Pixel {
            let (column, row) = (min(column, canvasWidth - 1), min(row, 8))
            let isCovered = (x..<x + 5).contains(column) && (y..<y + 5).contains(row)
            return isCovered ? cursor[column - x, row - y] : .transparent
        }
        for row in after[0].indices {
            for column in after[0][row].indices {
                let over = pixel(column, row)
                let opacity = Double(over.alpha) / 255
                let light = ReferenceColor(over).luma - 16
                let expected = light + 16 * opacity + Double(before[0][row][column]) * (1 - opacity)
                if !isRounded(after[0][row][column], from: expected) {
                    Issue.record("luma at \(column),\(row) is \(after[0][row][column]) and not \(expected)")
                }
            }
        }
        for row in after[1].indices {
            for column in after[1][row].indices {
                let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map { pixel(2 * column + $0.0, 2 * row + $0.1) }
                let light = ReferenceColor(mean: block)
                let opacity = block.reduce(0) { $0 + Double($1.alpha) } / (4 * 255)
                for (plane, added) in [(1, light.cb - 128), (2, light.cr - 128)] {
                    let expected = 128 + added + (Double(before[plane][row][column]) - 128) * (1 - opacity)
                    if !isRounded(after[plane][row][column], from: expected) {
                        Issue.record("plane \(plane) at \(column),\(row) is \(after[plane][row][column])")
                    }
                }
            }
        }
    }

    @Test("An overlay far outside changes nothing", arguments: [Int.min, -5, 4, Int.max], [Int.min, 0, Int.max])
    func farOutside(x: Int, y: Int) {
        let buffer = SmallPicture.noise(width: 4, height: 4).i420Buffer()
        let before = buffer.samples
        let cursor = SmallPicture(width: 5, height: 5) { _, _ in .white }
        buffer.blend(VideoFrame.Overlay(picture: cursor.bgraBuffer(), x: x, y: y))
        #expect(buffer.samples == before)
    }

    @Test("Only the blocks around the overlay change")
    func changedBlocks() {
        let buffer = SmallPicture(width: 13, height: 9) { _, _ in .red }.i420Buffer()
        let original = SmallPicture(width: 13, height: 9) { _, _ in .red }.i420Buffer()
        let cursor = SmallPicture(width: 3, height: 3) { _, _ in .white }
        buffer.blend(VideoFrame.Overlay(picture: cursor.bgraBuffer(), x: 11, y: 3))
        let changed = buffer.wholeBlocks(around: PixelRect(x: 11, y: 3, width: 3, height: 3))
        #expect(changed == PixelRect(x: 10, y: 2, width: 4, height: 4))
        #expect(!buffer.isEqual(to: original, in: PixelRect(buffer.displaySize)))
        buffer.copy(changed, from: original)
        #expect(buffer.samples == original.samples)
    }
}
