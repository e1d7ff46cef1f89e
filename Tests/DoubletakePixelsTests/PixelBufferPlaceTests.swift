import DoubletakeMedia
import DoubletakePixels
import Testing

struct PixelBufferPlaceTests {
    private static let whole = PixelRect(x: 0, y: 0, width: 13, height: 9)

    private func mask(_ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> UInt8) -> PixelBuffer {
        let size = PixelSize(width: width, height: height)
        let mask = PixelBuffer(format: .alpha, displaySize: size, color: .sRGB)
        let bytesPerRow = mask.bytesPerRow(ofPlane: 0)
        mask.withMutableBytes(ofPlane: 0) { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    bytes.storeBytes(of: value(x, y), toByteOffset: y * bytesPerRow + x, as: UInt8.self)
                }
            }
        }
        return mask
    }

    @Test("A part is copied to another place, and nothing outside of it changes")
    func copying() {
        let old = SmallPicture.noise(width: 13, height: 9)
        let new = SmallPicture.noise(width: 21, height: 15, seed: 5)
        let buffer = old.i420Buffer()
        buffer.copy(PixelRect(x: 10, y: 2, width: 6, height: 4), of: new.i420Buffer(), toX: 2, y: 4)
        let expected = SmallPicture(width: 13, height: 9) { x, y in
            (2..<8).contains(x) && (4..<8).contains(y) ? new[x + 8, y - 2] : old[x, y]
        }
        #expect(buffer.samples == expected.i420Buffer().samples)
    }

    @Test("A part that ends with an odd picture may be copied to the end of another odd one, with its repeated edge")
    func copyingOddEdges() {
        let buffer = SmallPicture.noise(width: 13, height: 9).i420Buffer()
        let source = SmallPicture.noise(width: 21, height: 15, seed: 5)
        buffer.copy(PixelRect(x: 8, y: 6, width: 13, height: 9), of: source.i420Buffer(), toX: 0, y: 0)
        let expected = SmallPicture(width: 13, height: 9) { x, y in source[x + 8, y + 6] }
        #expect(buffer.samples == expected.i420Buffer().samples)
    }

    @Test("A mask of all or nothing copies all or nothing, and one of a half mixes both alike")
    func masks() {
        let old = SmallPicture.noise(width: 13, height: 9).i420Buffer()
        let new = SmallPicture.noise(width: 13, height: 9, seed: 5).i420Buffer()
        let kept = SmallPicture.noise(width: 13, height: 9).i420Buffer()
        kept.blend(Self.whole, of: new, through: mask(13, 9) { _, _ in 0 }, toX: 0, y: 0)
        #expect(kept.samples == old.samples)
        let replaced = SmallPicture.noise(width: 13, height: 9).i420Buffer()
        replaced.blend(Self.whole, of: new, through: mask(13, 9) { _, _ in 255 }, toX: 0, y: 0)
        #expect(replaced.isEqual(to: new, in: PixelRect(x: 0, y: 0, width: 12, height: 8)))
        let mixed = SmallPicture.noise(width: 13, height: 9).i420Buffer()
        mixed.blend(Self.whole, of: new, through: mask(13, 9) { _, _ in 128 }, toX: 0, y: 0)
        for y in 0..<9 {
            for x in 0..<13 {
                let mean = (Int(old.samples(ofPlane: 0)[y][x]) + Int(new.samples(ofPlane: 0)[y][x])) / 2
                #expect(abs(Int(mixed.samples(ofPlane: 0)[y][x]) - mean) <= 2)
            }
        }
    }

    @Test(
        "However an area is cut into parts, the same samples come out of a mask",
        arguments: 1...6 as ClosedRange<UInt64>)
    func parts(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let (width, height) = (Int.random(in: 30...70, using: &generator), Int.random(in: 6...20, using: &generator))
        let values = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let mask = mask(width, height) { x, y in values[y * width + x] }
        let source = SmallPicture.noise(width: width, height: height, seed: seed).i420Buffer()
        let (whole, cut) = (
            SmallPicture.noise(width: 80, height: 30, seed: 9).i420Buffer(),
            SmallPicture.noise(width: 80, height: 30, seed: 9).i420Buffer()
        )
        // At an even place all of it has whole chroma samples only where its size is even.
        let (evenWidth, evenHeight) = (width & ~1, height & ~1)
        let all = PixelRect(x: 0, y: 0, width: evenWidth, height: evenHeight)
        whole.blend(all, of: source, through: mask, toX: 4, y: 6)
        let column = Int.random(in: 1..<evenWidth / 2, using: &generator) * 2
        let row = Int.random(in: 1..<evenHeight / 2, using: &generator) * 2
        for part in [
            PixelRect(x: 0, y: 0, width: column, height: row),
            PixelRect(x: column, y: 0, width: evenWidth - column, height: row),
            PixelRect(x: 0, y: row, width: column, height: evenHeight - row),
            PixelRect(x: column, y: row, width: evenWidth - column, height: evenHeight - row),
        ] {
            cut.blend(part, of: source, through: mask, toX: 4 + part.x, y: 6 + part.y)
        }
        #expect(cut.samples == whole.samples)
    }

    @Test("A part is turned a quarter to the right, upside down and to the left", arguments: PictureRotation.allCases)
    func turning(rotation: PictureRotation) {
        let source = SmallPicture.noise(width: 20, height: 15)
        let part = PixelRect(x: 4, y: 2, width: 12, height: 8)
        let size = rotation.size(of: part.size)
        let turned = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        turned.turn(part, of: source.i420Buffer(), by: rotation)
        let expected = SmallPicture(width: size.width, height: size.height) { x, y in
            switch rotation {
            case .none: source[4 + x, 2 + y]
            case .right: source[4 + y, 2 + 7 - x]
            case .half: source[4 + 11 - x, 2 + 7 - y]
            case .left: source[4 + 11 - y, 2 + x]
            }
        }
        #expect(turned.samples == expected.i420Buffer().samples)
    }

    @Test("A mirrored picture has left and right exchanged")
    func mirroring() {
        let source = SmallPicture.noise(width: 34, height: 10)
        let mirrored = PixelBuffer(
            format: .i420, displaySize: PixelSize(width: 34, height: 10), color: .bt709Limited)
        mirrored.mirror(source.i420Buffer())
        let expected = SmallPicture(width: 34, height: 10) { x, y in source[33 - x, y] }
        #expect(mirrored.samples == expected.i420Buffer().samples)
    }

    @Test("A part is scaled as if it were a picture of its own")
    func scaledPart() {
        let source = SmallPicture.noise(width: 40, height: 30)
        let part = PixelRect(x: 10, y: 4, width: 20, height: 16)
        let alone = SmallPicture(width: 20, height: 16) { x, y in source[x + 10, y + 4] }
        let rect = PixelRect(x: 2, y: 2, width: 12, height: 10)
        let size = PixelSize(width: 16, height: 14)
        let (first, second) = (
            PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited),
            PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        )
        first.scale(part, of: source.i420Buffer(), into: rect)
        second.scale(from: alone.i420Buffer(), into: rect)
        #expect(first.samples == second.samples)
    }
}
