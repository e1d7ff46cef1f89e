import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractEndTests {
    private func isNothingWritten(_ error: WriterError?) -> Bool {
        if case .nothingWritten = error { true } else { false }
    }

    @Test("Finishing writes all that was appended")
    func finishing() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoInput(), Sample.audioInput())
        try scene.begin(video, audio)
        for index in 0..<50 { #expect(try video.append(Sample.picture(index, at: .milliseconds(33 * index)))) }
        for index in 0..<80 { #expect(try audio.append(Sample.sound(at: .milliseconds(20 * index), count: 960))) }
        await scene.writer.finishWriting()
        #expect(scene.packets(ofTrack: 0).count == 50 && scene.packets(ofTrack: 1).count == 80)
        #expect(scene.storage.bytes.count == 130 && scene.writer.status == .completed)
    }

    @Test("Finishing is answered each time, at once or one after the other")
    func twice() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { await scene.writer.finishWriting() } }
        }
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed && scene.codecs.muxed.flushes == [1])
    }

    @Test("The handler of finishWriting always runs: after success, failure, cancelling, and when nothing was begun")
    func handler() async throws {
        for status in [AssetWriter.Status.completed, .failed, .cancelled, .unknown] {
            let scene = WriterScene()
            let input = Sample.videoInput()
            if status != .unknown { try scene.begin(input) }
            if status == .completed { #expect(try input.append(Sample.picture(at: .zero))) }
            if status == .cancelled { scene.writer.cancelWriting() }
            await withCheckedContinuation { continuation in
                scene.writer.finishWriting { continuation.resume() }
            }
            #expect(scene.writer.status == status)
        }
    }

    @Test("finishWriting with a handler comes back at once")
    func handlerLater() async throws {
        let gate = Gate()
        let scene = WriterScene(encoding: FakeEncoding(willEncode: gate.pass))
        let input = Sample.videoInput()
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        await withCheckedContinuation { continuation in
            scene.writer.finishWriting { continuation.resume() }
            // The encoder stands still, so that the file can't be finished yet.
            #expect(scene.writer.status == .writing)
            gate.open()
        }
        #expect(scene.writer.status == .completed)
    }

    @Test("Whoever only waits for the end is told of it, and at once when there is nothing to wait for")
    func waitingForTheEnd() async throws {
        let scene = WriterScene()
        let input = Sample.videoInput()
        await scene.writer.ended()
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        async let ended: Void = scene.writer.ended()
        await scene.writer.finishWriting()
        await ended
        await scene.writer.ended()
        #expect(scene.writer.status == .completed)
    }

    @Test("A session in which nothing was appended is an error, and no file is left")
    func nothingAppended() async throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("film.fake"))
        try scene.begin(Sample.videoInput(), Sample.audioInput(), Sample.audioPackets())
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed && isNothingWritten(scene.writer.error))
        #expect(!scene.writer.isFilePlayable)
        #expect(try folder.contents().isEmpty)
    }

    @Test("Finishing without a session is the same error")
    func noSession() async throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("film.fake"))
        try scene.writer.add(Sample.videoInput())
        #expect(scene.writer.startWriting())
        #expect(try folder.contents() == ["film.fake"])
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed && isNothingWritten(scene.writer.error))
        #expect(try folder.contents().isEmpty)
    }

    @Test("A writer that has ended without a session holds no file open", arguments: [true, false])
    func closedWithoutSession(isCancelled: Bool) async throws {
        let clock = ManualClock()
        let storage = ConditionLock(WeakStorage())
        let writer = AssetWriter(
            path: "/dev/null/film.fake",
            container: .fake,
            codecs: FakeCodecs(clock: clock),
            clock: clock
        ) { _ throws(SystemCallError) in
            let made = MemoryStorage()
            storage.withLock { $0.storage = made }
            return made
        }
        try writer.add(Sample.videoInput())
        #expect(writer.startWriting())
        #expect(storage.withLock { $0.storage } != nil)
        if isCancelled {
            writer.cancelWriting()
        } else {
            await writer.finishWriting()
        }
        #expect(storage.withLock { $0.storage } == nil)
    }

    @Test("Finishing before writing has started changes nothing")
    func notStarted() async {
        let scene = WriterScene()
        await scene.writer.finishWriting()
        scene.writer.cancelWriting()
        #expect(scene.writer.status == .unknown && scene.writer.error == nil)
    }

    @Test("A track that never got anything doesn't keep the file from being complete")
    func emptyTrack() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoInput(), Sample.audioInput())
        try scene.begin(video, audio, Sample.audioPackets())
        #expect(try video.append(Sample.picture(at: .zero)))
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed && scene.codecs.muxed.packets.count == 1)
    }

    @Test("A cancelled film is gone, and nothing more is taken")
    func cancelling() async throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("film.fake"))
        let input = Sample.videoInput()
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        scene.writer.cancelWriting()
        #expect(scene.writer.status == .cancelled && scene.writer.error == nil && !scene.writer.isFilePlayable)
        #expect(try folder.contents().isEmpty)
        #expect(try !input.append(Sample.picture(at: .seconds(1))))
        await scene.writer.finishWriting()
        scene.writer.cancelWriting()
        #expect(scene.writer.status == .cancelled)
    }

    @Test("A film is gone too when it was cancelled before its session")
    func cancellingEarly() throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("film.fake"))
        try scene.writer.add(Sample.videoInput())
        #expect(scene.writer.startWriting())
        scene.writer.cancelWriting()
        #expect(scene.writer.status == .cancelled)
        #expect(try folder.contents().isEmpty)
        #expect(throws: WriterError.self) { try scene.writer.startSession(atSourceTime: WriterScene.start) }
    }

    @Test("Cancelling a complete film does nothing")
    func cancellingLate() async throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("film.fake"))
        let input = Sample.videoInput()
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        await scene.writer.finishWriting()
        scene.writer.cancelWriting()
        #expect(scene.writer.status == .completed)
        #expect(try folder.contents() == ["film.fake"])
    }

    @Test("Cancelling a film that has failed does nothing, and what can be played stays")
    func cancellingFailed() async throws {
        let folder = try TemporaryFolder()
        let scene = WriterScene(path: folder.file("film.fake"), encoding: FakeEncoding(failingInput: 2))
        let input = Sample.videoInput()
        try scene.begin(input)
        #expect(try input.append(Sample.picture(at: .zero)))
        _ = try input.append(Sample.picture(1, at: .seconds(1)))
        await scene.writer.ended()
        scene.writer.cancelWriting()
        #expect(scene.writer.status == .failed && scene.writer.error != nil && scene.writer.isFilePlayable)
        #expect(try folder.contents() == ["film.fake"])
    }

    @Test("A film whose writer is let go before it is finished is cancelled", arguments: [true, false])
    func lettingGo(hasSession: Bool) throws {
        let folder = try TemporaryFolder()
        try begin(hasSession: hasSession, in: folder)
        #expect(try folder.contents().isEmpty)
    }

    private func begin(hasSession: Bool, in folder: TemporaryFolder) throws {
        let scene = WriterScene(path: folder.file("film.fake"))
        let input = Sample.videoInput()
        try scene.writer.add(input)
        #expect(scene.writer.startWriting())
        #expect(try folder.contents() == ["film.fake"])
        guard hasSession else { return }
        try scene.writer.startSession(atSourceTime: WriterScene.start)
        #expect(try input.append(Sample.picture(at: .zero)))
    }
}

/// A storage that others own.
private struct WeakStorage {
    weak var storage: MemoryStorage?
}
