import DoubletakeMedia
import DoubletakePixels
import Testing

@Suite struct CameraConverterTests {
    /// A colour in a camera's own samples.
    private struct Samples {
        let luma: UInt8
        let cb: UInt8
        let cr: UInt8
    }

    private static let colors: [CameraColor] = [.bt601Limited, .bt601Full, .bt709Limited, .bt709Full]

    /// A packed picture of one colour.
    private func surface(_ layout: CameraPictureLayout, _ color: Samples, _ size: PixelSize) -> [UInt8] {
        let bytesPerRow = (size.width + 1) / 2 * (layout == .yuyv || layout == .uyvy ? 4 : 2)
        let blocks = (size.height + 1) / 2 * bytesPerRow / 2
        let pairs = bytesPerRow * size.height / 4
        let luma = [UInt8](repeating: color.luma, count: bytesPerRow * size.height)
        switch layout {
        case .yuyv: return (0..<pairs).flatMap { _ in [color.luma, color.cb, color.luma, color.cr] }
        case .uyvy: return (0..<pairs).flatMap { _ in [color.cb, color.luma, color.cr, color.luma] }
        case .nv12: return luma + (0..<blocks).flatMap { _ in [color.cb, color.cr] }
        case .i420:
            return luma + [UInt8](repeating: color.cb, count: blocks) + [UInt8](repeating: color.cr, count: blocks)
        }
    }

    private func convert(
        _ layout: CameraPictureLayout,
        _ samples: Samples,
        _ color: CameraColor,
        _ size: PixelSize = PixelSize(width: 8, height: 6)
    ) -> PixelBuffer {
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        let bytes = surface(layout, samples, size)
        let bytesPerRow = (size.width + 1) / 2 * (layout == .yuyv || layout == .uyvy ? 4 : 2)
        // SAFETY: the elements are bytes, so none of the array's bytes is uninitialised padding.
        let span = unsafe bytes.span.bytes
        CameraConverter.convert(span, layout, bytesPerRow: bytesPerRow, color: color, into: picture)
        return picture
    }

    /// The colour of the last pixel of the coded size.
    private func lastColor(of picture: PixelBuffer) -> [Int] {
        picture.samples.compactMap { $0.last?.last.map { Int($0) } }
    }

    /// What a camera of that kind makes of a colour, with real numbers.
    private func samples(red: Double, green: Double, blue: Double, _ color: CameraColor) -> Samples {
        let is709 = color == .bt709Limited || color == .bt709Full
        let isFull = color == .bt601Full || color == .bt709Full
        let (redWeight, blueWeight) = is709 ? (0.2126, 0.0722) : (0.299, 0.114)
        let grey = redWeight * red + (1 - redWeight - blueWeight) * green + blueWeight * blue
        let (lumaUnit, chromaUnit) = isFull ? (1.0, 1.0) : (219.0 / 255, 224.0 / 255)
        return Samples(
            luma: UInt8((isFull ? 0 : 16) + lumaUnit * grey + 0.5),
            cb: UInt8(128 + chromaUnit * (blue - grey) / (2 * (1 - blueWeight)) + 0.5),
            cr: UInt8(128 + chromaUnit * (red - grey) / (2 * (1 - redWeight)) + 0.5)
        )
    }

    @Test("Every matrix and range becomes limited-range BT.709, within what 8 bits can say", arguments: colors)
    func matrices(color: CameraColor) {
        for red in stride(from: 10.0, through: 245, by: 47) {
            for green in stride(from: 10.0, through: 245, by: 47) {
                for blue in stride(from: 10.0, through: 245, by: 47) {
                    let samples = samples(red: red, green: green, blue: blue, color)
                    let result = lastColor(of: convert(.i420, samples, color, PixelSize(width: 2, height: 2)))
                    let expected = ReferenceColor(red: red, green: green, blue: blue)
                    for (sample, real) in zip(result, [expected.luma, expected.cb, expected.cr]) {
                        // The camera's samples are rounded, and so is the result.
                        #expect(abs(Double(sample) - real) < 2, "\(red) \(green) \(blue)")
                    }
                }
            }
        }
    }

    @Test("Black, grey and white stay without colour", arguments: colors)
    func greys(color: CameraColor) {
        for level in [0.0, 51, 128, 255] {
            let result = lastColor(of: convert(.nv12, samples(red: level, green: level, blue: level, color), color))
            #expect(result[1] == 128 && result[2] == 128)
            #expect(abs(Double(result[0]) - (16 + 219 * level / 255)) < 1.1)
        }
    }

    @Test(
        "Every layout has its samples where they belong, up to the edge of odd sizes",
        arguments: [CameraPictureLayout.yuyv, .uyvy, .nv12, .i420],
        [PixelSize(width: 8, height: 6), PixelSize(width: 7, height: 5), PixelSize(width: 33, height: 1)]
    )
    func layouts(layout: CameraPictureLayout, size: PixelSize) {
        let picture = convert(layout, Samples(luma: 100, cb: 90, cr: 160), .bt709Limited, size)
        #expect(lastColor(of: picture) == [100, 90, 160])
    }

    @Test("A layout knows how many bytes a picture has")
    func byteCounts() {
        #expect(CameraPictureLayout.yuyv.packedBytesPerRow(width: 641) == 1284)
        #expect(CameraPictureLayout.yuyv.byteCount(height: 480, bytesPerRow: 1280) == 614_400)
        #expect(CameraPictureLayout.nv12.byteCount(height: 480, bytesPerRow: 640) == 460_800)
        #expect(CameraPictureLayout.i420.byteCount(height: 480, bytesPerRow: 640) == 460_800)
        #expect(CameraPictureLayout.i420.byteCount(height: 481, bytesPerRow: 640) == 640 * 481 + 2 * 320 * 241)
    }
}
