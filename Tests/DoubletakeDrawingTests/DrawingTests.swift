import DoubletakeDrawing
import DoubletakeMedia
import Testing

struct DrawingTests {
    private func byte(_ picture: PixelBuffer, x: Int, y: Int, _ part: Int = 0) -> UInt8 {
        let bytesPerPixel = picture.format.planes[0].bytesPerElement
        let offset = y * picture.bytesPerRow(ofPlane: 0) + x * bytesPerPixel + part
        // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
        return picture.withBytes(ofPlane: 0) { unsafe $0.unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
    }

    private func pixel(_ picture: PixelBuffer, x: Int, y: Int) -> [UInt8] {
        (0..<4).map { byte(picture, x: x, y: y, $0) }
    }

    private func picture(_ format: PixelFormat = .bgra, width: Int = 40, height: Int = 20) -> PixelBuffer {
        PixelBuffer(format: format, displaySize: PixelSize(width: width, height: height), color: .sRGB)
    }

    @Test("A filled rectangle has its colour to the pixel, blue first and multiplied by its opacity")
    func rectangle() {
        let picture = picture()
        let area = DrawingShape.rectangle(PixelRect(x: 3, y: 5, width: 4, height: 2))
        picture.draw { $0.fill(area, with: DrawingColor(red: 1, green: 0.6, blue: 0.2, opacity: 1)) }
        #expect(pixel(picture, x: 3, y: 5) == [51, 153, 255, 255])
        #expect(pixel(picture, x: 6, y: 6) == [51, 153, 255, 255])
        for (x, y) in [(2, 5), (7, 5), (3, 4), (3, 7)] { #expect(pixel(picture, x: x, y: y) == [0, 0, 0, 0]) }
        picture.draw { drawing in
            drawing.clear()
            drawing.fill(area, with: .white.opacity(0.5))
        }
        let half = pixel(picture, x: 3, y: 5)
        #expect(half.allSatisfy { $0 == half[0] } && (127...128).contains(half[0]))
    }

    @Test("A circle and round corners leave the corners out, and an outline lies inside of its shape")
    func shapes() {
        let whole = PixelRect(PixelSize(width: 20, height: 20))
        for shape in [DrawingShape.ellipse(whole), .rounded(whole, radius: 8)] {
            let mask = picture(.alpha, width: 20)
            mask.draw { $0.fill(shape, with: .white) }
            #expect(byte(mask, x: 10, y: 10) == 255 && byte(mask, x: 10, y: 1) > 200)
            for (x, y) in [(0, 0), (19, 0), (0, 19), (19, 19)] { #expect(byte(mask, x: x, y: y) == 0) }
            let ring = picture(.alpha, width: 20)
            ring.draw { $0.stroke(shape, width: 2, with: .white) }
            #expect(byte(ring, x: 10, y: 10) == 0 && byte(ring, x: 10, y: 0) > 150 && byte(ring, x: 10, y: 3) == 0)
        }
        let empty = picture(.alpha)
        empty.draw { $0.stroke(.ellipse(PixelRect(x: 0, y: 0, width: 2, height: 2)), width: 9, with: .white) }
        #expect(byte(empty, x: 5, y: 5) == 0)
    }

    @Test("Text takes the room that it says, leaves traces there, and is cut short where it has no room")
    func text() {
        let text = DrawingText("Front camera", size: 12)
        let picture = picture(width: 200, height: 30)
        let room = picture.draw { drawing in
            drawing.draw(text, x: 4, y: 2, with: .white)
            return drawing.size(of: text)
        }
        #expect((50...150).contains(room.width) && (10...24).contains(room.height))
        let inked = (0..<200).filter { x in (0..<30).contains { byte(picture, x: x, y: $0, 3) > 100 } }
        #expect(inked.count > 20 && inked.allSatisfy { $0 >= 3 && $0 <= 5 + room.width })
        let (cut, bold, line) = picture.draw { drawing in
            (
                drawing.size(of: text, width: 40),
                drawing.size(of: DrawingText("Front camera", size: 24, weight: .bold)),
                drawing.size(of: DrawingText("Front\ncamera", size: 12))
            )
        }
        #expect(cut.width <= 40 && bold.width > 2 * room.width - 10 && line == room)
    }

    @Test("Only pictures that cairo knows can be drawn into")
    func otherFormat() async {
        await #expect(processExitsWith: .failure) {
            let size = PixelSize(width: 2, height: 2)
            PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited).draw { $0.clear() }
        }
    }
}
