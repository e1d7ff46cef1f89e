import DoubletakeMedia
import DoubletakePixels
import DoubletakeTestSupport
import DoubletakeXCB

/// Coloured rectangles on a screen, and the picture that they must become.
struct Scene {
    let size: PixelSize
    private(set) var rects: [(rect: PixelRect, color: TestColor)]

    /// A screen of grey with a rectangle of each primary colour, at odd and at even places, and one at each corner.
    init(size: PixelSize) {
        self.size = size
        rects = [
            (PixelRect(size), .grey),
            (PixelRect(x: 3, y: 5, width: size.width / 3, height: size.height / 4), .red),
            (PixelRect(x: size.width / 2, y: 8, width: size.width / 4, height: size.height / 3), .green),
            (PixelRect(x: 10, y: size.height / 2 + 1, width: size.width / 2, height: 7), .blue),
            (PixelRect(x: 0, y: 0, width: 2, height: 1), .white),
            (PixelRect(x: size.width - 1, y: 0, width: 1, height: 2), .red),
            (PixelRect(x: 0, y: size.height - 1, width: 3, height: 1), .green),
            (PixelRect(x: size.width - 2, y: size.height - 3, width: 2, height: 3), .blue),
        ]
    }

    /// One colour and nothing else.
    mutating func fill(_ color: TestColor) {
        rects = [(PixelRect(size), color)]
    }

    /// Draws one more rectangle over the others.
    mutating func add(_ rect: PixelRect, _ color: TestColor, on client: X11TestClient) throws {
        rects.append((rect, color))
        try client.fill(rect, color)
    }

    /// Draws all of it.
    func draw(on client: X11TestClient) throws {
        for (rect, color) in rects { try client.fill(rect, color) }
    }

    /// What a recording of `region` must show: black where there is no screen.
    ///
    /// - Parameters:
    ///   - region: a part of the screen, which may reach beyond it.
    ///   - screen: says how exactly the server can show a colour.
    func picture(of region: PixelRect, on screen: X11Screen) -> PixelBuffer {
        let bgra = PixelBuffer(format: .bgra, displaySize: region.size, color: .sRGB)
        let bytesPerRow = bgra.bytesPerRow(ofPlane: 0)
        bgra.withMutableBytes(ofPlane: 0) { plane in
            for (rect, color) in rects {
                let shown = color.shown(on: screen)
                let part = rect.intersection(PixelRect(size)).intersection(region)
                for y in part.y..<part.maxY {
                    for x in part.x..<part.maxX {
                        let offset = (y - region.y) * bytesPerRow + 4 * (x - region.x)
                        plane.storeBytes(of: shown.blue, toByteOffset: offset, as: UInt8.self)
                        plane.storeBytes(of: shown.green, toByteOffset: offset + 1, as: UInt8.self)
                        plane.storeBytes(of: shown.red, toByteOffset: offset + 2, as: UInt8.self)
                    }
                }
            }
        }
        let picture = PixelBuffer(format: .i420, displaySize: region.size, color: .bt709Limited)
        ScreenConverter.convert(PixelRect(region.size), of: bgra, into: picture)
        return picture
    }
}

extension PixelBuffer {
    /// Whether all of another picture's samples are in this one.
    func shows(_ other: PixelBuffer) -> Bool {
        displaySize == other.displaySize && isEqual(to: other, in: PixelRect(displaySize))
    }

    /// Luma, blue difference and red difference of a pixel.
    func sample(x: Int, y: Int) -> [Int] {
        format.planes.indices.map { plane in
            let shape = format.planes[plane]
            let offset = y / shape.rowsPerElement * bytesPerRow(ofPlane: plane) + x / shape.columnsPerElement
            // SAFETY: a byte has no invalid values, and the offset is checked.
            return withBytes(ofPlane: plane) { Int(unsafe $0.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) }
        }
    }
}
