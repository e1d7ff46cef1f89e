import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractAppendTests {
    private func isMisuse(_ error: any Error) -> Bool {
        if case .some(.misuse) = error as? WriterError { true } else { false }
    }

    @Test("Nothing is taken before the session, which is a misuse")
    func beforeSession() throws {
        let scene = WriterScene()
        let (video, packets) = (Sample.videoInput(), Sample.audioPackets())
        for input in [video, packets] { try scene.writer.add(input) }
        #expect(scene.writer.startWriting())
        #expect(!video.isReadyForMoreMediaData && !packets.isReadyForMoreMediaData)
        #expect {
            _ = try video.append(Sample.picture(at: .zero))
        } throws: {
            isMisuse($0)
        }
        #expect {
            _ = try packets.append(Sample.packet(.audio, at: .zero))
        } throws: {
            isMisuse($0)
        }
        try scene.writer.startSession(atSourceTime: WriterScene.start)
        #expect(video.isReadyForMoreMediaData && packets.isReadyForMoreMediaData)
    }

    @Test("What is of the wrong kind is a misuse, and the session goes on")
    func wrongKind() async throws {
        let scene = WriterScene()
        let (video, audio, packets) = (Sample.videoInput(), Sample.audioInput(), Sample.videoPackets())
        try scene.begin(video, audio, packets)
        let wrong: [() throws -> Bool] = [
            { try video.append(Sample.sound(at: .zero, count: 960)) },
            { try audio.append(Sample.picture(at: .zero)) },
            { try packets.append(Sample.picture(at: .zero)) },
            { try video.append(Sample.packet(.video, at: .zero)) },
            { try packets.append(Sample.packet(.audio, at: .zero)) },
        ]
        for append in wrong {
            #expect {
                _ = try append()
            } throws: {
                isMisuse($0)
            }
        }
        #expect(try video.append(Sample.picture(at: .zero)))
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed && scene.codecs.muxed.packets.count == 1)
    }

    @Test("Sound in another format than the settings' is a misuse that names both")
    func wrongFormat() throws {
        let scene = WriterScene()
        let input = Sample.audioInput()
        try scene.begin(input)
        let stereo = AudioFormat(sampleRate: 44_100, channelCount: 2)
        let error = try #require(throws: WriterError.self) {
            _ = try input.append(
                SampleBuffer(microphone: AudioBuffer(silence: 441, format: stereo, time: WriterScene.start))
            )
        }
        #expect(error.subject == "the audio input")
        #expect(
            error.reason == "sound with 44100 Hz and 2 channels was appended to an input for 48000 Hz and 1 channel"
        )
    }

    @Test("A session is started once, after startWriting and before the end")
    func startingTwice() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        let start = { try scene.writer.startSession(atSourceTime: WriterScene.start) }
        #expect(performing: start, throws: isMisuse)
        try scene.begin(input)
        #expect(performing: start, throws: isMisuse)
        #expect(try input.append(Sample.picture(at: .zero)))
        await scene.writer.finishWriting()
        #expect(performing: start, throws: isMisuse)
        #expect(scene.writer.status == .completed)
    }

    @Test("A session is ended after it was started, and a writer that has failed doesn't mind")
    func endingTheSession() async throws {
        let scene = WriterScene(encoding: FakeEncoding(failingInput: 2))
        let input = Sample.videoInput()
        let end = { try scene.writer.endSession(atSourceTime: WriterScene.start + .seconds(1)) }
        #expect(performing: end, throws: isMisuse)
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        _ = try input.append(Sample.picture(1, at: .milliseconds(40)))
        try end()
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed)
        try end()
    }

    @Test("After the end nothing is taken, which an append says by false")
    func afterEnd() async throws {
        let scene = WriterScene()
        let (video, packets) = (Sample.videoInput(), Sample.videoPackets())
        try scene.begin(video, packets)
        #expect(try video.append(Sample.picture(at: .zero)))
        await scene.writer.finishWriting()
        #expect(try !video.append(Sample.picture(at: .seconds(1))))
        #expect(try !packets.append(Sample.packet(.video, at: .seconds(1))))
        #expect(!video.isReadyForMoreMediaData && !packets.isReadyForMoreMediaData)
    }

    @Test("A track may be ended alone and more than once, and the others go on")
    func endingATrack() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoInput(), Sample.audioInput())
        try scene.begin(video, audio)
        #expect(try video.append(Sample.picture(at: .zero)))
        video.markAsFinished()
        video.markAsFinished()
        #expect(try !video.append(Sample.picture(at: .seconds(1))) && !video.isReadyForMoreMediaData)
        #expect(try audio.append(Sample.sound(at: .zero, count: 960)))
        scene.codecs.awaitMuxed { $0.packets.count == 2 }
        audio.markAsFinished()
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
    }

    @Test("A track that is ended before the session starts stays so, and the file is complete without it")
    func endedBefore() async throws {
        let scene = WriterScene()
        let (video, audio, packets) = (Sample.videoInput(), Sample.audioInput(), Sample.audioPackets())
        for input in [video, audio, packets] { try scene.writer.add(input) }
        #expect(scene.writer.startWriting())
        audio.markAsFinished()
        packets.markAsFinished()
        try scene.writer.startSession(atSourceTime: WriterScene.start)
        #expect(try !audio.append(Sample.sound(at: .zero, count: 960)))
        #expect(try video.append(Sample.picture(at: .zero)))
        // The picture waits for no other track: all of them have ended.
        scene.codecs.awaitMuxed { $0.packets.count == 1 }
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
    }

    @Test(
        "Every track ended, the session may still be ended, and the file is complete once that or finishWriting was said"
    )
    func allEnded() async throws {
        for isEnded in [true, false] {
            let scene = MovieScene()
            let pictures = try EncodedSample.pictures(at: [.zero, .milliseconds(40), .milliseconds(80)])
            try scene.begin(pictures.input)
            try pictures.input.append(all: pictures.packets)
            pictures.input.markAsFinished()
            try scene.cut()
            #expect(scene.writer.status == .writing)
            if isEnded { try scene.writer.endSession(atSourceTime: WriterScene.start + .milliseconds(60)) }
            let movie = try await scene.finish()
            // The last picture's own duration is a thirtieth of a second.
            #expect(movie.tracks[0].edits[0].duration == (isEnded ? 5_400 : 10_200))
        }
    }

    @Test("Of a container that has no index of the whole, what comes after the session's end is left out")
    func endWithoutIndex() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.begin(input)
        try scene.writer.endFilm(at: WriterScene.start + .milliseconds(50))
        for time in [0, 40, 80] { #expect(try input.append(Sample.packet(.video, at: .milliseconds(time)))) }
        await scene.writer.finishWriting()
        #expect(scene.codecs.muxed.packets.count == 2)
    }
}
