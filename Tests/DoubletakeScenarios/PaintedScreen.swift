import DoubletakeMedia
import DoubletakeTestSupport

/// Coloured rectangles on a screen, at all places and of all sizes down to a pixel, of which every pixel is known.
struct PaintedScreen {
    /// The screen's size.
    let size: PixelSize
    /// What each pixel shows, row by row.
    private var pixels: [TestColor]
    private var rects: [(rect: PixelRect, color: TestColor)]

    /// Makes a screen, always the same one for a seed.
    ///
    /// - Parameters:
    ///   - detail: how many rectangles there are for each thousand pixels.
    ///   - colors: how many colours there are; a screen whose colours come from a table has no more than 256.
    init(size: PixelSize, seed: UInt64, detail: Int = 8, colors: Int = 120) {
        var random = SeededGenerator(seed: seed)
        let palette = (0..<colors).map { _ in
            TestColor(
                .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
                .random(in: 0...255, using: &random))
        }
        var rects = [(rect: PixelRect(size), color: TestColor.grey)]
        for _ in 0..<size.width * size.height * detail / 1_000 {
            let rect = PixelRect(
                x: .random(in: 0..<size.width, using: &random),
                y: .random(in: 0..<size.height, using: &random),
                width: .random(in: 1...40, using: &random),
                height: .random(in: 1...30, using: &random)
            )
            rects.append((rect, palette.randomElement(using: &random) ?? .white))
        }
        self.init(size: size, rects: rects)
    }

    /// Makes a screen of large fields of one colour each.
    init(fieldsOfSize size: PixelSize, columns: Int = 4, rows: Int = 3) {
        let colors: [TestColor] = [
            .black, .white, .red, .green, .blue, .grey, TestColor(255, 255, 0), TestColor(0, 255, 255),
            TestColor(255, 0, 255), TestColor(30, 60, 90), TestColor(240, 200, 180), TestColor(12, 200, 120),
        ]
        let (width, height) = (size.width / columns, size.height / rows)
        let rects = (0..<columns * rows).map { index in
            let rect = PixelRect(x: index % columns * width, y: index / columns * height, width: width, height: height)
            return (rect: rect, color: colors[index % colors.count])
        }
        self.init(size: size, rects: rects)
    }

    /// Makes a screen of small blocks at places that are even in a part of it.
    init(blocksOfSize size: PixelSize, evenIn part: PixelRect, side: Int = 12) {
        let columns = size.width / side + 2
        let rects = (0..<columns * (size.height / side + 2)).map { index in
            let (column, row) = (index % columns, index / columns)
            let color = TestColor(UInt8(column * 37 & 255), UInt8(row * 29 & 255), UInt8((column + row) * 53 & 255))
            let block = PixelRect(x: (column - 1) * side, y: (row - 1) * side, width: side, height: side)
            return (rect: block.offsetBy(x: part.x & 1, y: part.y & 1).intersection(PixelRect(size)), color: color)
        }
        self.init(size: size, rects: rects)
    }

    private init(size: PixelSize, rects: [(rect: PixelRect, color: TestColor)]) {
        self.size = size
        self.rects = rects
        pixels = Array(repeating: .black, count: size.width * size.height)
        for (rect, color) in rects {
            let part = rect.intersection(PixelRect(size))
            for y in part.y..<part.maxY {
                for x in part.x..<part.maxX { pixels[y * size.width + x] = color }
            }
        }
    }

    /// What a pixel of a screen of 24 bits shows; black beside it.
    func color(x: Int, y: Int) -> ReferencePicture.Color {
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return (0, 0, 0) }
        let color = pixels[y * size.width + x]
        return (Double(color.red), Double(color.green), Double(color.blue))
    }

    /// Draws it.
    func draw(on client: X11TestClient) throws {
        for (rect, color) in rects { try client.fill(rect, color) }
    }

    /// What a picture of a part of the screen must show: black where there is no screen.
    func reference(of part: PixelRect, on client: X11TestClient) throws -> ReferencePicture {
        var shown: [TestColor: TestColor] = [:]
        for color in Set(pixels) { shown[color] = try client.shown(color) }
        return ReferencePicture(size: part.size) { x, y in
            let (x, y) = (x + part.x, y + part.y)
            guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return (0, 0, 0) }
            let color = shown[pixels[y * size.width + x]] ?? .black
            return (Double(color.red), Double(color.green), Double(color.blue))
        }
    }
}
