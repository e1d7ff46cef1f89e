import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@Suite struct LibAVVideoEncoderTests {
    private static let models = VideoEncoderModel.all.filter { $0.kind == .software && $0 != .x264 }
    private static let size = PixelSize(width: 192, height: 108)

    @Test("Each picture comes out before the next one goes in", arguments: models)
    func noDelay(model: VideoEncoderModel) throws {
        let encoder = try LibAVVideoEncoder(
            VideoEncoderSettings(codec: model.codec, displaySize: Self.size),
            model
        )
        for number in 0..<10 {
            #expect(try encoder.encode(noise(number)).count == 1)
        }
        #expect(try encoder.finish().isEmpty)
    }

    @Test("Without loss every sample comes back as it was", arguments: models)
    func lossless(model: VideoEncoderModel) throws {
        let folder = try TemporaryFolder()
        let settings = VideoEncoderSettings(codec: model.codec, displaySize: Self.size, quality: .lossless)
        let encoder = try LibAVVideoEncoder(settings, model)
        var packets: [EncodedPacket] = []
        for number in 0..<4 { packets += try encoder.encode(noise(number)) }
        let storage = MemoryStorage()
        let muxer = try Film.muxer(encoder.track, container: .mkv, storage: storage)
        for packet in packets { try muxer.write(Film.timed(packet, track: 0, encoder.track)) }
        try muxer.finish()
        let frames = try Film.read(folder.write(storage.bytes, to: "film.mkv")).samples.video(0)
        #expect(frames.count == 4)
        for (number, frame) in frames.enumerated() {
            #expect(luma(frame.pixelBuffer) == luma(noise(number).pixelBuffer))
        }
    }

    @Test("Without a picture there is no packet", arguments: models)
    func nothing(model: VideoEncoderModel) throws {
        let settings = VideoEncoderSettings(codec: model.codec, displaySize: Self.size)
        #expect(try LibAVVideoEncoder(settings, model).finish().isEmpty)
    }

    @Test("An average bit rate is kept within a half, whatever moves", arguments: models)
    func bitRate(model: VideoEncoderModel) throws {
        let settings = VideoEncoderSettings(
            codec: model.codec,
            displaySize: Self.size,
            frameRate: FrameRate(60),
            usualFrameRate: FrameRate(30),
            quality: .averageBitRate(1_500_000)
        )
        let encoder = try LibAVVideoEncoder(settings, model)
        var packets: [EncodedPacket] = []
        for number in 0..<120 { packets += try encoder.encode(noise(number)) }
        packets += try encoder.finish()
        // The first second is for rate control to find its way.
        let bitCount = packets.dropFirst(30).reduce(0) { $0 + $1.data.count * 8 }
        let rate = Double(bitCount) / 3
        #expect((750_000...2_250_000).contains(rate), "\(rate)")
    }

    @Test("Fewer bits are spent for a lower quality", arguments: models)
    func quality(model: VideoEncoderModel) throws {
        let sizes = try [VideoEncoderSettings.Quality.high, .medium, .low].map { quality in
            let settings = VideoEncoderSettings(codec: model.codec, displaySize: Self.size, quality: quality)
            let encoder = try LibAVVideoEncoder(settings, model)
            return try (0..<5).flatMap { try encoder.encode(noise($0)) }.reduce(0) { $0 + $1.data.count }
        }
        #expect(sizes == sizes.sorted(by: >))
    }

    @Test(
        "An encoder that the machine lacks says so by its name",
        arguments: VideoEncoderModel.all.filter { $0.kind == .hardware })
    func unavailable(model: VideoEncoderModel) {
        do {
            let settings = VideoEncoderSettings(codec: model.codec, displaySize: Self.size)
            let encoder = try LibAVVideoEncoder(settings, model)
            // This machine has one: then it is one of the codec.
            #expect(encoder.track.mediaType == .video)
        } catch {
            #expect(error.subject == model.name)
            #expect(error.reason.hasPrefix("it can't be opened: "))
        }
    }

    @Test("What an encoder can't make is refused before it is opened")
    func refused() {
        let cases: [(VideoEncoderSettings, VideoEncoderModel, String)] = [
            (VideoEncoderSettings(codec: .h264, displaySize: Self.size), .x265, "libx265: it makes hevc, not h264"),
            (
                VideoEncoderSettings(codec: .hevc, displaySize: Self.size, quality: .averageBitRate(0)), .x265,
                "hevc: 0 bits a second are no bit rate for pictures"
            ),
        ]
        for (settings, model, description) in cases {
            let error = #expect(throws: WriterError.self) { try LibAVVideoEncoder(settings, model) }
            #expect(error?.description == description)
            #expect(error?.help.hasPrefix("Choose") == true)
        }
    }

    /// The rows of the luma, without what lies between them.
    private func luma(_ buffer: PixelBuffer) -> [UInt8] {
        let bytesPerRow = buffer.bytesPerRow(ofPlane: 0)
        return buffer.withBytes(ofPlane: 0) { span in
            (0..<Self.size.height).flatMap { row in
                (0..<Self.size.width).map { column in
                    // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
                    unsafe span.unsafeLoad(fromByteOffset: row * bytesPerRow + column, as: UInt8.self)
                }
            }
        }
    }

    /// A picture of noise, another one than the eleven before.
    private func noise(_ number: Int) -> VideoFrame {
        VideoFrame(
            pixelBuffer: Self.noises[number % Self.noises.count],
            time: MediaTime.zero + FrameRate(30).offset(ofFrame: Int64(number)),
            sequenceNumber: UInt64(number),
            damage: .everything
        )
    }

    private static let noises = (0..<12).map { seed in
        let buffer = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        var generator = SeededGenerator(seed: UInt64(seed) + 1)
        buffer.withMutableBytes(ofPlane: 0) { span in
            for offset in stride(from: 0, to: span.byteCount - 7, by: 8) {
                span.storeBytes(of: generator.next(), toByteOffset: offset, as: UInt64.self)
            }
        }
        return buffer
    }
}
