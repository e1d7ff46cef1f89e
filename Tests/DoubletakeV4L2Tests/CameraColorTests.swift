import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .enabled(if: CameraRig.isPossible, needsFUSE))
struct CameraColorTests {
    /// The rig's bars, from left to right.
    private static let bars: [(red: UInt8, green: UInt8, blue: UInt8)] = [
        (235, 235, 235), (200, 200, 20), (20, 200, 200), (20, 200, 20),
        (200, 20, 200), (200, 20, 20), (20, 20, 200), (20, 20, 20),
    ]

    private static func color(ofBar bar: Int, isGrey: Bool) -> YUVColor {
        let (red, green, blue) = bars[bar]
        guard isGrey else { return YUVColor(red: red, green: green, blue: blue) }
        // What a grey JPEG keeps of a colour is the luma of BT.601.
        let parts: [Double] = [0.299 * Double(red), 0.587 * Double(green), 0.114 * Double(blue)]
        let level = UInt8(parts.reduce(0, +).rounded())
        return YUVColor(red: level, green: level, blue: level)
    }

    /// The samples of a picture in the middle of a bar.
    private func samples(ofBar bar: Int, in picture: PixelBuffer) -> [Int] {
        let size = picture.displaySize
        let (x, y) = ((2 * bar + 1) * size.width / (2 * Self.bars.count), size.height * 3 / 4)
        return picture.format.planes.indices.map { plane in
            let shape = picture.format.planes[plane]
            let offset =
                y / shape.rowsPerElement * picture.bytesPerRow(ofPlane: plane) + x / shape.columnsPerElement
            return picture.withBytes(ofPlane: plane) { bytes in
                // SAFETY: a byte has no invalid values, and the span checks its bounds.
                Int(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
            }
        }
    }

    @Test(
        "Colours are right within four levels in every format, and the number can be read",
        arguments: ["YUYV", "NV12", "I420", "MJPG420", "MJPG", "MJPG440", "MJPG444", "MJPGGRAY"],
        [PixelSize(width: 320, height: 240), PixelSize(width: 401, height: 303)]
    )
    func colors(kind: String, size: PixelSize) throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: ["\(kind):\(size)@30"]))
        try scene.watch(format: "\(size)") { watcher in
            try #require(watcher.awaitFrames(2))
            let picture = try #require(watcher.newest?.pixelBuffer)
            #expect(picture.displaySize == size && watcher.entries.allSatisfy { $0.number != nil })
            for bar in Self.bars.indices {
                let expected = Self.color(ofBar: bar, isGrey: kind == "MJPGGRAY")
                let found = samples(ofBar: bar, in: picture)
                for (sample, wanted) in zip(found, [expected.luma, expected.cb, expected.cr]) {
                    #expect(abs(sample - Int(wanted)) <= 4, "bar \(bar): \(found), not \(expected)")
                }
            }
        }
    }
}
