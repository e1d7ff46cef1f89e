import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import Testing

struct CounterCodeTests {
    private static let sizes = [
        (96, 16), (97, 17), (128, 96), (320, 240), (640, 360), (720, 1280), (1280, 720), (1280, 96), (1920, 64),
        (1920, 1080),
    ].map { PixelSize(width: $0.0, height: $0.1) }
    private static let numbers: [Int64] = [
        0, 1, 2, 9, 10, 255, 4_095, 65_535, 123_456, 524_288, 999_999, (1 << 20) - 1,
    ]

    /// A picture with the code alone, as any program could draw it.
    private func picture(of number: Int64, _ size: PixelSize) -> PixelBuffer {
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        let white = YUVColor(red: 255, green: 255, blue: 255)
        picture.fill(PixelRect(size), with: YUVColor(red: 90, green: 90, blue: 90))
        for (cell, isWhite) in zip(CounterCode(size: size).cells, CounterCode.bits(of: number)) {
            picture.fill(cell, with: isWhite ? white : .black)
        }
        return picture
    }

    @Test("A number that is drawn is read again, in any size", arguments: sizes)
    func roundTrip(size: PixelSize) {
        for number in Self.numbers {
            #expect(CounterCode(size: size).number(in: picture(of: number, size)) == number)
        }
    }

    @Test("The cells lie in the picture, side by side, above the digits", arguments: sizes)
    func cells(size: PixelSize) {
        let cells = CounterCode(size: size).cells
        #expect(cells.count == 24)
        for cell in cells {
            #expect(PixelRect(size).contains(cell))
            #expect(cell.x.isMultiple(of: 2) && cell.width.isMultiple(of: 2) && cell.width >= 2)
            #expect(cell.maxY <= size.height / 4)
        }
        for (left, right) in zip(cells, cells.dropFirst()) { #expect(left.maxX == right.x) }
    }

    @Test("A picture without cells has no number", arguments: [0, 90, 255] as [UInt8])
    func plain(level: UInt8) {
        let size = PixelSize(width: 320, height: 240)
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        picture.fill(PixelRect(size), with: YUVColor(red: level, green: level, blue: level))
        #expect(CounterCode(size: size).number(in: picture) == nil)
    }

    @Test("A picture with one wrong cell has no number", arguments: 0..<24)
    func wrongCell(index: Int) {
        let size = PixelSize(width: 320, height: 240)
        let code = CounterCode(size: size)
        let picture = picture(of: 0b1010_1100, size)
        let isWhite = CounterCode.bits(of: 0b1010_1100)[index]
        picture.fill(code.cells[index], with: isWhite ? .black : YUVColor(red: 255, green: 255, blue: 255))
        #expect(code.number(in: picture) == nil)
    }

    @Test("Numbers beyond 20 bits start again from 0")
    func wrap() {
        #expect(CounterCode.bits(of: (1 << 20) + 5) == CounterCode.bits(of: 5))
    }
}
