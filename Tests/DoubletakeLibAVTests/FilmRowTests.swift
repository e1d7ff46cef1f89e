import DoubletakeISOMedia
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// Every container with every codec: what is written is a film for others too.
@Suite struct FilmRowTests {
    @Test("A finished film has all pictures and samples at their times, and nobody complains", arguments: FilmRow.all)
    func finished(row: FilmRow) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes(row), to: "film.\(row.container.fileExtensions[0])")
        #expect(try MediaProbe.decodeWarnings(path) == "")
        let probe = try MediaProbe(path)
        #expect(probe.streams.map(\.codec) == [row.video.name, row.audio.name])
        #expect(probe.streams.map(\.name) == ["Screen", "Mix"])
        #expect(probe.streams.map(\.isDefault) == [true, true])
        let picture = probe.streams[0]
        #expect([picture.colorSpace, picture.colorTransfer, picture.colorPrimaries] == ["bt709", "bt709", "bt709"])
        #expect(picture.colorRange == "tv" && picture.pixelFormat == "yuv420p")
        // Matroska counts milliseconds; an encoder's run-up, which isn't heard, counts for ffprobe.
        let earliest = row.container.finishing == .muxer && row.audio == .opus ? -0.007 : 0
        let starts = probe.streams.map { $0.startTime?.inSeconds ?? 1 }
        #expect(starts.allSatisfy { (earliest...0).contains($0) }, "\(starts)")
        #expect(abs((probe.duration ?? .zero).inSeconds - 2) <= 0.021)

        let film = try Film.read(path)
        let times = film.samples.video(0).map { $0.time.nanoseconds }
        #expect(times == (0..<50).map { $0 * 40_000_000 })
        #expect(film.samples.video(0).map(middleLuma) == (0..<50).map(Film.luma))
        let sound = film.samples.audio(1).flatMap(\.samples)
        let left = stride(from: 0, to: sound.count, by: 2).map { sound[$0] }
        // Where the encoder's run-up has no place in the file, the sound swells for as long as that is.
        let swelling = row.container.finishing == .muxer && row.audio == .aac ? 1_024 : 0
        let heard = Array(left.dropFirst(swelling).prefix(90_000))
        let error = Chirp.error(of: heard, sampleRate: 48_000, delayedBy: -swelling)
        #expect(error < (row.audio == .opus ? 0.01 : 0.001))
    }

    @Test(
        "What a container can't hold is refused with what it can",
        arguments: [
            (
                ContainerFormat.webm, VideoCodec.h264, "h264: webm can't hold it",
                "Choose vp9 or av1, or a file name that ends in .mp4 or .mov or .mkv."
            ),
            (
                .mov, .av1, "av1: mov can't hold it",
                "Choose h264 or hevc, or a file name that ends in .mp4 or .mkv or .webm."
            ),
        ])
    func refused(container: ContainerFormat, codec: VideoCodec, description: String, help: String) throws {
        let pictures = try Film.pictures([.zero], codec)
        let error = #expect(throws: WriterError.self) {
            try Film.muxer(pictures.0, container: container, storage: MemoryStorage())
        }
        #expect(error?.description == description)
        #expect(error?.help == help)
    }

    private func bytes(_ row: FilmRow) throws -> [UInt8] {
        let (tracks, packets) = try row.film()
        let storage = MemoryStorage()
        let muxer = try LibAVMuxerProvider.makeMuxer(row.container, tracks: tracks, storage: storage, subject: "film")
        for (number, packet) in packets.enumerated() {
            try muxer.write(packet)
            if number % 40 == 39 { try muxer.flush() }
        }
        try muxer.finish()
        if row.container.finishing == .movieIndex { _ = try MovieFinisher.finish(storage) }
        return storage.bytes
    }

    private func middleLuma(_ frame: VideoFrame) -> UInt8 {
        let buffer = frame.pixelBuffer
        let offset = 24 * buffer.bytesPerRow(ofPlane: 0) + 32
        // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
        return buffer.withBytes(ofPlane: 0) { unsafe $0.unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
    }
}
