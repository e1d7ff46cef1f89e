package import DoubletakeMedia

/// Makes the pictures of the film out of those of its source: draws in what lies over them, and fits them into a canvas.
///
/// Every picture that comes out has the canvas's size, a number of its own that counts from 0 without gaps, and says
/// exactly what of it differs from the one before. A picture that needs nothing done to it passes through, without a
/// copy. An unchanged one costs nothing: it comes out as the same buffer again, repeated.
///
/// Pictures come in with any gaps in their numbers, and may change their size at any time. All of them are I420 in
/// memory and have the canvas's colour. It belongs to one thread, on which the pictures come out too.
package struct Compositor {
    /// How many canvases are in use at a time: eight wait for the encoder, one is with it, one may be repeated, one is
    /// with somebody who looks at the pictures, one is drawn.
    ///
    /// With fewer a picture is dropped although nothing is too slow. They are made when they are first needed.
    private static let canvasCount = 12

    private var painter: OverlayPainter
    private var fitter: PictureFitter

    /// Creates a compositor.
    ///
    /// - Parameters:
    ///   - canvasSize: the size of the film's pictures. One of another shape is shown as large as possible without being
    ///     distorted, in the middle of black.
    ///   - color: what the pictures' samples mean.
    package init(canvasSize: PixelSize, color: ColorDescription = .bt709Limited) {
        painter = OverlayPainter(color: color, canvasCount: Self.canvasCount)
        fitter = PictureFitter(canvasSize: canvasSize, color: color, canvasCount: Self.canvasCount)
    }

    /// The picture as it is in the film.
    ///
    /// Nil when every canvas is held: then the picture is dropped, and its changes count for the next one.
    package mutating func compose(_ frame: VideoFrame) -> VideoFrame? {
        guard let drawn = painter.draw(frame) else { return nil }
        return fitter.fit(drawn)
    }
}
