import DoubletakeMedia
import DoubletakePixels
import Testing

struct PixelBufferDifferenceTests {
    private static let size = PixelSize(width: 100, height: 50)
    /// Blocks of the canvas end at columns 32, 64, 96 and at rows 16, 32, 48.
    private static let area = PixelRect(size).offsetBy(x: 20, y: 10)

    private func picture(_ changes: [PixelRect] = []) -> PixelBuffer {
        let picture = PixelBuffer(format: .i420, displaySize: Self.size, color: .bt709Limited)
        picture.fill(PixelRect(Self.size), with: YUVColor(red: 10, green: 20, blue: 30))
        for change in changes { picture.fill(change, with: YUVColor(red: 200, green: 100, blue: 50)) }
        return picture
    }

    private func difference(_ changes: [PixelRect], within candidates: Damage = .everything) -> [PixelRect]? {
        picture(changes).difference(from: picture(), within: candidates, at: Self.area).rectangles
    }

    @Test("Where nothing differs there is no difference, and where everything does it is the area, as one rectangle")
    func extremes() {
        #expect(difference([])?.isEmpty == true)
        #expect(difference([PixelRect(Self.size)]) == [Self.area])
    }

    @Test("Something small is the block of the canvas in which it lies, cut off at the area's edge")
    func small() {
        #expect(
            difference([PixelRect(x: 0, y: 0, width: 2, height: 2)])
                == [PixelRect(x: 20, y: 10, width: 12, height: 6)]
        )
        // Canvas columns 60 to 70 and rows 30 to 34 are in four blocks.
        #expect(
            difference([PixelRect(x: 40, y: 20, width: 10, height: 4)])
                == [PixelRect(x: 32, y: 16, width: 64, height: 32)]
        )
    }

    @Test("What is far apart is apart, and nobody looks where nothing can differ")
    func apart() {
        let corners = [PixelRect(x: 0, y: 0, width: 2, height: 2), PixelRect(x: 98, y: 48, width: 2, height: 2)]
        let found = [
            PixelRect(x: 20, y: 10, width: 12, height: 6), PixelRect(x: 96, y: 48, width: 24, height: 12),
        ]
        #expect(difference(corners) == found)
        let candidates = Damage([PixelRect(x: 100, y: 50, width: 4, height: 4)])
        #expect(difference(corners, within: candidates) == [found[1]])
        #expect(difference(corners, within: .none)?.isEmpty == true)
    }
}
