import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// What comes of input that nobody should give, but somebody will.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterBadInputTests {
    private func isMisuse(_ error: any Error) -> Bool {
        if case .some(.misuse) = error as? WriterError { true } else { false }
    }

    @Test("Packets out of order or on one tick are stored with times that increase by a tick, and the film plays")
    func disorder() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: (0..<6).map { .milliseconds(40 * $0) })
        try scene.begin(pictures.input)
        let times = [0, 100_000, 100_001, 40_000, 100_002, 200_000].map { WriterScene.start + .microseconds($0) }
        for (packet, time) in zip(pictures.packets, times) {
            #expect(try pictures.input.append(packet.moved(to: time)))
        }
        let movie = try await scene.finish()
        #expect(movie.tracks[0].durations.dropLast() == [9_000, 1, 1, 1, 8_997])
        #expect(try MediaProbe.decodeErrors(folder.write(scene.storage.bytes, to: "film.mp4")) == "")
        #expect(try scene.decoded(in: folder).pictures.count == 6)
    }

    @Test("A picture of another size, in other colours or another format is a misuse, and the film goes on without it")
    func otherPictures() async throws {
        let scene = MovieScene()
        let input = AssetWriterInput(video: VideoEncoderSettings(displaySize: EncodedSample.size))
        try scene.begin(input)
        let append = { (number: Int, buffer: PixelBuffer) in
            try input.append(
                SampleBuffer(
                    VideoFrame(
                        pixelBuffer: buffer,
                        time: WriterScene.start + .milliseconds(40 * number),
                        sequenceNumber: UInt64(number),
                        damage: .everything
                    )
                )
            )
        }
        #expect(try append(0, EncodedSample.picture(0)))
        let full = ColorDescription(primaries: 1, transfer: 1, matrix: 1, range: .full)
        let others: [(PixelBuffer, String)] = [
            (
                PixelBuffer(format: .i420, displaySize: PixelSize(width: 32, height: 48), color: .bt709Limited),
                "a picture of 32x48 was appended to an input for 64x48"
            ),
            (
                PixelBuffer(format: .i420, displaySize: EncodedSample.size, color: full),
                "a picture in i420 came with other colours, or in another format than the one before"
            ),
            (
                PixelBuffer(format: .nv12, displaySize: EncodedSample.size, color: .bt709Limited),
                "a picture in nv12 came with other colours, or in another format than the one before"
            ),
        ]
        for (buffer, reason) in others {
            let error = try #require(throws: WriterError.self) { _ = try append(1, buffer) }
            #expect(error.reason == reason && isMisuse(error))
        }
        #expect(try append(1, EncodedSample.picture(1)))
        #expect(try await scene.finish().tracks[0].durations.count == 2)
    }

    @Test("Sound that changes its format is a misuse, and the film goes on without it")
    func otherSound() async throws {
        let scene = MovieScene()
        let input = AssetWriterInput(audio: AudioEncoderSettings(format: Sample.format))
        try scene.begin(input)
        #expect(try input.append(Sample.sound(at: .zero, count: 48_000)))
        let stereo = AudioBuffer(
            silence: 960,
            format: AudioFormat(sampleRate: 48_000, channelCount: 2),
            time: WriterScene.start + .seconds(1)
        )
        #expect(performing: { _ = try input.append(SampleBuffer(applications: stereo)) }, throws: isMisuse)
        #expect(try input.append(Sample.sound(at: .seconds(1), count: 48_000)))
        #expect(try await scene.finish().duration == .seconds(2))
    }

    @Test("A track that is never fed is not in the finished film, and the others are whole")
    func neverFed() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let pictures = try EncodedSample.pictures(at: (0..<50).map { .milliseconds(40 * $0) })
        let silent = try EncodedSample.sound(at: .zero, sampleCount: 1)
        try scene.begin(
            pictures.input, silent.input, AssetWriterInput(audio: AudioEncoderSettings(format: Sample.format)))
        try pictures.input.append(all: Array(pictures.packets.prefix(25)))
        try scene.cut()
        try pictures.input.append(all: Array(pictures.packets.dropFirst(25)))
        let movie = try await scene.finish()
        #expect(movie.tracks.count == 1 && movie.tracks[0].durations.count == 50)
        #expect(try MediaProbe.decodeErrors(folder.write(scene.storage.bytes, to: "film.mp4")) == "")
    }

    @Test(
        "Fragments of a tenth of a second to ten seconds with jittered pictures keep every picture at its time",
        arguments: [100, 330, 1_000, 10_000])
    func fragments(milliseconds: Int) async throws {
        let scene = MovieScene()
        scene.writer.movieFragmentInterval = .milliseconds(milliseconds)
        var generator = SeededGenerator(seed: UInt64(milliseconds))
        // About 33 ms apart, some only a microsecond, some a second.
        var time = Duration.zero
        let times = (0..<300).map { number in
            time += number % 50 == 49 ? .seconds(1) : .microseconds(Int.random(in: 1...66_000, using: &generator))
            return time
        }
        let pictures = try EncodedSample.pictures(at: times)
        try scene.begin(pictures.input)
        for (packet, time) in zip(pictures.packets, times) {
            let due = WriterScene.start + time
            while scene.clock.now < due {
                scene.clock.advance(by: min(.milliseconds(50), due - scene.clock.now))
            }
            #expect(try pictures.input.append(packet))
        }
        let movie = try await scene.finish()
        let expected = times.map { TimeBase.video.ticks(in: $0) }
        let starts = movie.tracks[0].durations.reduce(into: [expected[0]]) { $0.append($0[$0.count - 1] + Int64($1)) }
        #expect(starts.dropLast() == ticks(increasing: expected))
        #expect(scene.storage.count(of: .write) > 4)
    }

    /// Two pictures on one tick are a tick apart.
    private func ticks(increasing ticks: [Int64]) -> ArraySlice<Int64> {
        ticks.reduce(into: []) { $0.append(max($1, ($0.last ?? .min) + 1)) }
    }

    @Test(
        "Pictures 200 ns apart after a stall of 15 s: of encoded ones the later is left out, packets are a tick apart")
    func stall() async throws {
        let times: [Duration] = [
            .zero, .seconds(15), .seconds(15) + .nanoseconds(200), .seconds(15) + .milliseconds(40),
        ]
        let scene = MovieScene()
        let settings = VideoEncoderSettings(displaySize: EncodedSample.size)
        let (encoded, packets) = (
            AssetWriterInput(video: settings), try EncodedSample.pictures(at: [0, 1, 2, 3].map { .seconds($0) })
        )
        try scene.begin(encoded, packets.input)
        for (number, time) in times.enumerated() {
            let frame = VideoFrame(
                pixelBuffer: EncodedSample.picture(number),
                time: WriterScene.start + time,
                sequenceNumber: UInt64(number),
                damage: .everything
            )
            #expect(try encoded.append(SampleBuffer(frame)))
            #expect(try packets.input.append(packets.packets[number].moved(to: WriterScene.start + time)))
        }
        #expect(encoded.droppedFrameCount == 1)
        let movie = try await scene.finish()
        #expect(movie.tracks[0].durations == [1_350_000, 3_600, 3_600])
        #expect(movie.tracks[1].durations.dropLast() == [1_350_000, 1, 3_599])
    }

    @Test("Five gigabytes of samples are a film whose index knows where each of them is")
    func fiveGigabytes() async throws {
        let scene = MovieScene(storage: LargeStorage())
        let (input, packets) = try EncodedSample.sound(at: .zero, sampleCount: 1)
        // AAC, since libavformat looks at every byte of H.264. One array is all the packets' data.
        let data = [UInt8](repeating: 0x21, count: 1 << 19)
        let packet = EncodedPacket(
            mediaType: .audio,
            data: data,
            presentationTime: WriterScene.start,
            decodeTime: WriterScene.start,
            duration: .milliseconds(40),
            isKeyframe: true
        )
        try scene.begin(input)
        #expect(packets[0].data.count < data.count)
        for number in 0..<10_240 {
            #expect(try input.append(packet.moved(to: WriterScene.start + .milliseconds(40 * number))))
            if number % 20 == 19 { try scene.cut() }
        }
        let movie = try await scene.finish()
        #expect(try scene.storage.byteCount() > 5_368_709_120)
        #expect(movie.topLevel == ["ftyp", "mdat", "moov"])
        #expect(movie.tracks[0].durations.count == 10_240)
        let offsets = movie.chunkOffsets[0]
        #expect(offsets.count == 512 && (offsets.last ?? 0) > 5_200_000_000)
        #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 - $0 > 20 << 19 })
    }

    @Test("A day of time stamps is a film of a day, to the tick")
    func day() async throws {
        let folder = try TemporaryFolder()
        let scene = MovieScene()
        let picture = try EncodedSample.pictures(at: [.zero])
        try scene.begin(picture.input)
        for number in 0...8_640 {
            let time = WriterScene.start + .seconds(10 * number)
            #expect(try picture.input.append(picture.packets[0].moved(to: time)))
            if number % 1_000 == 999 { try scene.cut() }
        }
        try scene.writer.endSession(atSourceTime: WriterScene.start + .seconds(86_400) + .milliseconds(40))
        let movie = try await scene.finish()
        #expect(movie.duration == .seconds(86_400) + .milliseconds(40))
        #expect(movie.tracks[0].durations.count == 8_641)
        let probe = try MediaProbe(folder.write(scene.storage.bytes, to: "film.mp4"), includingPackets: true)
        #expect(probe.packets(ofStream: 0).last?.presentationTime == .seconds(86_400))
        #expect(probe.packets(ofStream: 0).count == 8_641)
    }
}

extension EncodedPacket {
    /// The packet at another time.
    fileprivate func moved(to time: MediaTime) -> EncodedPacket {
        EncodedPacket(
            mediaType: mediaType,
            data: data,
            presentationTime: time,
            decodeTime: time,
            duration: .milliseconds(40),
            isKeyframe: isKeyframe
        )
    }
}
