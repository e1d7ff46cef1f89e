import DoubletakeComposition
import DoubletakeMedia
import Testing

/// What every layout keeps, whatever it is given.
struct LayoutConformanceTests {
    private static let layouts: [Layout] =
        Layout.all
        + Layout.Corner.allCases.flatMap { corner in
            [5, 50].map { Layout.pictureInPicture(corner, percentage: $0, margin: $0 / 5) }
        }

    private static func picture(_ gravity: PictureGravity?, using generator: inout SeededGenerator) -> Layout.Picture {
        Layout.Picture(
            size: PixelSize(
                width: Int.random(in: 1...300, using: &generator),
                height: Int.random(in: 1...300, using: &generator)
            ),
            gravity: gravity
        )
    }

    private static func isWhole(_ rect: PixelRect, in size: PixelSize) -> Bool {
        !rect.isEmpty && PixelRect(size).contains(rect)
            && rect.x.isMultiple(of: 2) && rect.y.isMultiple(of: 2)
            && (rect.maxX.isMultiple(of: 2) || rect.maxX == size.width)
            && (rect.maxY.isMultiple(of: 2) || rect.maxY == size.height)
    }

    /// By how many pixels of the area one side of the picture is longer than its shape has it.
    private static func distortion(_ placement: Placement) -> Double {
        let horizontal = Double(placement.area.width) / Double(placement.part.width)
        let vertical = Double(placement.area.height) / Double(placement.part.height)
        return min(
            Double(placement.part.width) * abs(horizontal - vertical),
            Double(placement.part.height) * abs(horizontal - vertical)
        )
    }

    @Test(
        "Every picture that has a place lies in the canvas and has whole chroma samples there and in itself",
        arguments: layouts.indices
    )
    func everySize(index: Int) {
        var generator = SeededGenerator(seed: UInt64(index))
        for _ in 0..<1_500 {
            let canvas = PixelSize(
                width: Int.random(in: 1...400, using: &generator),
                height: Int.random(in: 1...400, using: &generator)
            )
            let gravity = [PictureGravity.fit, .fill, .stretch, nil].randomElement(using: &generator) ?? nil
            let pictures = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                Self.picture(gravity, using: &generator)
            }
            let placements = Self.layouts[index].placements(of: pictures, in: canvas)
            #expect(placements.count <= pictures.count && placements.isEmpty == pictures.isEmpty)
            for (picture, placement) in zip(pictures, placements) {
                #expect(placement.pictureSize == picture.size)
                #expect(Self.isWhole(placement.area, in: canvas), "\(pictures) in \(canvas): \(placement)")
                #expect(Self.isWhole(placement.part, in: picture.size), "\(pictures) in \(canvas): \(placement)")
            }
        }
    }

    @Test("Pictures keep their shape unless they are to be stretched", arguments: layouts.indices)
    func shapes(index: Int) {
        var generator = SeededGenerator(seed: UInt64(index))
        for _ in 0..<500 {
            let canvas = PixelSize(
                width: 16 * Int.random(in: 20...80, using: &generator),
                height: 16 * Int.random(in: 20...80, using: &generator)
            )
            let pictures = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                Layout.Picture(
                    size: PixelSize(
                        width: Int.random(in: 200...900, using: &generator),
                        height: Int.random(in: 200...900, using: &generator)
                    ),
                    gravity: Bool.random(using: &generator) ? .fit : .fill
                )
            }
            for (picture, placement) in zip(pictures, Self.layouts[index].placements(of: pictures, in: canvas)) {
                // A side is rounded to an even number, in the area or in the part of the picture.
                let scale = max(
                    Double(placement.area.width) / Double(placement.part.width),
                    Double(placement.area.height) / Double(placement.part.height)
                )
                #expect(Self.distortion(placement) <= 2 * max(scale, 1), "\(picture) in \(canvas): \(placement)")
                if picture.gravity == .fit { #expect(placement.part == PixelRect(picture.size)) }
            }
        }
    }

    @Test("In the canvas that a layout asks for, pictures of one size are shown pixel for pixel")
    func ownCanvas() {
        let size = PixelSize(width: 320, height: 180)
        for layout in [Layout.single, .stack, .sideBySide, .grid] {
            for count in 1...4 {
                let canvas = layout.canvasSize(for: Array(repeating: size, count: count))
                let pictures = Array(repeating: Layout.Picture(size: size), count: count)
                let placements = layout.placements(of: pictures, in: canvas)
                #expect(placements.count == (layout.name == "single" ? 1 : count))
                #expect(placements.allSatisfy { $0.area.size == size }, "\(layout.name) of \(count)")
            }
        }
        #expect(Layout.stack.canvasSize(for: [size, PixelSize(width: 640, height: 480)]).description == "640x960")
        #expect(Layout.pictureInPicture().canvasSize(for: [PixelSize(width: 641, height: 1)]).description == "642x2")
    }

    @Test("Pictures only lie over each other where the layout means it, and the small ones lie over the first alone")
    func overlaps() {
        let pictures = [(1280, 720), (640, 480), (480, 640), (1920, 1080)].map {
            Layout.Picture(size: PixelSize(width: $0.0, height: $0.1))
        }
        for layout in Self.layouts {
            let areas = layout.placements(of: pictures, in: PixelSize(width: 1280, height: 720)).map(\.area)
            for (index, area) in areas.enumerated().dropFirst(layout.name == "pip" ? 1 : 0) {
                #expect(
                    areas[..<index].dropFirst(layout.name == "pip" ? 1 : 0).allSatisfy {
                        $0.intersection(area).isEmpty
                    })
            }
        }
    }

    @Test("Stretched pictures leave nothing of the canvas black, whatever its size")
    func coverage() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let canvas = PixelSize(
                width: Int.random(in: 32...400, using: &generator),
                height: Int.random(in: 32...400, using: &generator)
            )
            for layout in Layout.all where layout.name != "pip" {
                for count in 1...4 {
                    // A last row that isn't full is free on both sides.
                    if layout.name == "grid", count == 3 { continue }
                    let pictures = (0..<count).map { _ in Self.picture(.stretch, using: &generator) }
                    let areas = layout.placements(of: pictures, in: canvas).map(\.area)
                    // None lies over another one, as `overlaps` says.
                    let covered = areas.reduce(0) { $0 + $1.width * $1.height }
                    #expect(covered == canvas.width * canvas.height, "\(layout.name) of \(count) in \(canvas)")
                }
            }
        }
    }

    @Test("A layout is found by its name, and every name is another one")
    func names() {
        #expect(Layout.all.map(\.name) == ["single", "stack", "side-by-side", "pip", "grid", "presenter", "split"])
        for layout in Layout.all { #expect(Layout.named(layout.name)?.name == layout.name) }
        #expect(Layout.named("Stack") == nil)
    }
}
