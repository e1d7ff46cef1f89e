import DoubletakeMedia
import Testing

struct DamageTests {
    private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
        PixelRect(x: x, y: y, width: width, height: height)
    }

    @Test("Nothing is nothing, and everything is everything")
    func ends() {
        let size = PixelSize(width: 8, height: 6)
        #expect(Damage.none.isEmpty)
        #expect(Damage.none.rectangles(in: size) == [])
        #expect(!Damage.everything.isEmpty)
        #expect(Damage.everything.rectangles == nil)
        #expect(Damage.everything.rectangles(in: size) == [PixelRect(size)])
    }

    @Test("An empty rectangle changes nothing")
    func empty() {
        var damage = Damage([Self.rect(3, 3, 0, 5), Self.rect(3, 3, 5, 0)])
        #expect(damage.isEmpty)
        damage.add(Self.rect(0, 0, 0, 0))
        #expect(damage == .none)
    }

    @Test("What is contained already is not kept twice, whichever comes first")
    func containment() {
        let large = Self.rect(0, 0, 10, 10)
        let small = Self.rect(2, 2, 3, 3)
        #expect(Damage([large, small]).rectangles == [large])
        #expect(Damage([small, large]).rectangles == [large])
        #expect(Damage([small, Self.rect(6, 6, 2, 2), large]).rectangles == [large])
        #expect(Damage([small, small]).rectangles == [small])
    }

    @Test("Everything absorbs all that is added to it, and all that it is added to")
    func absorption() {
        let some = Damage([Self.rect(0, 0, 1, 1)])
        #expect(Damage.everything.union(some) == .everything)
        #expect(some.union(.everything) == .everything)
        var everything = Damage.everything
        everything.add(Self.rect(0, 0, 1, 1))
        #expect(everything == .everything)
        #expect(Damage.none.union(some) == some && some.union(.none) == some)
    }

    @Test("64 rectangles are kept apart; one more makes them one, which later ones add to")
    func cap() {
        #expect(Damage.maximumRectangleCount == 64)
        let spots = (0..<66).map { Self.rect($0 * 4, 0, 2, 2) }
        #expect(Damage(Array(spots.prefix(64))).rectangles == Array(spots.prefix(64)))
        #expect(Damage(Array(spots.prefix(65))).rectangles == [Self.rect(0, 0, 64 * 4 + 2, 2)])
        #expect(Damage(spots).rectangles == [Self.rect(0, 0, 64 * 4 + 2, 2), spots[65]])
    }

    @Test("Rectangles are cut at the picture's edges, and those outside left out")
    func clipping() {
        let damage = Damage([
            Self.rect(-3, -3, 5, 5), Self.rect(6, 4, 9, 9), Self.rect(8, 0, 2, 2), Self.rect(0, -4, 2, 4),
        ])
        let inside = damage.rectangles(in: PixelSize(width: 8, height: 6))
        #expect(inside == [Self.rect(0, 0, 2, 2), Self.rect(6, 4, 2, 2)])
    }

    @Test("The rectangles cover each pixel that was ever added, and no other until they became one", arguments: 0..<8)
    func coverage(seed: UInt64) {
        let size = PixelSize(width: 24, height: 16)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            // Many small rectangles, so that the cap is passed in some rounds; few larger ones in others.
            let isCrowded = Bool.random(using: &generator)
            var damage = Damage.none
            var added = Set<Int>()
            var wasJoined = false
            for _ in 0..<(isCrowded ? 100 : 12) {
                let rectangles = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                    Self.random(upTo: isCrowded ? 1 : 8, &generator)
                }
                let before = damage.rectangles?.count ?? 0
                if Bool.random(using: &generator) {
                    damage.formUnion(Damage(rectangles))
                } else {
                    for rectangle in rectangles { damage.add(rectangle) }
                }
                for rectangle in rectangles { added.formUnion(Self.pixels(of: [rectangle])) }
                let after = damage.rectangles?.count ?? 0
                wasJoined = wasJoined || before + rectangles.count > Damage.maximumRectangleCount
                #expect(after <= Damage.maximumRectangleCount)
            }
            let covered = Self.pixels(of: damage.rectangles(in: size))
            #expect(wasJoined ? covered.isSuperset(of: added) : covered == added)
        }
    }

    private static func random(upTo side: Int, _ generator: inout SeededGenerator) -> PixelRect {
        rect(
            Int.random(in: 0...23, using: &generator),
            Int.random(in: 0...15, using: &generator),
            Int.random(in: min(side, 1)...side, using: &generator),
            Int.random(in: min(side, 1)...side, using: &generator)
        )
    }

    /// The pixels of a picture of 24x16 that the rectangles cover.
    private static func pixels(of rectangles: [PixelRect]) -> Set<Int> {
        var result = Set<Int>()
        for rectangle in rectangles {
            for y in rectangle.y..<min(rectangle.maxY, 16) {
                for x in rectangle.x..<min(rectangle.maxX, 24) { result.insert(y * 24 + x) }
            }
        }
        return result
    }
}
