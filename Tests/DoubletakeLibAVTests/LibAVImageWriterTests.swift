import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Foundation
import Testing

@Suite struct LibAVImageWriterTests {
    private let size = PixelSize(width: 65, height: 49)

    @Test("A PNG shows the picture, in its own colours and without what pads an odd size")
    func png() throws {
        let storage = MemoryStorage()
        let writer = try writer(.png, into: storage)
        // BT.709's red (H.273, table 4).
        try writer.append(frame(y: 63, cb: 102, cr: 240, at: 0))
        try writer.finish(at: .zero + .seconds(1))
        let pixels = try rgb(storage, "image.png")
        #expect(pixels.count == size.width * size.height * 3)
        #expect(pixels.prefix(3).elementsEqual([255, 0, 0]) { abs(Int($0) - $1) <= 2 })
        #expect(pixels.suffix(3).elementsEqual([255, 0, 0]) { abs(Int($0) - $1) <= 2 })
    }

    @Test("A GIF has every picture at its time, and shows the last one until the end")
    func gif() throws {
        let storage = MemoryStorage()
        let writer = try writer(.gif, into: storage)
        for (number, luma) in [UInt8(40), 120, 200].enumerated() {
            try writer.append(frame(y: luma, cb: 128, cr: 128, at: 5_000 + 250 * number))
        }
        try writer.finish(at: .zero + .milliseconds(6_000))
        let folder = try TemporaryFolder()
        try Data(storage.bytes).write(to: URL(fileURLWithPath: folder.file("image.gif")))
        let output = try ProcessRun.run(
            [
                "ffprobe", "-v", "error", "-show_entries", "packet=pts_time,duration_time:stream=width,height", "-of",
                "csv=p=0", folder.file("image.gif"),
            ]
        ).standardOutput
        #expect(
            output.split(separator: "\n") == ["0.000000,0.250000", "0.250000,0.250000", "0.500000,0.500000", "65,49"])
    }

    @Test("An image is scaled to the size that was asked for")
    func scaled() throws {
        let storage = MemoryStorage()
        let writer = try LibAVImageProvider().makeImageWriter(
            .png,
            source: (size, .bt709Limited),
            size: PixelSize(width: 32, height: 24),
            storage: storage,
            subject: "image.png"
        )
        try writer.append(frame(y: 235, cb: 128, cr: 128, at: 0))
        try writer.finish(at: .zero)
        let pixels = try rgb(storage, "image.png")
        #expect(pixels.count == 32 * 24 * 3)
        #expect(pixels.allSatisfy { $0 >= 253 })
    }

    @Test("Without a picture there is no image")
    func nothing() throws {
        let writer = try writer(.gif, into: MemoryStorage())
        #expect(throws: WriterError.self) { try writer.finish(at: .zero) }
    }

    private func writer(_ format: ImageFormat, into storage: MemoryStorage) throws -> any ImageWriter {
        try LibAVImageProvider().makeImageWriter(
            format,
            source: (size, .bt709Limited),
            size: size,
            storage: storage,
            subject: "image.\(format.name)"
        )
    }

    private func frame(y: UInt8, cb: UInt8, cr: UInt8, at milliseconds: Int) -> VideoFrame {
        let buffer = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        for (plane, value) in [y, cb, cr].enumerated() {
            buffer.withMutableBytes(ofPlane: plane) { span in
                for index in 0..<span.byteCount { span.storeBytes(of: value, toByteOffset: index, as: UInt8.self) }
            }
        }
        return VideoFrame(
            pixelBuffer: buffer,
            time: .zero + .milliseconds(milliseconds),
            sequenceNumber: UInt64(milliseconds),
            damage: .everything
        )
    }

    /// The image's pixels as ffmpeg sees them.
    private func rgb(_ storage: MemoryStorage, _ name: String) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try Data(storage.bytes).write(to: URL(fileURLWithPath: folder.file(name)))
        let arguments = ["-v", "error", "-i", folder.file(name), "-f", "rawvideo", "-pix_fmt", "rgb24"]
        _ = try ProcessRun.run(["ffmpeg"] + arguments + [folder.file("pixels")])
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("pixels"))))
    }
}
