package import DoubletakeMedia

/// A screen of a few cells that changes at random places, and remembers each of its pictures.
///
/// A cell's value is the number of the picture that changed it last.
package struct ChangingScreen: Sendable {
    /// How many cells it has.
    package static let size = PixelSize(width: 24, height: 16)

    fileprivate private(set) var pictures: [[Int]] = []
    /// Which of the pictures say that they differ in everything.
    fileprivate private(set) var isWhole: [Bool] = []

    /// Creates a screen that has shown nothing yet.
    package init() {}

    /// Shows the next picture, and says what of it has changed: the first time everything.
    package mutating func change(using generator: inout SeededGenerator) -> Damage {
        // Some pictures change everywhere, most in up to three places, some not at all.
        let isWhole = pictures.isEmpty || Int.random(in: 0..<20, using: &generator) == 0
        let count = Int.random(in: 0...3, using: &generator)
        let rectangles = isWhole ? [PixelRect(Self.size)] : (0..<count).map { _ in Self.rectangle(&generator) }
        let new = Self.cells(pictures.count)
        var picture = pictures.last ?? new
        Self.copy(rectangles, from: new, to: &picture)
        pictures.append(picture)
        self.isWhole.append(isWhole)
        return isWhole ? .everything : Damage(rectangles)
    }

    private static func rectangle(_ generator: inout SeededGenerator) -> PixelRect {
        let x = Int.random(in: 0..<size.width, using: &generator)
        let y = Int.random(in: 0..<size.height, using: &generator)
        return PixelRect(
            x: x,
            y: y,
            width: Int.random(in: 1...min(8, size.width - x), using: &generator),
            height: Int.random(in: 1...min(6, size.height - y), using: &generator)
        )
    }

    fileprivate static func cells(_ value: Int) -> [Int] {
        [Int](repeating: value, count: size.width * size.height)
    }

    fileprivate static func copy(_ rectangles: [PixelRect], from source: [Int], to target: inout [Int]) {
        for rectangle in rectangles {
            for y in rectangle.y..<rectangle.maxY {
                let row = y * size.width + rectangle.x..<y * size.width + rectangle.maxX
                target.replaceSubrange(row, with: source[row])
            }
        }
    }
}

/// Someone who sees some of a screen's pictures, and keeps a canvas by copying only what they say has changed.
package struct DamageFollower: Sendable {
    /// How many pictures said what part of them had changed.
    package private(set) var partCount = 0
    /// How many pictures were copied whole though none since the last one had changed as a whole.
    package private(set) var wasteCount = 0
    private var canvas = ChangingScreen.cells(-1)
    private var seen: UInt64?

    /// Creates someone who has seen nothing yet.
    package init() {}

    /// Sees a picture, whose number is the screen's; false when the canvas isn't as the screen was.
    package mutating func see(_ frame: VideoFrame, of screen: ChangingScreen) -> Bool {
        let damage = frame.damage(since: seen)
        let first = seen.map { Int($0) + 1 } ?? 0
        let number = Int(frame.sequenceNumber)
        ChangingScreen.copy(damage.rectangles(in: ChangingScreen.size), from: screen.pictures[number], to: &canvas)
        seen = frame.sequenceNumber
        if damage != .everything {
            partCount += 1
        } else if first > number || !screen.isWhole[first...number].contains(true) {
            wasteCount += 1
        }
        return canvas == screen.pictures[number]
    }
}
