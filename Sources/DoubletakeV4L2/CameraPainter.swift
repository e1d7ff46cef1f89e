import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels

/// Turns what a camera has filled into pictures.
struct CameraPainter: ~Copyable {
    /// What became of a buffer.
    enum Result {
        /// It is a picture.
        case picture(PixelBuffer)
        /// It is damaged.
        case damaged
        /// Every canvas is held.
        case noCanvas
    }

    /// The size of the pictures.
    private(set) var size: PixelSize
    private var decoder: JPEGDecoder
    private var ring: CanvasRing

    init(size: PixelSize) throws(JPEGError) {
        self.size = size
        decoder = try JPEGDecoder()
        ring = Self.ring(size)
    }

    /// Paints the next picture.
    mutating func paint(
        _ bytes: RawSpan,
        _ agreed: AgreedFormat,
        _ strictness: JPEGDecoder.Strictness
    ) -> Result {
        guard let layout = agreed.format.codec.layout else { return decode(bytes, agreed, strictness) }
        guard bytes.byteCount >= agreed.byteCount else { return .damaged }
        if agreed.format.size != size { change(to: agreed.format.size) }
        guard let canvas = ring.next(drawing: .everything) else { return .noCanvas }
        CameraConverter.convert(
            bytes, layout, bytesPerRow: agreed.bytesPerRow, color: agreed.color, into: canvas)
        return .picture(canvas)
    }

    private mutating func decode(
        _ bytes: RawSpan,
        _ agreed: AgreedFormat,
        _ strictness: JPEGDecoder.Strictness
    ) -> Result {
        do throws(JPEGError) {
            let newSize = try decoder.size(of: bytes)
            // A header may be damaged too: another size is believed when the picture of that size is whole.
            var newRing = newSize == size ? nil : Self.ring(newSize)
            guard let canvas = newRing?.next(drawing: .everything) ?? ring.next(drawing: .everything) else {
                return .noCanvas
            }
            try decoder.decode(bytes, color: agreed.color, strictness, into: canvas)
            if let newRing {
                ring = newRing
                size = newSize
            }
            return .picture(canvas)
        } catch {
            return .damaged
        }
    }

    private mutating func change(to newSize: PixelSize) {
        size = newSize
        ring = Self.ring(newSize)
    }

    private static func ring(_ size: PixelSize) -> CanvasRing {
        CanvasRing(format: .i420, displaySize: size, color: .bt709Limited)
    }
}
