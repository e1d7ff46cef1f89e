import DoubletakeComposition
import DoubletakeMedia
import Testing

struct PlacementTests {
    private static func size(_ width: Int, _ height: Int) -> PixelSize {
        PixelSize(width: width, height: height)
    }

    @Test(
        "A picture is as large as its canvas allows, in the middle, and not distorted",
        arguments: [
            ((1_920, 1_080), (1_280, 720), "1280x720+0+0"),
            ((1_366, 768), (1_280, 720), "1280x720+0+0"),
            ((1_280, 1_024), (1_280, 720), "900x720+190+0"),
            ((1_920, 1_200), (1_920, 1_080), "1728x1080+96+0"),
            ((3_440, 1_440), (1_920, 1_080), "1920x804+0+138"),
            ((640, 480), (1_920, 1_080), "1440x1080+240+0"),
            ((1_080, 1_920), (1_280, 720), "406x720+436+0"),
            ((641, 481), (641, 481), "641x481+0+0"),
            ((100, 100), (101, 51), "52x51+24+0"),
        ]
    )
    func fitting(picture: (Int, Int), canvas: (Int, Int), expected: String) {
        let placement = Placement.fitting(Self.size(picture.0, picture.1), into: Self.size(canvas.0, canvas.1))
        #expect("\(placement.area)" == expected)
    }

    @Test(
        "At every size the area lies in the canvas, has even edges or ends with it, and is a pixel or two off at most")
    func everySize() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<5_000 {
            func side() -> Int { Int.random(in: 1...400, using: &generator) }
            let (picture, canvas) = (Self.size(side(), side()), Self.size(side(), side()))
            let area = Placement.fitting(picture, into: canvas).area
            let isEven = area.x.isMultiple(of: 2) && area.y.isMultiple(of: 2)
            let isWide = area.maxX.isMultiple(of: 2) || area.maxX == canvas.width
            let isHigh = area.maxY.isMultiple(of: 2) || area.maxY == canvas.height
            #expect(!area.isEmpty && PixelRect(canvas).contains(area) && isEven && isWide && isHigh)
            #expect(area.width == canvas.width || area.height == canvas.height)
            #expect(abs(area.x - (canvas.width - area.maxX)) <= 3 && abs(area.y - (canvas.height - area.maxY)) <= 3)
            let factor = min(
                Double(canvas.width) / Double(picture.width), Double(canvas.height) / Double(picture.height))
            // A very thin picture is still two pixels wide.
            #expect(abs(Double(area.width) - Double(picture.width) * factor) <= 2)
            #expect(abs(Double(area.height) - Double(picture.height) * factor) <= 2)
        }
    }

    @Test("A picture that is only moved has changed where it has changed, moved")
    func moved() {
        let placement = Placement.fitting(Self.size(48, 30), into: Self.size(48, 40))
        #expect(placement.area == PixelRect(x: 0, y: 4, width: 48, height: 30))
        let damage = placement.damage(from: Damage([PixelRect(x: 3, y: 5, width: 2, height: 1)]))
        #expect(damage.rectangles == [PixelRect(x: 3, y: 9, width: 2, height: 1)])
        #expect(placement.damage(from: .none).isEmpty)
        #expect(placement.damage(from: .everything).rectangles == [placement.area])
    }
}
