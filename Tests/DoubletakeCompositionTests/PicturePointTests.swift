import DoubletakeMedia
import Testing

@testable import DoubletakeComposition

@Suite struct PicturePointTests {
    private static let size = PixelSize(width: 400, height: 200)

    @Test("A place of the canvas is a point of the picture that lies there, and of none beside it")
    func placed() {
        let area = PixelRect(x: 100, y: 50, width: 200, height: 100)
        let whole = Placement(pictureSize: Self.size, area: area)
        #expect(PicturePoint(canvasX: 150, canvasY: 75, in: whole) == PicturePoint(x: 0.25, y: 0.25))
        #expect(PicturePoint(canvasX: 99, canvasY: 75, in: whole) == nil)
        #expect(PicturePoint(canvasX: 150, canvasY: 150, in: whole) == nil)
        let part = PixelRect(x: 100, y: 0, width: 200, height: 200)
        let cut = Placement(pictureSize: Self.size, part: part, area: area)
        #expect(PicturePoint(canvasX: 150, canvasY: 75, in: cut) == PicturePoint(x: 0.375, y: 0.25))
    }

    @Test(
        "A point of a tile is found in the camera's own picture, however that is turned, mirrored and cropped",
        arguments: [
            (TileStyle(), 0.25, 0.125), (TileStyle(mirroring: .horizontal), 0.75, 0.125),
            (TileStyle(rotation: .right), 0.125, 0.75), (TileStyle(rotation: .half), 0.75, 0.875),
            (TileStyle(rotation: .left), 0.875, 0.25),
            (TileStyle(mirroring: .horizontal, rotation: .right), 0.125, 0.25),
            (TileStyle(crop: PixelRect(x: 200, y: 100, width: 200, height: 100)), 0.625, 0.5625),
        ] as [(TileStyle, Double, Double)]
    )
    func styled(style: TileStyle, x: Double, y: Double) {
        let point = PicturePoint(x: 0.25, y: 0.125).withoutStyle(style, of: Self.size)
        #expect(point == PicturePoint(x: x, y: y))
    }
}
