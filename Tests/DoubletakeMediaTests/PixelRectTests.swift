import DoubletakeMedia
import Testing

struct PixelRectTests {
    private static let all: [PixelRect] = {
        let places = [-3, -1, 0, 2].flatMap { x in [-2, 1].map { (x, $0) } }
        return places.flatMap { x, y in
            [0, 1, 4].flatMap { width in [0, 3].map { PixelRect(x: x, y: y, width: width, height: $0) } }
        }
    }()

    /// The pixels, as a set: what the operations are defined by.
    private func pixels(_ rect: PixelRect) -> Set<[Int]> {
        Set((rect.y..<rect.maxY).flatMap { y in (rect.x..<rect.maxX).map { [$0, y] } })
    }

    @Test("The intersection has the pixels that are in both", arguments: all)
    func intersection(first: PixelRect) {
        for second in Self.all {
            #expect(pixels(first.intersection(second)) == pixels(first).intersection(pixels(second)))
        }
    }

    @Test("The union is the smallest that holds both", arguments: all)
    func union(first: PixelRect) {
        for second in Self.all {
            let union = first.union(second)
            let both = pixels(first).union(pixels(second))
            #expect(union.contains(first) && union.contains(second))
            #expect(union.isEmpty == both.isEmpty)
            if both.isEmpty { continue }
            #expect(union.x == both.map { $0[0] }.min() && union.maxX - 1 == both.map { $0[0] }.max())
            #expect(union.y == both.map { $0[1] }.min() && union.maxY - 1 == both.map { $0[1] }.max())
        }
    }

    @Test("One contains another when it has all of its pixels", arguments: all)
    func contains(first: PixelRect) {
        for second in Self.all where second.isEmpty || !first.isEmpty {
            #expect(first.contains(second) == pixels(first).isSuperset(of: pixels(second)))
        }
    }

    @Test("Expanded, its edges are the nearest multiples outside of it", arguments: all, [1, 2, 16])
    func expanded(rect: PixelRect, unit: Int) {
        let expanded = rect.expanded(toMultiplesOf: unit)
        if rect.isEmpty {
            #expect(expanded == rect)
            return
        }
        #expect(expanded.contains(rect))
        let edges = [expanded.x, expanded.y, expanded.maxX, expanded.maxY]
        #expect(edges.allSatisfy { $0.isMultiple(of: unit) })
        #expect(rect.x - expanded.x < unit && rect.y - expanded.y < unit)
        #expect(expanded.maxX - rect.maxX < unit && expanded.maxY - rect.maxY < unit)
    }

    @Test("A rectangle moves without changing its size")
    func offset() {
        let rect = PixelRect(x: 1, y: 2, width: 3, height: 4).offsetBy(x: -5, y: 6)
        #expect(rect == PixelRect(x: -4, y: 8, width: 3, height: 4))
    }

    @Test(
        "A rectangle is written as X11 writes it",
        arguments: [
            (PixelRect(x: 100, y: 50, width: 1280, height: 720), "1280x720+100+50"),
            (PixelRect(x: 100, y: -50, width: 1280, height: 720), "1280x720+100-50"),
            (PixelRect(x: -1, y: 0, width: 1, height: 2), "1x2-1+0"),
        ]
    )
    func description(rect: PixelRect, words: String) {
        #expect(rect.description == words)
    }

    @Test("The whole of a picture begins at the origin and has the picture's size")
    func whole() {
        let size = PixelSize(width: 640, height: 480)
        #expect(PixelRect(size) == PixelRect(x: 0, y: 0, width: 640, height: 480))
        #expect(PixelRect(size).size == size)
    }

    @Test("A size is rounded up to even numbers, and written as people write it")
    func size() {
        #expect(PixelSize(width: 5, height: 4).roundedUpToEven == PixelSize(width: 6, height: 4))
        #expect(PixelSize(width: 4, height: 1).roundedUpToEven == PixelSize(width: 4, height: 2))
        #expect(PixelSize(width: 0, height: 0).roundedUpToEven == PixelSize(width: 0, height: 0))
        #expect(PixelSize(width: 1280, height: 720).description == "1280x720")
    }
}
