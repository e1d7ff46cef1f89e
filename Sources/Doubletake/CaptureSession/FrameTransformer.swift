import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels

/// Makes of a camera's pictures what an output delivers: cropped, turned, mirrored, and in its format.
///
/// A picture that needs none of that passes without a copy. What comes out is numbered anew, since it may come from one
/// camera and then from another: its damage is relative to the picture that came out before it. It belongs to the output's
/// own thread.
struct FrameTransformer {
    /// How many of its pictures may be held at a time by whoever got them.
    ///
    /// With fewer, who keeps some for a moment loses pictures; with more a delegate that never lets go takes more memory.
    static let capacity = 8

    private var pool: PixelBufferPool?
    /// Pictures between two steps, which nobody else sees.
    private var scratch: [PixelBuffer] = []
    /// How many have come out.
    private var count: UInt64 = 0
    /// The camera's number of the one that came out last, where it passed as it was.
    private var passed: (connection: ObjectIdentifier, sequenceNumber: UInt64)?

    /// The picture as it is delivered; nil when all that there are of it are still held.
    mutating func transform(
        _ frame: VideoFrame,
        of connection: CaptureConnection,
        to format: PixelFormat
    ) -> VideoFrame? {
        guard let picture = picture(frame.pixelBuffer, connection.style, format) else { return nil }
        var damage = Damage.everything
        if picture === frame.pixelBuffer {
            let id = ObjectIdentifier(connection)
            if let passed, passed.connection == id { damage = frame.damage(since: passed.sequenceNumber) }
            passed = (id, frame.sequenceNumber)
        } else {
            passed = nil
        }
        defer { count += 1 }
        return VideoFrame(pixelBuffer: picture, time: frame.time, sequenceNumber: count, damage: damage)
    }

    private mutating func picture(
        _ source: PixelBuffer,
        _ style: TileStyle,
        _ format: PixelFormat
    ) -> PixelBuffer? {
        let part = style.shownPart(of: source.displaySize)
        let isCropped = part.size != source.displaySize
        var steps: [Step] = []
        if isCropped || style.rotation != .none { steps.append(.turn(part, style.rotation)) }
        if style.mirroring == .horizontal { steps.append(.mirror) }
        if format != source.format { steps.append(.convert) }
        guard let last = steps.indices.last else { return source }
        let size = style.rotation.size(of: part.size)
        guard let target = target(format, size, source.color) else { return nil }
        var picture = source
        for (index, step) in steps.enumerated() {
            let next = index == last ? target : intermediate(index, source, size)
            switch step {
            case .turn(let part, let rotation): next.turn(part, of: picture, by: rotation)
            case .mirror: next.mirror(picture)
            case .convert: next.convert(picture)
            }
            picture = next
        }
        return target
    }

    private enum Step {
        case turn(PixelRect, PictureRotation)
        case mirror
        case convert
    }

    private mutating func target(
        _ format: PixelFormat,
        _ size: PixelSize,
        _ color: ColorDescription
    ) -> PixelBuffer? {
        let color = format == .bgra ? .sRGB : color
        if let pool, pool.format == format, pool.displaySize == size, pool.color == color { return pool.makeBuffer() }
        let made = PixelBufferPool(format: format, displaySize: size, color: color, capacity: Self.capacity)
        pool = made
        return made.makeBuffer()
    }

    private mutating func intermediate(_ index: Int, _ source: PixelBuffer, _ size: PixelSize) -> PixelBuffer {
        if scratch.indices.contains(index), scratch[index].displaySize == size, scratch[index].color == source.color {
            return scratch[index]
        }
        let made = PixelBuffer(format: source.format, displaySize: size, color: source.color)
        // Steps come in order, so there are never fewer pictures than steps before this one.
        scratch = scratch.prefix(index) + [made]
        return made
    }
}
