import DoubletakeMedia
import Testing

@testable import DoubletakeX264

@Suite struct MacroblockMapTests {
    @Test("A picture that ends within a macroblock has that macroblock too")
    func size() {
        let map = MacroblockMap(codedSize: PixelSize(width: 642, height: 480))
        #expect(map.columnCount == 41)
        #expect(map.rowCount == 30)
    }

    @Test("Exactly the macroblocks that no changed pixel lies in are constant")
    func marking() {
        let map = MacroblockMap(codedSize: PixelSize(width: 64, height: 48))
        map.markConstant(outside: [
            PixelRect(x: 15, y: 15, width: 2, height: 1),
            PixelRect(x: 48, y: 32, width: 16, height: 16),
        ])
        #expect(rows(of: map) == ["..##", "####", "###."])
    }

    @Test("Each marking starts anew")
    func markingAgain() {
        let map = MacroblockMap(codedSize: PixelSize(width: 32, height: 16))
        map.markConstant(outside: [PixelRect(x: 0, y: 0, width: 1, height: 1)])
        #expect(rows(of: map) == [".#"])
        map.markConstant(outside: [])
        #expect(rows(of: map) == ["##"])
    }

    @Test("A rectangle that reaches over the picture's edges, or lies outside, harms nothing")
    func clipping() {
        let map = MacroblockMap(codedSize: PixelSize(width: 40, height: 40))
        map.markConstant(outside: [
            PixelRect(x: -100, y: 30, width: 110, height: 1_000),
            PixelRect(x: 500, y: 500, width: 20, height: 20),
            PixelRect(x: 5, y: 5, width: 0, height: 0),
        ])
        #expect(rows(of: map) == ["###", ".##", ".##"])
    }

    private func rows(of map: borrowing MacroblockMap) -> [String] {
        var rows: [String] = []
        for row in 0..<map.rowCount {
            var text = ""
            for column in 0..<map.columnCount { text += map.isConstant(column: column, row: row) ? "#" : "." }
            rows.append(text)
        }
        return rows
    }
}
