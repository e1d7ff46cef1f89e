import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import DoubletakeX264

@Suite struct X264EncoderTests {
    private let size = PixelSize(width: 320, height: 240)

    @Test("The set-up bytes are the parameter sets with their start codes, and no packet has them again")
    func headers() throws {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size))
        #expect(unitTypes(encoder.track.codecConfiguration) == [7, 8])
        #expect(encoder.track.codecConfiguration.prefix(4) == [0, 0, 0, 1])
        let packet = try #require(try encoder.encode(frame(TestPicture(size: size), number: 0, at: 0)).first)
        #expect(!unitTypes(packet.data).contains { $0 == 7 || $0 == 8 })
    }

    @Test("A picture of odd size has a track of the next even size")
    func oddSize() throws {
        let odd = PixelSize(width: 321, height: 239)
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: odd, quality: .lossless))
        guard case .video(let codec, let codedSize, let displaySize, let color) = encoder.track.media else {
            Issue.record("the track is not one of pictures")
            return
        }
        #expect(codec == .h264)
        #expect(codedSize == PixelSize(width: 322, height: 240))
        #expect(displaySize == odd)
        #expect(color == .bt709Limited)

        let picture = TestPicture(size: odd)
        let packets = try encoder.encode(frame(picture, number: 0, at: 0))
        #expect(try decode(encoder, packets, size: odd) == [picture])
    }

    @Test("Each picture comes out at once, in order, with exactly its time")
    func times() throws {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size, frameRate: FrameRate(30_000, per: 1_001)))
        // The second and the third lie within one tick of the track, the last is two hours later.
        let times: [Int64] = [1_000_000_007, 1_033_333_333, 1_033_333_334, 1_066_666_601, 7_200_000_000_000]
        var packets: [EncodedPacket] = []
        for (number, time) in times.enumerated() {
            let picture = TestPicture(size: size, seed: UInt64(number + 1))
            let output = try encoder.encode(frame(picture, number: number, at: time))
            #expect(output.count == 1)
            packets += output
        }
        #expect(try encoder.finish().isEmpty)
        #expect(packets.map(\.presentationTime.nanoseconds) == times)
        #expect(packets.map(\.decodeTime.nanoseconds) == times)
        #expect(packets.allSatisfy { $0.mediaType == .video && $0.duration == .nanoseconds(33_366_667) })
    }

    @Test(
        "Keyframes come by time, half as often where there are few pictures, and at no other time",
        arguments: [
            ([0, 100, 900, 2_000, 3_999, 4_000, 4_040, 6_999, 9_000, 20_000, 20_001], [0, 4_000, 9_000, 20_000]),
            (Array(stride(from: 0, through: 4_100, by: 100)), [0, 2_000, 4_000]),
        ]
    )
    func keyframes(_ times: [Int], _ expected: [Int]) throws {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size, keyframeInterval: .seconds(2)))
        // Every picture is new, which would make x264 want keyframes at cuts.
        let packets = try times.enumerated().flatMap { number, time in
            let picture = TestPicture(size: size, seed: UInt64(number + 1))
            return try encoder.encode(
                frame(picture, number: number, at: Int64(time) * 1_000_000, damage: .everything)
            )
        }
        let keyframeTimes = zip(times, packets).filter(\.1.isKeyframe).map(\.0)
        #expect(keyframeTimes == expected)
        for packet in packets {
            #expect(unitTypes(packet.data).contains(5) == packet.isKeyframe)
        }
    }

    @Test(
        "A picture in which nothing changed takes next to nothing, and shows the same",
        arguments: [33_333_333, 1_000_000_000, 5_000_000_000]
    )
    func unchangedPicture(interval: Int64) throws {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size))
        let first = frame(TestPicture(size: size), number: 0, at: 0)
        var packets = try encoder.encode(first)
        packets += try encoder.encode(first.repeated(at: MediaTime(nanoseconds: interval)))
        // Two slices that say "skip everything": a header and a few bytes each.
        #expect(packets[1].data.count < 64, "\(packets.map(\.data.count))")
        let pictures = try decode(encoder, packets, size: size)
        #expect(pictures.count == 2)
        #expect(pictures.first == pictures.last)
    }

    @Test("What changed is encoded, wherever it lies within its macroblocks")
    func partialDamage() throws {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size, quality: .lossless))
        var picture = TestPicture(size: size)
        var expected = [picture]
        var packets = try encoder.encode(frame(picture, number: 0, at: 0))
        let changes = [
            PixelRect(x: 15, y: 15, width: 2, height: 2), PixelRect(x: 100, y: 119, width: 90, height: 2),
            PixelRect(x: 319, y: 239, width: 1, height: 1), PixelRect(x: 0, y: 0, width: 320, height: 240),
        ]
        for (number, change) in changes.enumerated() {
            picture.invert(change)
            expected.append(picture)
            packets += try encoder.encode(
                frame(picture, number: number + 1, at: Int64(number + 1) * 40_000_000, damage: Damage([change]))
            )
        }
        #expect(try decode(encoder, packets, size: size) == expected)
        #expect(packets.map(\.isKeyframe) == [true, false, false, false, false])
    }

    @Test("What is not in the damage is not even looked at")
    func flagsArePassedOn() throws {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size, quality: .lossless))
        let first = TestPicture(size: size)
        var second = first
        let told = PixelRect(x: 32, y: 32, width: 16, height: 16)
        let untold = PixelRect(x: 160, y: 160, width: 16, height: 16)
        second.invert(told)
        var expected = second
        second.invert(untold)
        var packets = try encoder.encode(frame(first, number: 0, at: 0))
        packets += try encoder.encode(frame(second, number: 1, at: 40_000_000, damage: Damage([told])))
        let pictures = try decode(encoder, packets, size: size)
        #expect(pictures.last == expected)

        // The next picture says so, and then it is there.
        packets += try encoder.encode(frame(second, number: 2, at: 80_000_000, damage: Damage([untold])))
        expected = second
        #expect(try decode(encoder, packets, size: size).last == expected)
    }

    @Test("A gap in the sequence numbers means that everything may have changed")
    func lostPicture() throws {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size, quality: .lossless))
        let first = TestPicture(size: size)
        var third = first
        third.invert(PixelRect(x: 64, y: 64, width: 64, height: 64))
        var packets = try encoder.encode(frame(first, number: 0, at: 0))
        packets += try encoder.encode(frame(third, number: 2, at: 40_000_000, damage: .none))
        #expect(try decode(encoder, packets, size: size).last == third)
    }

    @Test("A keyframe has all of the picture, whatever the damage says")
    func keyframeHasEverything() throws {
        let encoder = try X264Encoder(
            VideoEncoderSettings(displaySize: size, quality: .lossless, keyframeInterval: .seconds(1))
        )
        let first = TestPicture(size: size)
        let second = TestPicture(size: size, seed: 2)
        var packets = try encoder.encode(frame(first, number: 0, at: 0))
        packets += try encoder.encode(frame(second, number: 1, at: 2_000_000_000, damage: .none))
        #expect(try decode(encoder, packets, size: size) == [first, second])
    }

    @Test("A lower constant rate factor makes a larger film")
    func quality() throws {
        let sizes = try [VideoEncoderSettings.Quality.low, .medium, .high, .lossless].map { quality in
            let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size, quality: quality))
            return try encoder.encode(frame(TestPicture(size: size), number: 0, at: 0)).map(\.data.count).reduce(0, +)
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count, "\(sizes)")
    }

    @Test("The stream says BT.709 with limited range, square pixels and no reordering")
    func tags() throws {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size))
        let packets = try encoder.encode(frame(TestPicture(size: size), number: 0, at: 0))
        let folder = try TemporaryFolder()
        let path = try folder.write(stream(encoder, packets), to: "film.h264")
        let track = try #require(try MediaProbe(path).streams.first)
        #expect(track.colorPrimaries == "bt709")
        #expect(track.colorTransfer == "bt709")
        #expect(track.colorSpace == "bt709")
        #expect(track.colorRange == "tv")
        #expect(track.pixelFormat == "yuv420p")
        #expect(track.sampleAspectRatio == "1:1")
        #expect(track.reorderedFrameCount == 0)
        #expect(track.profile == "High")
    }

    @Test(
        "A setting that can't be had is refused when the encoder is made",
        arguments: [
            (PixelSize(width: 320, height: 240), .constantRateFactor(0), "0 is no constant rate factor"),
            (PixelSize(width: 320, height: 240), .constantRateFactor(52), "52 is no constant rate factor"),
            (
                PixelSize(width: 320, height: 240), .averageBitRate(1_000),
                "1000 bits a second are no bit rate for pictures"
            ),
            (PixelSize(width: 0, height: 240), .high, "a picture of 0x240 can't be encoded"),
            (PixelSize(width: 16_386, height: 16), .high, "a picture of 16386x16 can't be encoded"),
        ] as [(PixelSize, VideoEncoderSettings.Quality, String)]
    )
    func refusedSettings(size: PixelSize, quality: VideoEncoderSettings.Quality, reason: String) throws {
        let error = #expect(throws: WriterError.self) {
            try X264Encoder(VideoEncoderSettings(displaySize: size, quality: quality))
        }
        #expect(error?.description == "h264: \(reason)")
        #expect(error?.help.hasPrefix("Choose") == true)
    }

    @Test("An average bit rate is kept within a half, also where pictures come less often than the stream says")
    func bitRate() throws {
        let encoder = try X264Encoder(
            VideoEncoderSettings(
                displaySize: size,
                frameRate: FrameRate(60),
                usualFrameRate: FrameRate(30),
                quality: .averageBitRate(1_500_000)
            )
        )
        var bitCount = 0
        for number in 0..<120 {
            let picture = TestPicture(size: size, seed: UInt64(number + 1))
            let packets = try encoder.encode(frame(picture, number: number, at: Int64(number) * 33_333_333))
            // The first second is for rate control to find its way.
            if number >= 30 { bitCount += packets.reduce(0) { $0 + $1.data.count * 8 } }
        }
        #expect((750_000...2_250_000).contains(Double(bitCount) / 3), "\(bitCount)")
    }

    @Test("A picture of another size, format or colour is refused, and the next right one is encoded")
    func refusedPictures() throws {
        let encoder = try X264Encoder(VideoEncoderSettings(displaySize: size))
        let wrong = [
            PixelBuffer(format: .i420, displaySize: PixelSize(width: 322, height: 240), color: .bt709Limited),
            PixelBuffer(format: .nv12, displaySize: size, color: .bt709Limited),
            PixelBuffer(format: .i420, displaySize: size, color: .sRGB),
        ]
        let reasons = wrong.map { buffer in
            #expect(throws: WriterError.self) {
                try encoder.encode(
                    VideoFrame(pixelBuffer: buffer, time: .zero, sequenceNumber: 0, damage: .everything)
                )
            }?.description
        }
        #expect(
            reasons == [
                "h264: a picture of 322x240 came into a film of 320x240",
                "h264: a picture in nv12 can't be encoded",
                "h264: a picture's colours are not those that the film is tagged with",
            ]
        )
        #expect(try encoder.encode(frame(TestPicture(size: size), number: 0, at: 0)).count == 1)
    }

    private func frame(
        _ picture: TestPicture,
        number: Int,
        at nanoseconds: Int64,
        damage: Damage = .everything
    ) -> VideoFrame {
        VideoFrame(
            pixelBuffer: picture.pixelBuffer(),
            time: MediaTime(nanoseconds: nanoseconds),
            sequenceNumber: UInt64(number),
            damage: damage
        )
    }

    private func stream(_ encoder: X264Encoder, _ packets: [EncodedPacket]) -> [UInt8] {
        encoder.track.codecConfiguration + packets.flatMap(\.data)
    }

    private func decode(_ encoder: X264Encoder, _ packets: [EncodedPacket], size: PixelSize) throws -> [TestPicture] {
        let folder = try TemporaryFolder()
        let path = try folder.write(stream(encoder, packets), to: "film.h264")
        // Each picture as it is in the stream: none is repeated or left out to keep a rate.
        let video = try ProcessRun.succeed([
            "ffmpeg", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p",
            "-",
        ]).standardOutputBytes
        let byteCount = TestPicture.byteCount(size)
        #expect(video.count.isMultiple(of: byteCount))
        return stride(from: 0, to: video.count, by: byteCount).map { offset in
            TestPicture(size: size, rawVideo: video, at: offset)
        }
    }

    /// The types of the units in a byte stream (H.264, table 7-1): 5 keyframe slice, 7 and 8 parameter sets.
    private func unitTypes(_ bytes: [UInt8]) -> [Int] {
        bytes.indices.dropLast(3).compactMap { index in
            bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1 ? Int(bytes[index + 3] & 31) : nil
        }
    }
}
