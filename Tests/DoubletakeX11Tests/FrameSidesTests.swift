import DoubletakeMedia
import Testing

@testable import DoubletakeX11

struct FrameSidesTests {
    private static let screen = PixelSize(width: 640, height: 480)

    @Test("No pixel of a frame is in what it is around, and none is missing where there is room")
    func outside() {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<1_000 {
            let part = PixelRect(
                x: Int.random(in: -10...630, using: &generator),
                y: Int.random(in: -10...470, using: &generator),
                width: Int.random(in: 1...660, using: &generator),
                height: Int.random(in: 1...500, using: &generator)
            )
            let sides = FrameSides.outside(part, on: Self.screen)
            #expect(sides.allSatisfy { $0.intersection(part).isEmpty && PixelRect(Self.screen).contains($0) })
            let rim = PixelRect(x: part.x - 4, y: part.y - 4, width: part.width + 8, height: part.height + 8)
            let room = rim.intersection(PixelRect(Self.screen))
            let inside = part.intersection(PixelRect(Self.screen))
            let covered = sides.reduce(0) { $0 + $1.width * $1.height }
            #expect(covered == room.width * room.height - inside.width * inside.height)
        }
    }

    @Test("Around the whole screen there is no room, and a window that fills it has its frame over its edges")
    func whole() {
        let whole = PixelRect(Self.screen)
        #expect(FrameSides.outside(whole, on: Self.screen).isEmpty)
        let sides = FrameSides.around(window: whole, on: Self.screen)
        #expect(sides.count == 4 && sides.allSatisfy { whole.contains($0) })
        #expect(FrameSides.around(window: PixelRect(x: 900, y: 0, width: 10, height: 10), on: Self.screen).isEmpty)
    }
}
