import DoubletakeMedia

/// A picture in limited-range BT.709 with real numbers, straight from ITU-R BT.709-6: a chroma sample is the mean of its
/// pixels.
struct ReferencePicture {
    /// Red, green and blue of a pixel, from 0 to 255.
    typealias Color = (red: Double, green: Double, blue: Double)

    /// How far a picture is from this one.
    struct Difference {
        /// The largest one of a luma sample.
        var luma = 0.0
        /// The largest one of a chroma sample.
        var chroma = 0.0

        /// The larger one.
        var largest: Double { max(luma, chroma) }

        mutating func formUnion(_ other: Difference) {
            (luma, chroma) = (max(luma, other.luma), max(chroma, other.chroma))
        }
    }

    let size: PixelSize
    private let planes: [[Double]]

    /// Makes the picture of the colour of each pixel.
    init(size: PixelSize, color: (_ x: Int, _ y: Int) -> Color) {
        self.size = size
        let (columns, rows) = ((size.width + 1) / 2, (size.height + 1) / 2)
        var luma = [Double](repeating: 0, count: size.width * size.height)
        var (blue, red, count) = (
            [Double](repeating: 0, count: columns * rows), [Double](repeating: 0, count: columns * rows),
            [Double](repeating: 0, count: columns * rows)
        )
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = color(x, y)
                let grey = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
                luma[y * size.width + x] = 16 + 219 * grey / 255
                let block = y / 2 * columns + x / 2
                blue[block] += 128 + 224 * (color.blue - grey) / (2 * (1 - 0.0722)) / 255
                red[block] += 128 + 224 * (color.red - grey) / (2 * (1 - 0.2126)) / 255
                count[block] += 1
            }
        }
        planes = [luma, zip(blue, count).map { $0 / $1 }, zip(red, count).map { $0 / $1 }]
    }

    /// A picture of samples that are known.
    private init(size: PixelSize, planes: [[Double]]) {
        self.size = size
        self.planes = planes
    }

    /// The picture as it is when something was drawn into a canvas of bytes: what lies behind was rounded before.
    ///
    /// - Parameters:
    ///   - canvas: what lies behind.
    ///   - rest: how much of that a pixel shows, from 0 to 1.
    func drawn(into canvas: ReferencePicture, showing rest: (_ x: Int, _ y: Int) -> Double) -> ReferencePicture {
        let columns = size.chroma.width
        var (shown, shownInBlock, count) = (
            [Double](repeating: 0, count: planes[0].count), [Double](repeating: 0, count: planes[1].count),
            [Double](repeating: 0, count: planes[1].count)
        )
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (part, block) = (rest(x, y), y / 2 * columns + x / 2)
                shown[y * size.width + x] = part
                shownInBlock[block] += part
                count[block] += 1
            }
        }
        let parts = [shown] + Array(repeating: zip(shownInBlock, count).map { $0 / $1 }, count: 2)
        let drawn = planes.indices.map { plane in
            planes[plane].indices.map { sample in
                let behind = canvas.planes[plane][sample]
                return planes[plane][sample] + (behind.rounded() - behind) * parts[plane][sample]
            }
        }
        return ReferencePicture(size: size, planes: drawn)
    }

    /// The picture at half its size, of which each sample is the mean of four.
    private init(halving picture: ReferencePicture) {
        let half = PixelSize(width: picture.size.width / 2, height: picture.size.height / 2)
        size = half
        planes = picture.planes.enumerated().map { index, plane in
            let from = index == 0 ? picture.size : picture.size.chroma
            let to = index == 0 ? half : half.chroma
            return (0..<to.width * to.height).map { sample in
                let (x, y) = (2 * (sample % to.width), 2 * (sample / to.width))
                let corner = y * from.width + x
                return (plane[corner] + plane[corner + 1] + plane[corner + from.width] + plane[corner + from.width + 1])
                    / 4
            }
        }
    }

    /// The picture at half its size, of which both sides must be multiples of four.
    var halved: ReferencePicture { ReferencePicture(halving: self) }

    /// How far a picture is from this one, in all of it or in a part.
    ///
    /// It has the same size; that of a film is even, and its last column and row may be beyond this picture's.
    ///
    /// - Parameter bound: beyond that it is not looked at any further.
    func difference(
        from picture: PixelBuffer,
        in part: PixelRect? = nil,
        upTo bound: Double = .infinity
    ) -> Difference {
        var found = Difference()
        let evenSize = PixelSize(width: (size.width + 1) / 2 * 2, height: (size.height + 1) / 2 * 2)
        guard [size, evenSize].contains(picture.displaySize) else {
            return Difference(luma: .infinity, chroma: .infinity)
        }
        for plane in 0..<3 where found.largest <= bound {
            let unit = plane == 0 ? 1 : 2
            let width = plane == 0 ? size.width : size.chroma.width
            let area = (part ?? PixelRect(size)).intersection(PixelRect(size))
            let bytesPerRow = picture.bytesPerRow(ofPlane: plane)
            let largest = picture.withBytes(ofPlane: plane) { bytes in
                var largest = 0.0
                for y in area.y / unit..<(area.maxY + unit - 1) / unit where largest <= bound {
                    for x in area.x / unit..<(area.maxX + unit - 1) / unit {
                        // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
                        let sample = unsafe bytes.unsafeLoad(fromByteOffset: y * bytesPerRow + x, as: UInt8.self)
                        largest = max(largest, abs(Double(sample) - planes[plane][y * width + x]))
                    }
                }
                return largest
            }
            if plane == 0 { found.luma = largest } else { found.chroma = max(found.chroma, largest) }
        }
        return found
    }
}

extension PixelSize {
    fileprivate var chroma: PixelSize {
        PixelSize(width: (width + 1) / 2, height: (height + 1) / 2)
    }
}
