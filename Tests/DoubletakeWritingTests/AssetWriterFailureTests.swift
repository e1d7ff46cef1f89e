import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Glibc
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AssetWriterFailureTests {
    @Test(
        "A disk that is full ends the film at that cut, and what was written until then plays if there is something",
        arguments: [1, 2, 3]
    )
    func fullDisk(failingWrite: Int) async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        scene.storage.fail(with: .failures(of: .write, from: failingWrite, errorNumber: ENOSPC))
        try scene.begin(input)
        for index in 0..<failingWrite {
            #expect(try input.append(Sample.packet(.video, at: .seconds(index))))
            scene.codecs.awaitMuxed { $0.packets.count == index + 1 }
            scene.clock.awaitWaiters(1)
            scene.clock.advance(by: .seconds(1))
            scene.codecs.awaitMuxed { $0.flushes.count > index }
        }
        // The writer has closed the file by itself, which for the fake muxer is a last flush.
        scene.codecs.awaitMuxed { $0.flushes.count == failingWrite + 1 }
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed)
        #expect(scene.writer.isFilePlayable == (failingWrite > 1))
        guard case .cannotWrite(let error) = scene.writer.error else {
            Issue.record("the error is \(String(describing: scene.writer.error))")
            return
        }
        #expect(error.errorNumber == ENOSPC)
        #expect(try !input.append(Sample.packet(.video, at: .seconds(9))))
    }

    @Test("A file that can't be written at its end fails, and stays if it has a fragment")
    func fullAtEnd() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.begin(input)
        #expect(try input.append(Sample.packet(.video, at: .zero)))
        scene.codecs.awaitMuxed { $0.packets.count == 1 }
        scene.clock.advance(by: .seconds(1), inStepsOf: .seconds(1), whenWaiting: 1)
        scene.storage.fail(with: .full(capacity: 1))
        #expect(try input.append(Sample.packet(.video, at: .seconds(1))))
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed && scene.writer.isFilePlayable && scene.storage.bytes == [1])
    }

    @Test("An encoder that fails in the middle ends the film, and the file is closed with what there is")
    func encoderFails() async throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("film.fake"), encoding: FakeEncoding(failingInput: 3))
        let input = Sample.videoInput()
        try scene.begin(input)
        for index in 0..<3 { _ = try input.append(Sample.picture(index, at: .milliseconds(40 * index))) }
        scene.codecs.awaitMuxed { $0.flushes == [2] }
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed && scene.writer.isFilePlayable)
        guard case .codecFailed = scene.writer.error else {
            Issue.record("the error is \(String(describing: scene.writer.error))")
            return
        }
        #expect(try !input.append(Sample.picture(3, at: .seconds(1))))
        #expect(try folder.contents() == ["film.fake"])
        scene.writer.cancelWriting()
        #expect(try folder.contents() == ["film.fake"], "what was saved isn't thrown away afterwards")
    }

    @Test("What the other tracks had until an encoder failed is in the file")
    func othersAreKept() async throws {
        let scene = WriterScene(encoding: FakeEncoding(failingInput: 2))
        let (video, audio) = (Sample.videoInput(), Sample.audioPackets())
        try scene.begin(video, audio)
        for index in 0..<5 { #expect(try audio.append(Sample.packet(.audio, at: .milliseconds(20 * index)))) }
        #expect(try video.append(Sample.picture(0, at: .zero)))
        scene.codecs.awaitMuxed { $0.packets.count == 1 }
        #expect(try video.append(Sample.picture(1, at: .milliseconds(40))))
        scene.codecs.awaitMuxed { $0.flushes.count == 1 }
        #expect(scene.packets(ofTrack: 1).count == 5)
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed && scene.writer.isFilePlayable)
    }

    @Test("Whoever encodes for a pass-through input says that it failed, and the file is closed with what there is")
    func outsideEncoderFails() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        try scene.begin(video, audio)
        #expect(try video.append(Sample.packet(.video, at: .zero)))
        #expect(try audio.append(Sample.packet(.audio, at: .zero)))
        audio.fail(because: .codecFailed(subject: "aac", reason: "it fell over"))
        await scene.writer.ended()
        #expect(scene.writer.status == .failed && scene.writer.isFilePlayable)
        #expect(scene.writer.error?.reason == "it fell over")
        #expect(scene.codecs.muxed.packets.count == 2)
        audio.fail(because: .codecFailed(subject: "aac", reason: "and again"))
        #expect(scene.writer.error?.reason == "it fell over")
    }

    @Test("A film of which nothing was written when its encoder failed leaves no file")
    func failsAtOnce() async throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("film.fake"), encoding: FakeEncoding(failingInput: 1))
        let input = Sample.videoInput()
        try scene.begin(input)
        _ = try input.append(Sample.picture(at: .zero))
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed && !scene.writer.isFilePlayable)
        guard case .codecFailed = scene.writer.error else {
            Issue.record("the error is \(String(describing: scene.writer.error))")
            return
        }
        #expect(try folder.contents().isEmpty)
    }

    @Test("A film whose index can't be made fails with the reason, and its fragments stay")
    func cannotFinish() async throws {
        // The fake muxer's bytes are no movie, so that the movie's index can't be made from them.
        let scene = WriterScene(container: .mp4)
        let input = Sample.videoInput()
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed && scene.writer.isFilePlayable)
        guard case .cannotFinish(scene.writer.path, _, _) = scene.writer.error else {
            Issue.record("the error is \(String(describing: scene.writer.error))")
            return
        }
    }

    @Test("A disk that fails lets go those who wait to append")
    func appendersAreLetGo() async throws {
        let gate = Gate()
        let scene = WriterScene(encoding: FakeEncoding(failingInput: 1, willEncode: gate.pass))
        let input = Sample.videoInput()
        try scene.begin(input)
        let appender = try Appender(20) { try input.append(Sample.picture($0, at: .milliseconds(40 * $0))) }
        gate.awaitArrival()
        gate.open()
        #expect(appender.finish() < 20)
        #expect(try !input.append(Sample.picture(20, at: .milliseconds(800))))
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed)
    }
}
