import DoubletakeMedia
import DoubletakePixels
import Testing

@testable import DoubletakeComposition

@Suite struct TilePainterTests {
    private static let size = PixelSize(width: 1280, height: 720)

    private func picture(_ rest: YUVColor, changed: PixelRect? = nil) -> PixelBuffer {
        let picture = PixelBuffer(format: .i420, displaySize: Self.size, color: .bt709Limited)
        picture.fill(PixelRect(Self.size), with: rest)
        if let changed { picture.fill(changed, with: YUVColor(red: 255, green: 255, blue: 255)) }
        return picture
    }

    private func painter(_ style: TileStyle = TileStyle(), width: Int, height: Int) -> TilePainter {
        let area = PixelRect(x: 40, y: 20, width: width, height: height)
        return TilePainter(style, at: Placement(pictureSize: Self.size, area: area), color: .bt709Limited)
    }

    @Test(
        "What a small change differs in is all within the damage that it is said to do, however small the tile is",
        arguments: [(422, 236), (320, 180), (640, 360), (642, 362), (128, 72)] as [(Int, Int)]
    )
    func damage(width: Int, height: Int) {
        let dark = YUVColor(red: 20, green: 40, blue: 60)
        for x in stride(from: 2, to: 1_270, by: 158) {
            let change = PixelRect(x: x, y: x / 2 & ~1, width: 4, height: 2)
            let (before, after) = (picture(dark), picture(dark, changed: change))
            var (told, untold) = (painter(width: width, height: height), painter(width: width, height: height))
            told.show(before)
            untold.show(before)
            let (damage, all) = (told.show(after, changes: Damage([change])), untold.show(after))
            #expect(damage == all && !all.isEmpty, "\(change)")
        }
    }

    @Test("A tile that is much smaller than its picture has the picture's colours, to its edges")
    func colors() throws {
        let grey = YUVColor(red: 120, green: 120, blue: 120)
        for style in [TileStyle(), TileStyle(mirroring: .horizontal)] {
            var painter = painter(style, width: 422, height: 236)
            painter.show(picture(grey))
            let tile = try #require(painter.drawn).picture
            let expected = PixelBuffer(format: .i420, displaySize: tile.displaySize, color: .bt709Limited)
            expected.fill(PixelRect(tile.displaySize), with: grey)
            let area = PixelRect(tile.displaySize)
            let difference = tile.difference(from: expected, within: .everything, at: area)
            #expect(difference.isEmpty)
        }
    }
}
