import DoubletakeMedia
import DoubletakePixels

/// A small screen of real pixels that changes at random places, with a cursor or two, or none, that jump about.
struct RandomScreen {
    /// The picture as it is shown now; a buffer that nobody changes.
    private(set) var picture: PixelBuffer
    /// What lies over it.
    private(set) var overlays: [VideoFrame.Overlay] = []
    private var count: UInt64 = 0
    private var damage = Damage.everything
    private let cursors: [PixelBuffer]

    /// Creates a black screen.
    init(size: PixelSize, using generator: inout SeededGenerator) {
        picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        picture.fill(PixelRect(size), with: .black)
        cursors = [(5, 7), (8, 4), (3, 3)].map { width, height in
            Self.cursor(PixelSize(width: width, height: height), using: &generator)
        }
    }

    /// Changes up to three places, or everything, or nothing, moves the cursor or not, and says so as a source would.
    mutating func change(using generator: inout SeededGenerator) -> VideoFrame {
        let isWhole = Int.random(in: 0..<25, using: &generator) == 0
        let count = isWhole ? 9 : max(Int.random(in: -2...3, using: &generator), 0)
        let rectangles = (0..<count).map { _ in rectangle(using: &generator) }
        if !rectangles.isEmpty {
            let next = PixelBuffer(format: .i420, displaySize: picture.displaySize, color: .bt709Limited)
            next.copy(PixelRect(picture.displaySize), from: picture)
            for rectangle in rectangles { next.fill(rectangle, with: Self.color(using: &generator)) }
            picture = next
        }
        if Bool.random(using: &generator) { moveCursors(using: &generator) }
        return frame(damage: isWhole ? .everything : Damage(rectangles))
    }

    /// Becomes another size, and black.
    mutating func resize(to size: PixelSize) -> VideoFrame {
        picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        picture.fill(PixelRect(size), with: .black)
        return frame(damage: .everything)
    }

    /// The picture with everything that lies over it, made from nothing.
    var drawn: PixelBuffer {
        let result = PixelBuffer(format: .i420, displaySize: picture.displaySize, color: .bt709Limited)
        result.copy(PixelRect(picture.displaySize), from: picture)
        for overlay in overlays { result.blend(overlay) }
        return result
    }

    private mutating func frame(damage: Damage) -> VideoFrame {
        defer { count += 1 }
        return VideoFrame(
            pixelBuffer: picture,
            time: MediaTime(nanoseconds: Int64(count) * 33_000_000),
            sequenceNumber: count,
            damage: damage,
            overlays: overlays
        )
    }

    private mutating func moveCursors(using generator: inout SeededGenerator) {
        let size = picture.displaySize
        overlays = (0..<Int.random(in: 0...2, using: &generator)).map { index in
            // The first may stay where it is while another one moves.
            if index < overlays.count, Bool.random(using: &generator) { return overlays[index] }
            return VideoFrame.Overlay(
                picture: cursors[Int.random(in: 0..<cursors.count, using: &generator)],
                x: Int.random(in: -9...size.width + 2, using: &generator),
                y: Int.random(in: -9...size.height + 2, using: &generator)
            )
        }
    }

    private func rectangle(using generator: inout SeededGenerator) -> PixelRect {
        PixelRect(
            x: Int.random(in: -3..<picture.displaySize.width, using: &generator),
            y: Int.random(in: -3..<picture.displaySize.height, using: &generator),
            width: Int.random(in: 1...9, using: &generator),
            height: Int.random(in: 1...9, using: &generator)
        )
    }

    private static func color(using generator: inout SeededGenerator) -> YUVColor {
        let bits = generator.next()
        return YUVColor(
            red: UInt8(truncatingIfNeeded: bits),
            green: UInt8(truncatingIfNeeded: bits >> 8),
            blue: UInt8(truncatingIfNeeded: bits >> 16)
        )
    }

    private static func cursor(_ size: PixelSize, using generator: inout SeededGenerator) -> PixelBuffer {
        let cursor = PixelBuffer(format: .bgra, displaySize: size, color: .sRGB)
        cursor.withMutableBytes(ofPlane: 0) { bytes in
            for offset in 0..<bytes.byteCount {
                bytes.storeBytes(of: UInt8(truncatingIfNeeded: generator.next()), toByteOffset: offset, as: UInt8.self)
            }
        }
        return cursor
    }
}
