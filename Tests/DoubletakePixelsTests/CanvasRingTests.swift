import DoubletakeMedia
import DoubletakePixels
import Testing

struct CanvasRingTests {
    private static let size = PixelSize(width: 24, height: 16)

    private func ring(capacity: Int) -> CanvasRing {
        CanvasRing(format: .i420, displaySize: Self.size, color: .bt709Limited, capacity: capacity)
    }

    private func canvas() -> PixelBuffer {
        PixelBuffer(format: .i420, displaySize: Self.size, color: .bt709Limited)
    }

    /// The next canvas, where there must be one.
    private func next(_ ring: inout CanvasRing, drawing damage: Damage = .none) throws -> PixelBuffer {
        let canvas = ring.next(drawing: damage)
        return try #require(canvas)
    }

    private func isEqual(_ first: PixelBuffer, _ second: PixelBuffer) -> Bool {
        first.isEqual(to: second, in: PixelRect(Self.size))
    }

    private func randomColor(_ generator: inout SeededGenerator) -> YUVColor {
        let bits = generator.next()
        return YUVColor(
            red: UInt8(truncatingIfNeeded: bits),
            green: UInt8(truncatingIfNeeded: bits >> 8),
            blue: UInt8(truncatingIfNeeded: bits >> 16)
        )
    }

    private func randomRectangle(_ generator: inout SeededGenerator) -> PixelRect {
        // Odd places and sizes, and some that reach out of the picture.
        PixelRect(
            x: Int.random(in: -3..<24, using: &generator),
            y: Int.random(in: -3..<16, using: &generator),
            width: Int.random(in: 1...9, using: &generator),
            height: Int.random(in: 1...9, using: &generator)
        )
    }

    @Test(
        "A canvas is the true picture once its damage is drawn, and none that is held changes",
        arguments: 2...5
    )
    func truth(capacity: Int) {
        var dropped = 0
        for seed in 0..<UInt64(100) {
            var generator = SeededGenerator(seed: seed)
            var ring = ring(capacity: capacity)
            let reference = canvas()
            var held: [(canvas: PixelBuffer, copy: PixelBuffer)] = []
            // What was not drawn yet because every canvas was held.
            var damage = Damage.everything
            for _ in 0..<40 {
                let rectangles = (0..<Int.random(in: 0...3, using: &generator)).map { _ in randomRectangle(&generator) }
                for rectangle in rectangles { reference.fill(rectangle, with: randomColor(&generator)) }
                damage.formUnion(Damage(rectangles))
                guard let next = ring.next(drawing: damage) else {
                    dropped += 1
                    #expect(held.count == capacity)
                    held.remove(at: Int.random(in: 0..<held.count, using: &generator))
                    continue
                }
                #expect(!held.contains { $0.canvas === next })
                for rectangle in damage.rectangles(in: Self.size) { next.copy(rectangle, from: reference) }
                damage = .none
                if !isEqual(next, reference) {
                    Issue.record("seed \(seed): the canvas is not the true picture")
                    return
                }
                let copy = canvas()
                copy.copy(PixelRect(Self.size), from: next)
                held.append((next, copy))
                held.removeAll { _ in Int.random(in: 0..<3, using: &generator) == 0 }
            }
            for (canvas, copy) in held where !isEqual(canvas, copy) {
                Issue.record("seed \(seed): a canvas changed while it was held")
                return
            }
        }
        #expect(dropped > 0, "the test says something only where all canvases are held at times")
    }

    @Test("When all canvases are held there is none, until one is let go")
    func exhaustion() throws {
        var ring = ring(capacity: 2)
        var held = [try next(&ring, drawing: .everything), try next(&ring)]
        #expect(held[0] !== held[1])
        var other = ring.next(drawing: .none)
        #expect(other == nil)
        held.removeFirst()
        held.append(try next(&ring))
        #expect(held[0] !== held[1])
        other = ring.next(drawing: .none)
        #expect(other == nil)
    }

    @Test("A canvas that nobody holds is drawn into again, and nothing has to be copied")
    func reuse() throws {
        var ring = ring(capacity: 3)
        let first = ObjectIdentifier(try next(&ring, drawing: .everything))
        for _ in 0..<5 {
            #expect(ObjectIdentifier(try next(&ring)) == first)
        }
    }

    @Test("Damage that could not be drawn is not forgotten by the canvases")
    func keptDamage() throws {
        let spot = PixelRect(x: 4, y: 4, width: 4, height: 4)
        let white = YUVColor(red: 255, green: 255, blue: 255)
        var ring = ring(capacity: 2)
        var held = [try next(&ring, drawing: .everything), try next(&ring)]
        let none = ring.next(drawing: Damage([spot]))
        #expect(none == nil)
        held.removeFirst()
        let canvas = try next(&ring, drawing: Damage([spot]))
        canvas.fill(spot, with: white)
        // The other canvas, once it is free, gets the spot from this one.
        held = [canvas]
        let other = try next(&ring)
        #expect(other !== canvas && isEqual(other, canvas))
    }
}
