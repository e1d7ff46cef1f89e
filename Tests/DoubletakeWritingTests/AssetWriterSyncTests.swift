import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Glibc
import Testing

/// How fragments are brought to the disk.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterSyncTests {
    @Test("Each fragment is brought to the disk once it is written")
    func everyFragment() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.begin(input)
        #expect(try input.append(Sample.packet(.video, at: .zero)))
        scene.codecs.awaitMuxed { $0.packets.count == 1 }
        for second in 1...3 {
            scene.clock.advance(by: .seconds(1), inStepsOf: .seconds(1), whenWaiting: 1)
            scene.storage.awaitCount(of: .synchronize, second)
        }
        #expect(scene.storage.count(of: .write) == 3)
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
    }

    @Test("A disk that fails to take a fragment ends the film, though every write succeeded")
    func failedSynchronisation() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        scene.storage.fail(with: .failure(of: .synchronize, number: 1, errorNumber: EIO))
        try scene.begin(input)
        #expect(try input.append(Sample.packet(.video, at: .zero)))
        scene.codecs.awaitMuxed { $0.packets.count == 1 }
        scene.clock.advance(by: .seconds(1), inStepsOf: .seconds(1), whenWaiting: 1)
        scene.storage.awaitCount(of: .synchronize, 1)
        // Each further packet has the writer look whether anything failed.
        var index = 1
        while scene.writer.status == .writing {
            _ = try input.append(Sample.packet(.video, at: .milliseconds(index)))
            index += 1
        }
        #expect(scene.writer.status == .failed && scene.writer.isFilePlayable)
        guard case .cannotWrite(let error) = scene.writer.error else {
            Issue.record("the error is \(String(describing: scene.writer.error))")
            return
        }
        #expect(error.errorNumber == EIO && error.call == "fdatasync")
        await scene.writer.finishWriting()
    }

    @Test("A failure that the disk tells of when the film is ended already ends it as failed")
    func failureAtEnd() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        scene.storage.fail(with: .failures(of: .synchronize, from: 1, errorNumber: EIO))
        try scene.begin(input)
        #expect(try input.append(Sample.packet(.video, at: .zero)))
        scene.codecs.awaitMuxed { $0.packets.count == 1 }
        scene.clock.advance(by: .seconds(1), inStepsOf: .seconds(1), whenWaiting: 1)
        scene.storage.awaitCount(of: .synchronize, 1)
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .failed && scene.writer.isFilePlayable)
    }
}
