import DoubletakeMedia

/// A picture that can be compared: its planes without gaps, as `ffmpeg` writes raw video.
struct TestPicture: Equatable {
    let size: PixelSize
    private(set) var planes: [[UInt8]]

    /// Letters' worth of detail: what an encoder can't guess from the neighbours.
    init(size: PixelSize, seed: UInt64 = 1) {
        self.size = size
        // The same picture in every run.
        var generator = SeededGenerator(seed: seed)
        planes = [1, 2, 2].map { divisor in
            let columns = (size.width + 1) / 2 * 2 / divisor
            let rows = (size.height + 1) / 2 * 2 / divisor
            return (0..<columns * rows).map { _ in UInt8(16 + generator.next() % 200) }
        }
    }

    /// Columns of the coded picture.
    var codedWidth: Int { size.roundedUpToEven.width }

    /// All samples, plane after plane.
    var bytes: [UInt8] { planes.flatMap(\.self) }

    /// The samples of a rectangle's luma.
    func luma(in rectangle: PixelRect) -> [UInt8] {
        (rectangle.y..<rectangle.maxY).flatMap { row in
            planes[0][row * codedWidth + rectangle.x..<row * codedWidth + rectangle.maxX]
        }
    }

    /// Turns the luma of a rectangle over.
    mutating func invert(_ rectangle: PixelRect) {
        for row in rectangle.y..<rectangle.maxY {
            for column in rectangle.x..<rectangle.maxX {
                planes[0][row * codedWidth + column] = 235 - planes[0][row * codedWidth + column]
            }
        }
    }

    /// Reads the picture that starts at `offset` in raw video.
    init(size: PixelSize, rawVideo: [UInt8], at offset: Int) {
        self.init(size: size)
        var start = offset
        planes = planes.map { plane in
            defer { start += plane.count }
            return Array(rawVideo[start..<start + plane.count])
        }
    }

    /// The bytes that a picture of that size takes in raw video.
    static func byteCount(_ size: PixelSize) -> Int {
        size.roundedUpToEven.width * size.roundedUpToEven.height * 3 / 2
    }

    /// The picture as the encoder takes it.
    func pixelBuffer(color: ColorDescription = .bt709Limited) -> PixelBuffer {
        let buffer = PixelBuffer(format: .i420, displaySize: size, color: color)
        for (number, plane) in planes.enumerated() {
            let rows = buffer.rowCount(ofPlane: number)
            let columns = plane.count / rows
            let bytesPerRow = buffer.bytesPerRow(ofPlane: number)
            buffer.withMutableBytes(ofPlane: number) { span in
                for row in 0..<rows {
                    for column in 0..<columns {
                        span.storeBytes(
                            of: plane[row * columns + column],
                            toByteOffset: row * bytesPerRow + column,
                            as: UInt8.self
                        )
                    }
                }
            }
        }
        return buffer
    }
}
