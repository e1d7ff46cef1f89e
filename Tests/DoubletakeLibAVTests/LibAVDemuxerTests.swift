import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@Suite struct LibAVDemuxerTests {
    @Test(
        "Sound comes back at its place to the sample, without the encoder's run-up",
        arguments: [44_100, 48_000],
        [ContainerFormat.mp4, .mov]
    )
    func sound(sampleRate: Int, container: ContainerFormat) throws {
        let folder = try TemporaryFolder()
        let format = AudioFormat(sampleRate: sampleRate, channelCount: 2)
        let (track, packets) = try Film.sound(3 * sampleRate, format: format)
        let storage = MemoryStorage()
        let muxer = try Film.muxer(track, container: container, storage: storage)
        for packet in packets { try muxer.write(Film.timed(packet, track: 0, track)) }
        try muxer.finish()
        let film = try Film.read(folder.write(storage.bytes, to: "film.\(container.name)"))

        let buffers = film.samples.audio(0)
        #expect(buffers.first?.time == .zero)
        #expect(buffers.allSatisfy { $0.format == format })
        var position = 0
        for buffer in buffers {
            #expect(buffer.time == MediaTime.zero + format.duration(ofSamples: position))
            position += buffer.sampleCount
        }
        let samples = buffers.flatMap(\.samples)
        let left = Array(stride(from: 0, to: 6 * sampleRate, by: 2).map { samples[$0] })
        let right = Array(stride(from: 1, to: 6 * sampleRate, by: 2).map { -samples[$0] })
        for channel in [left, right] {
            let errors = (-2...2).map { Chirp.error(of: channel, sampleRate: sampleRate, delayedBy: $0) }
            #expect(errors[2] < 0.001, "\(errors)")
            #expect(errors.min() == errors[2], "\(errors)")
        }
    }

    @Test("A finished film's sound has as many samples as went in", arguments: [44_100, 48_000])
    func lengthOfFinishedFilm(sampleRate: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("film.mp4")
        try Film.make(path, ["-f", "lavfi", "-i", "sine=r=\(sampleRate):d=1.5", "-c:a", "aac"])
        let film = try Film.read(path)
        let sampleCount = sampleRate * 3 / 2
        #expect(film.samples.audio(0).map(\.sampleCount).reduce(0, +) == sampleCount)
        #expect(film.tracks[0].duration == .milliseconds(1_500))
        #expect(film.samples.audio(0).last?.endTime == MediaTime(nanoseconds: 1_500_000_000))
    }

    @Test("Pictures come back as they were, in order, at their times")
    func pictures() throws {
        let folder = try TemporaryFolder()
        let times = (0..<40).map { MediaTime(nanoseconds: $0 * 40_000_000) }
        let (track, packets) = try Film.pictures(times, size: PixelSize(width: 65, height: 47))
        let storage = MemoryStorage()
        let muxer = try Film.muxer(track, storage: storage)
        for packet in packets { try muxer.write(Film.timed(packet, track: 0, track)) }
        try muxer.finish()
        let film = try Film.read(folder.write(storage.bytes, to: "film.mp4"))
        guard case .video(let displaySize, let color) = try #require(film.tracks.first).media else {
            Issue.record("the track is not one of pictures")
            return
        }
        #expect(displaySize == PixelSize(width: 66, height: 48))
        #expect(color == .bt709Limited)
        #expect(film.tracks[0].codecName == "h264")
        #expect(film.tracks[0].duration == .milliseconds(1_600))

        let frames = film.samples.video(0)
        #expect(frames.map(\.time) == times)
        #expect(frames.map(\.sequenceNumber) == Array(0..<40))
        for (number, frame) in frames.enumerated() {
            #expect(frame.damage == .everything)
            #expect(frame.pixelBuffer.format == .i420)
            #expect(frame.pixelBuffer.color == .bt709Limited)
            #expect(luma(of: frame.pixelBuffer) == Set([Film.luma(number)]))
        }
    }

    @Test("Pictures that the encoder put into another order come in the order of their times")
    func reorderedPictures() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("film.mp4")
        try Film.make(
            path,
            ["-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=1", "-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"]
        )
        let frames = try Film.read(path).samples.video(0)
        #expect(frames.map(\.time) == (0..<25).map { MediaTime(nanoseconds: $0 * 40_000_000) })
    }

    @Test("A picture with full range and of odd size is read as one, its edges repeated")
    func fullRange() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("film.mov")
        try Film.make(
            path,
            [
                "-f", "lavfi", "-i", "color=white:s=33x17:r=25:d=0.04,format=gbrp", "-c:v", "mjpeg", "-pix_fmt",
                "yuvj420p",
                "-color_range", "pc",
            ]
        )
        let buffer = try #require(try Film.read(path).samples.video(0).first).pixelBuffer
        #expect(buffer.displaySize == PixelSize(width: 33, height: 17))
        #expect(buffer.codedSize == PixelSize(width: 34, height: 18))
        #expect(buffer.color.range == .full)
        #expect(luma(of: buffer) == [255])
    }

    @Test("Sound in 16-bit numbers and in one plane is read as well", arguments: ["pcm_s16le", "pcm_f32le", "alac"])
    func otherSampleFormats(codec: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("film.mov")
        try Film.make(
            path,
            ["-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*100*t)|0.25:s=8000:d=1", "-c:a", codec]
                + (codec == "alac" ? ["-sample_fmt", "s16p"] : [])
        )
        let film = try Film.read(path)
        #expect(film.tracks[0].codecName == codec)
        let samples = film.samples.audio(0).flatMap(\.samples)
        #expect(samples.count == 16_000)
        // A hundred waves a second have their first crest after 20 samples.
        #expect(abs(samples[40] - 0.5) < 0.001)
        #expect(abs(samples[41] - 0.25) < 0.001)
    }

    @Test("Pictures in another format are refused, and the error names it")
    func otherPixelFormat() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("film.mp4")
        try Film.make(
            path,
            ["-f", "lavfi", "-i", "testsrc=s=64x48:d=0.2", "-c:v", "libx264", "-pix_fmt", "yuv444p"]
        )
        let error = #expect(throws: ReaderError.self) { try Film.read(path) }
        #expect(error == .cannotDecode(path: path, reason: "a picture of track 0 is in yuv444p"))
    }

    @Test("A file that isn't there, or is no film, can't be opened; the error has libav's words")
    func noFilm() throws {
        let folder = try TemporaryFolder()
        let missing = folder.file("missing.mp4")
        let text = try folder.write(Array("not a film at all".utf8), to: "text.mp4")
        let empty = try folder.write([], to: "empty.mp4")
        for (path, reason) in [
            (missing, "No such file or directory"), (text, "Invalid data found when processing input"),
            (empty, "Invalid data found when processing input"),
        ] {
            let error = #expect(throws: ReaderError.self) { try LibAVDemuxerProvider().openDemuxer(path: path) }
            #expect(error == .cannotOpen(path: path, reason: reason))
        }
    }

    @Test("A name that looks like an address is still the name of a file")
    func nameLikeAnAddress() throws {
        let folder = try TemporaryFolder()
        let film = folder.file("film.mp4")
        try Film.make(film, ["-f", "lavfi", "-i", "sine=d=0.1", "-c:a", "aac"])
        let path = folder.file("concat:a|b.mp4")
        _ = try ProcessRun.succeed(["mv", film, path])
        #expect(try Film.read(path).tracks.count == 1)
    }

    private func luma(of buffer: PixelBuffer) -> Set<UInt8> {
        let (width, height) = (buffer.codedSize.width, buffer.codedSize.height)
        let bytesPerRow = buffer.bytesPerRow(ofPlane: 0)
        return buffer.withBytes(ofPlane: 0) { span in
            var values: Set<UInt8> = []
            for row in 0..<height {
                for column in 0..<width {
                    // SAFETY: any byte is a number.
                    values.insert(unsafe span.unsafeLoad(fromByteOffset: row * bytesPerRow + column, as: UInt8.self))
                }
            }
            return values
        }
    }
}
