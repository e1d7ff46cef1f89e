import DoubletakeMedia
import DoubletakePixels

/// A colour of a pixel in the order in which it lies in memory.
struct Pixel: Equatable {
    var blue: UInt8
    var green: UInt8
    var red: UInt8
    var alpha: UInt8 = 255

    static let red = Pixel(blue: 0, green: 0, red: 255)
    static let white = Pixel(blue: 255, green: 255, red: 255)
    static let transparent = Pixel(blue: 0, green: 0, red: 0, alpha: 0)
}

/// BGRA pixels in a Swift array: what an X server would hand out.
///
/// The tests' pictures are small, because loops over pixels are slow in debug builds.
struct SmallPicture {
    let width: Int
    let height: Int
    private var pixels: [Pixel]

    init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) {
        self.width = width
        self.height = height
        pixels = (0..<width * height).map { pixel($0 % width, $0 / width) }
    }

    /// Pixels that look random and are the same in each run.
    static func noise(width: Int, height: Int, seed: UInt64 = 1) -> SmallPicture {
        var generator = SeededGenerator(seed: seed)
        return SmallPicture(width: width, height: height) { _, _ in
            let bits = generator.next()
            return Pixel(
                blue: UInt8(truncatingIfNeeded: bits),
                green: UInt8(truncatingIfNeeded: bits >> 8),
                red: UInt8(truncatingIfNeeded: bits >> 16),
                alpha: UInt8(truncatingIfNeeded: bits >> 24)
            )
        }
    }

    /// The pixel at a place; beyond the edges, the pixel at the edge.
    subscript(x: Int, y: Int) -> Pixel {
        pixels[min(y, height - 1) * width + min(x, width - 1)]
    }

    /// The rows, each followed by `padding` bytes.
    func bytes(padding: Int = 0) -> [UInt8] {
        var result: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let pixel = self[x, y]
                result += [pixel.blue, pixel.green, pixel.red, pixel.alpha]
            }
            result += [UInt8](repeating: 0xa5, count: padding)
        }
        return result
    }

    /// The same picture as a buffer with four bytes a pixel.
    func bgraBuffer() -> PixelBuffer {
        let size = PixelSize(width: width, height: height)
        let buffer = PixelBuffer(format: .bgra, displaySize: size, color: .sRGB)
        let packed = bytes()
        let bytesPerRow = buffer.bytesPerRow(ofPlane: 0)
        buffer.withMutableBytes(ofPlane: 0) { plane in
            for index in packed.indices {
                let (row, column) = index.quotientAndRemainder(dividingBy: 4 * width)
                plane.storeBytes(of: packed[index], toByteOffset: row * bytesPerRow + column, as: UInt8.self)
            }
        }
        return buffer
    }

    /// The same picture converted, with as many rows and columns of padding as its size needs.
    func i420Buffer(codePath: ScreenConverter.CodePath = .fastest) -> PixelBuffer {
        let size = PixelSize(width: width, height: height)
        let buffer = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        convert(to: PixelRect(size), of: buffer, codePath: codePath)
        return buffer
    }

    /// Converts the picture into a rectangle of its own size.
    func convert(
        to rect: PixelRect,
        of buffer: PixelBuffer,
        padding: Int = 0,
        codePath: ScreenConverter.CodePath = .fastest
    ) {
        let bytes = bytes(padding: padding)
        // SAFETY: the elements are bytes, so none of the array's bytes is uninitialised padding.
        let span = unsafe bytes.span.bytes
        ScreenConverter.convert(
            bgra: span,
            bytesPerRow: 4 * width + padding,
            rect: rect,
            into: buffer,
            codePath: codePath
        )
    }
}

extension PixelBuffer {
    /// The samples of an 8-bit plane, row by row, in the coded size.
    func samples(ofPlane plane: Int) -> [[UInt8]] {
        let columns = codedSize.width / format.planes[plane].columnsPerElement * format.planes[plane].bytesPerElement
        let bytesPerRow = bytesPerRow(ofPlane: plane)
        return withBytes(ofPlane: plane) { bytes in
            (0..<rowCount(ofPlane: plane)).map { row in
                (0..<columns).map { bytes.unsafeLoad(at: row * bytesPerRow + $0) }
            }
        }
    }

    /// All samples of all planes.
    var samples: [[[UInt8]]] {
        format.planes.indices.map { samples(ofPlane: $0) }
    }
}

extension RawSpan {
    fileprivate func unsafeLoad(at offset: Int) -> UInt8 {
        // SAFETY: a byte has no invalid values, and the offset is checked.
        unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
}
