import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// When an input is ready for more, and who is told.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterContractReadinessTests {
    private func isMisuse(_ error: any Error) -> Bool {
        if case .some(.misuse) = error as? WriterError { true } else { false }
    }

    @Test("An input from a file is not ready while it is far ahead of another one, so that the tracks keep in step")
    func pacing() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        try scene.begin(video, audio)
        #expect(try video.append(Sample.packet(.video, at: .seconds(1))))
        #expect(video.isReadyForMoreMediaData && audio.isReadyForMoreMediaData)
        #expect(try video.append(Sample.packet(.video, at: .milliseconds(1_040))))
        #expect(!video.isReadyForMoreMediaData && audio.isReadyForMoreMediaData)
        #expect(try audio.append(Sample.packet(.audio, at: .milliseconds(500))))
        #expect(video.isReadyForMoreMediaData && audio.isReadyForMoreMediaData)
        #expect(try video.append(Sample.packet(.video, at: .seconds(3))), "what is appended all the same is taken")
        #expect(!video.isReadyForMoreMediaData)
        await scene.writer.finishWriting()
    }

    @Test("An input that is marked as finished doesn't let the others wait for it")
    func markedAsFinished() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        try scene.begin(video, audio)
        #expect(try video.append(Sample.packet(.video, at: .seconds(5))))
        #expect(!video.isReadyForMoreMediaData)
        audio.markAsFinished()
        #expect(video.isReadyForMoreMediaData)
        await scene.writer.finishWriting()
    }

    @Test("An input that expects its data in real time waits for no other")
    func realTime() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        video.expectsMediaDataInRealTime = true
        try scene.begin(video, audio)
        #expect(try video.append(Sample.packet(.video, at: .seconds(60))))
        #expect(video.isReadyForMoreMediaData)
        await scene.writer.finishWriting()
    }

    @Test("While the disk stands still no input is ready, and all are once it goes on")
    func standstill() async throws {
        let gate = Gate()
        let clock = ManualClock()
        let codecs = FakeCodecs(clock: clock)
        let writer = AssetWriter(path: "/dev/null/film.fake", container: .fake, codecs: codecs, clock: clock) {
            _ throws(SystemCallError) in GatedStorage(gate)
        }
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        for input in [video, audio] {
            input.expectsMediaDataInRealTime = true
            try writer.add(input)
        }
        #expect(writer.startWriting())
        try writer.startSession(atSourceTime: WriterScene.start)
        #expect(try video.append(Sample.packet(.video, at: .zero)))
        #expect(try audio.append(Sample.packet(.audio, at: .zero)))
        codecs.awaitMuxed { !$0.packets.isEmpty }
        clock.awaitWaiters(1)
        clock.advance(by: .seconds(1))
        gate.awaitArrival()
        var count = 0
        while video.isReadyForMoreMediaData {
            count += 1
            #expect(try video.append(Sample.packet(.video, at: .milliseconds(count))))
        }
        #expect(!audio.isReadyForMoreMediaData)
        gate.open()
        #expect(try await audio.waitUntilReady())
        #expect(video.isReadyForMoreMediaData)
        await writer.finishWriting()
        #expect(codecs.muxed.packets.count == count + 2)
    }

    @Test("A request calls its block whenever the input is ready, until that is finished")
    func request() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        for input in [video, audio] { try scene.writer.add(input) }
        #expect(scene.writer.startWriting())
        for input in [video, audio] {
            let next = ConditionLock(0)
            try input.requestMediaDataWhenReady { [next] in
                while input.isReadyForMoreMediaData {
                    let number = next.withLock { next in
                        defer { next += 1 }
                        return next
                    }
                    guard number < 200 else { return input.markAsFinished() }
                    do {
                        #expect(try input.append(Sample.packet(input.mediaType, at: .milliseconds(20 * number))))
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        try scene.writer.startSession(atSourceTime: WriterScene.start)
        scene.codecs.awaitMuxed { $0.packets.count == 400 }
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
        #expect((0..<2).map { scene.packets(ofTrack: $0).count } == [200, 200])
    }

    @Test("Media data are requested once for an input, after startWriting")
    func requestMisuse() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.writer.add(input)
        #expect(performing: { try input.requestMediaDataWhenReady {} }, throws: isMisuse)
        await #expect(performing: { try await input.waitUntilReady() }, throws: isMisuse)
        #expect(scene.writer.startWriting())
        try input.requestMediaDataWhenReady {}
        #expect(performing: { try input.requestMediaDataWhenReady {} }, throws: isMisuse)
        await scene.writer.finishWriting()
    }

    @Test("A request is over when the writer is cancelled, has failed or was never given a session", arguments: 0...2)
    func requestWithoutEnd(kind: Int) async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.writer.add(input)
        #expect(scene.writer.startWriting())
        try input.requestMediaDataWhenReady {}
        if kind > 0 { try scene.writer.startSession(atSourceTime: WriterScene.start) }
        switch kind {
        case 1: input.fail(because: .codecFailed(subject: "x264", reason: "it fell over"))
        default: scene.writer.cancelWriting()
        }
        await scene.writer.ended()
        #expect(try await !input.waitUntilReady())
        #expect(scene.writer.status == (kind == 1 ? .failed : .cancelled))
    }

    @Test("Whoever waits as a task for an input is told when it is ready, and when it never will be")
    func waiting() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        for input in [video, audio] { try scene.writer.add(input) }
        #expect(scene.writer.startWriting())
        async let feeding = { () -> Int in
            var count = 0
            while try await video.waitUntilReady(), count < 100 {
                #expect(try video.append(Sample.packet(.video, at: .milliseconds(100 * count))))
                count += 1
            }
            video.markAsFinished()
            return count
        }()
        try scene.writer.startSession(atSourceTime: WriterScene.start)
        for number in 0..<500 {
            guard try await audio.waitUntilReady() else { break }
            #expect(try audio.append(Sample.packet(.audio, at: .milliseconds(20 * number))))
        }
        audio.markAsFinished()
        #expect(try await feeding == 100)
        #expect(try await !video.waitUntilReady())
        await scene.writer.finishWriting()
        #expect((0..<2).map { scene.packets(ofTrack: $0).count } == [100, 500])
    }
}

/// A disk that stands still until a gate is opened.
private final class GatedStorage: ByteStorage {
    private let gate: Gate
    private let memory = MemoryStorage()

    init(_ gate: Gate) {
        self.gate = gate
    }

    func byteCount() throws(SystemCallError) -> Int64 { try memory.byteCount() }

    func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        try memory.read(at: offset, count: count)
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError) {
        gate.pass()
        try memory.write(bytes, at: offset)
    }

    func truncate(to byteCount: Int64) throws(SystemCallError) { try memory.truncate(to: byteCount) }

    func synchronize() throws(SystemCallError) { try memory.synchronize() }
}
