import DoubletakeMedia
import DoubletakePixels

/// Fits pictures of any size into canvases of one size, black where the picture's shape leaves something.
///
/// A picture of the canvas's own size passes through as it is. Any other is scaled as a whole when a part of it has
/// changed: a part that is scaled alone doesn't always have the same samples. What has changed is known all the same.
struct PictureFitter {
    private let canvasSize: PixelSize
    private var canvases: CanvasRing
    private var sequence = PictureSequence()
    /// Where the newest picture lies.
    private var placement: Placement?
    /// Where the picture in the newest canvas lies; the rest of it is black.
    private var drawnPlacement: Placement?

    /// Creates a fitter that has at most `canvasCount` canvases.
    init(canvasSize: PixelSize, color: ColorDescription, canvasCount: Int) {
        self.canvasSize = canvasSize
        canvases = CanvasRing(format: .i420, displaySize: canvasSize, color: color, capacity: canvasCount)
    }

    /// The picture in its canvas; nil when every canvas is held.
    mutating func fit(_ frame: VideoFrame) -> VideoFrame? {
        let picture = frame.pixelBuffer
        let isWhole = picture.displaySize == canvasSize
        let wanted = Placement.fitting(picture.displaySize, into: canvasSize)
        let changes = sequence.changes(in: frame)
        let damage = wanted == placement ? (isWhole ? changes : wanted.damage(from: changes)) : .everything

        if let newest = sequence.newest, damage.isEmpty, !isWhole || newest.pixelBuffer === picture {
            return newest.repeated(at: frame.time)
        }
        if isWhole {
            placement = wanted
            return sequence.append(picture, at: frame.time, damage: damage)
        }
        guard let canvas = canvas(showing: picture, at: wanted) else { return nil }
        placement = wanted
        return sequence.append(canvas, at: frame.time, damage: damage)
    }

    private mutating func canvas(showing picture: PixelBuffer, at placement: Placement) -> PixelBuffer? {
        let isMoved = placement != drawnPlacement
        guard let canvas = canvases.next(drawing: isMoved ? .everything : Damage([placement.area])) else { return nil }
        if isMoved { canvas.fill(PixelRect(canvasSize), with: .black) }
        canvas.scale(from: picture, into: placement.area)
        drawnPlacement = placement
        return canvas
    }
}
