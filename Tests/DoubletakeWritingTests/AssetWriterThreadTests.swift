import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Foundation
import Testing

/// What the calls of several threads, and many writers, leave behind.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterThreadTests {
    @Test("A session that is started while another thread ends the writer ends too", arguments: [true, false])
    func endingWhileStarting(isCancelled: Bool) async throws {
        for _ in 0..<300 {
            let scene = WriterScene()
            for input in [Sample.videoInput(), Sample.audioInput(), Sample.audioPackets()] {
                try scene.writer.add(input)
            }
            #expect(scene.writer.startWriting())
            let starter = try WorkerThread(name: "starter") {
                do {
                    try scene.writer.startSession(atSourceTime: WriterScene.start)
                } catch {
                    // The end came first.
                }
            }
            if isCancelled {
                scene.writer.cancelWriting()
            } else {
                await scene.writer.finishWriting()
            }
            starter.join()
            #expect(scene.writer.status == (isCancelled ? .cancelled : .failed))
        }
    }

    @Test("A writer that is cancelled while it finishes is complete or cancelled")
    func cancellingWhileFinishing() async throws {
        for _ in 0..<100 {
            let scene = WriterScene()
            let input = Sample.videoInput()
            try scene.begin(input)
            #expect(try input.append(Sample.picture(at: .zero)))
            let canceller = try WorkerThread(name: "canceller") { scene.writer.cancelWriting() }
            await scene.writer.finishWriting()
            canceller.join()
            #expect([.completed, .cancelled].contains(scene.writer.status))
        }
    }

    @Test("A request that is made while another thread cancels the writer leaves no thread behind")
    func requestingWhileCancelling() throws {
        for _ in 0..<200 {
            let scene = WriterScene()
            let input = Sample.videoPackets()
            try scene.begin(input)
            let canceller = try WorkerThread(name: "canceller") { scene.writer.cancelWriting() }
            // A thread that nobody waits for traps.
            try input.requestMediaDataWhenReady {}
            canceller.join()
            #expect(scene.writer.status == .cancelled)
        }
    }

    @Test("Tracks that are appended to from threads of their own are all in the file")
    func manyThreads() async throws {
        let scene = WriterScene()
        let (video, audio, packets) = (Sample.videoInput(), Sample.audioInput(), Sample.audioPackets())
        try scene.begin(video, audio, packets)
        let appends: [@Sendable (Int) throws -> Bool] = [
            { try video.append(Sample.picture($0, at: .milliseconds(20 * $0))) },
            { try audio.append(Sample.sound(at: .milliseconds(20 * $0), count: 960)) },
            { try packets.append(Sample.packet(.audio, at: .milliseconds(20 * $0))) },
        ]
        let appenders = try appends.map { try Appender(200, append: $0) }
        #expect(appenders.map { $0.finish() } == [200, 200, 200])
        await scene.writer.finishWriting()
        #expect(scene.writer.status == .completed)
        #expect((0..<3).map { scene.packets(ofTrack: $0).count } == [200, 200, 200])
        #expect(
            (0..<3).allSatisfy { track in
                let ticks = scene.packets(ofTrack: track).map(\.decodeTicks)
                return ticks == ticks.sorted()
            })
    }

    @Test("A hundred writers one after another, however they end, leave neither threads nor open files")
    func hundred() async {
        // In a process of its own, where nobody else starts threads or opens files.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            var before = 0
            for index in 0..<104 {
                if index == 4 { before = try Census.openFileCount() }
                let scene = WriterScene(path: folder.file("\(index).fake"))
                let (video, audio) = (Sample.videoInput(), Sample.audioInput())
                try scene.begin(video, audio)
                #expect(try video.append(Sample.picture(at: .zero)))
                #expect(try audio.append(Sample.sound(at: .zero, count: 960)))
                switch index % 4 {
                case 0: scene.writer.cancelWriting()
                case 1: break
                default: await scene.writer.finishWriting()
                }
            }
            #expect(try folder.contents().count == 52)
            #expect(try Census.openFileCount() == before)
            // The kernel may show a thread for a moment after it was joined; a leak would be two hundred.
            #expect(try Census.workerCount() < 4)
        }
    }
}

/// What this process holds.
private enum Census {
    static func openFileCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    /// Threads that belong to writers, by their names.
    static func workerCount() throws -> Int {
        var count = 0
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
            let path = "/proc/self/task/\(thread)/comm"
            // A thread may be gone since the folder was read.
            guard let name = FileManager.default.contents(atPath: path).map({ String(decoding: $0, as: UTF8.self) })
            else { continue }
            if name.hasPrefix("writer") || name.hasPrefix("encode-") { count += 1 }
        }
        return count
    }
}
