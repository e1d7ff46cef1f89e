import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels

/// A composed canvas as a few lines of letters, which a person can look at and a repository can keep.
///
/// Each source has a letter: small in the quarter at its top left, large in the rest. Nothing is a dot, what is brighter
/// than every source a star. What is between two of them is decided by what is nearer.
struct SceneSketch {
    private static let letters = Array(".AaBbCcDd*")
    /// The luma of what a letter stands for, at the same distances.
    private static let levels = [16, 40, 64, 88, 112, 136, 160, 184, 208, 235]

    /// The letters, row by row.
    let lines: [String]
    /// How many of them would be others where a library rounds in another way.
    let unclearCount: Int

    /// By how much a luma may differ between two machines.
    private static let tolerance = 2

    /// Looks at the middle of each block of so many pixels.
    init(_ picture: PixelBuffer, blocksOf side: Int) {
        let size = picture.displaySize
        let rowBytes = picture.bytesPerRow(ofPlane: 0)
        var unclearCount = 0
        lines = picture.withBytes(ofPlane: 0) { luma in
            stride(from: side / 2, to: size.height, by: side).map { y in
                String(
                    stride(from: side / 2, to: size.width, by: side).map { x -> Character in
                        // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
                        let value = Int(unsafe luma.unsafeLoad(fromByteOffset: y * rowBytes + x, as: UInt8.self))
                        let distances = Self.levels.map { abs($0 - value) }
                        let order = distances.indices.sorted { distances[$0] < distances[$1] }
                        if distances[order[1]] - distances[order[0]] <= 2 * Self.tolerance { unclearCount += 1 }
                        return Self.letters[order[0]]
                    }
                )
            }
        }
        self.unclearCount = unclearCount
    }

    /// The picture of a source, from 0 to 3.
    static func picture(ofSource number: Int, _ size: PixelSize) -> PixelBuffer {
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        picture.fill(PixelRect(size), with: gray(levels[1 + 2 * number]))
        let quarter = PixelRect(x: 0, y: 0, width: size.width / 2 & ~1, height: size.height / 2 & ~1)
        picture.fill(quarter, with: gray(levels[2 + 2 * number]))
        return picture
    }

    /// A gray of that luma in limited range.
    private static func gray(_ luma: Int) -> YUVColor {
        let level = UInt8((luma - 16) * 255 / 219)
        return YUVColor(red: level, green: level, blue: level)
    }

    /// Sketches beside each other.
    static func beside(_ sketches: [SceneSketch]) -> [String] {
        (sketches.first?.lines ?? []).indices.map { row in
            sketches.map { $0.lines[row] }.joined(separator: " ")
        }
    }
}
