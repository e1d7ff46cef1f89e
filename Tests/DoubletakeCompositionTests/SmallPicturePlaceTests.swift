import DoubletakeMedia
import Testing

@testable import DoubletakeComposition

@Suite struct SmallPicturePlaceTests {
    private static let canvas = PixelSize(width: 640, height: 360)

    private func tile(_ layout: Layout, count: Int = 2) -> [PixelRect] {
        let pictures = (0..<count).map { _ in Layout.Picture(size: PixelSize(width: 320, height: 180)) }
        return layout.placements(of: pictures, in: Self.canvas).dropFirst().map(\.area)
    }

    @Test("The four corners are the ends of the way that a small picture can be moved")
    func corners() {
        let places: [(Layout.Corner, Double, Double)] = [
            (.topLeft, 0, 0), (.topRight, 1, 0), (.bottomLeft, 0, 1), (.bottomRight, 1, 1),
        ]
        for (corner, x, y) in places {
            for count in 2...4 {
                let moved = Layout.pictureInPicture(at: SmallPicturePlace(x: x, y: y))
                #expect(tile(.pictureInPicture(corner), count: count) == tile(moved, count: count))
            }
        }
    }

    @Test("A tile that is dragged to a point lies there, within the margins, wherever the point is")
    func dragging() throws {
        let layout = Layout.pictureInPicture()
        let movement = try #require(layout.movement)
        for (x, y) in [(100.0, 50.0), (300, 200), (-500, 1_000), (10_000, -3)] {
            let tile = try #require(tile(layout).first)
            let place = movement.place(tile.size, x, y, Self.canvas)
            let moved = try #require(self.tile(movement.moved(place)).first)
            let whole = PixelRect(x: 6, y: 6, width: 628, height: 348)
            #expect(moved.size == tile.size && whole.contains(moved))
            let wanted = (min(max(x, 6), 640 - 6 - Double(tile.width)), min(max(y, 6), 360 - 6 - Double(tile.height)))
            #expect(abs(Double(moved.x) - wanted.0) <= 2 && abs(Double(moved.y) - wanted.1) <= 2)
        }
        #expect(Layout.all.filter { $0.movement != nil }.map(\.name) == ["pip"])
    }

    @Test("What is nearly at a margin or in the middle is there, and what isn't stays")
    func snapping() {
        #expect(SmallPicturePlace(x: 0.05, y: 0.97).snapped == SmallPicturePlace(x: 0, y: 1))
        #expect(SmallPicturePlace(x: 0.46, y: 0.3).snapped == SmallPicturePlace(x: 0.5, y: 0.3))
        #expect(SmallPicturePlace(x: 7, y: -1) == SmallPicturePlace(x: 1, y: 0))
    }
}
