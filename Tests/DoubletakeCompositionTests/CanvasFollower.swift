import DoubletakeMedia
import DoubletakePixels

/// Someone who sees some of the film's pictures, and keeps a canvas by copying only what they say has changed.
struct CanvasFollower {
    /// How many pictures said that only a part of them had changed.
    private(set) var partCount = 0
    private let canvas: PixelBuffer
    private var seen: UInt64?

    /// Creates someone who has seen nothing yet.
    init(size: PixelSize) {
        canvas = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
    }

    /// Sees a picture; false when the canvas isn't as `truth` is.
    mutating func see(_ frame: VideoFrame, expecting truth: PixelBuffer) -> Bool {
        let damage = frame.damage(since: seen)
        for rectangle in damage.rectangles(in: canvas.codedSize) { canvas.copy(rectangle, from: frame.pixelBuffer) }
        seen = frame.sequenceNumber
        if damage != .everything { partCount += 1 }
        return canvas.isEqual(to: truth, in: PixelRect(canvas.displaySize))
    }
}
