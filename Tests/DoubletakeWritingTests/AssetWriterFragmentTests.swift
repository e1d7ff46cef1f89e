import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// When the file is cut into fragments: what is in one survives a kill.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterFragmentTests {
    @Test("A fragment is cut every second by the clock, also when nothing comes, each with one write")
    func everySecond() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.begin(input)
        #expect(try input.append(Sample.packet(.video, at: .zero)))
        scene.codecs.awaitMuxed { $0.packets.count == 1 }
        for second in 1...5 {
            scene.clock.advance(by: .milliseconds(999), inStepsOf: .milliseconds(333), whenWaiting: 1)
            #expect(scene.storage.count(of: .write) == second - 1)
            scene.clock.advance(by: .milliseconds(1), inStepsOf: .milliseconds(1), whenWaiting: 1)
            #expect(scene.storage.count(of: .write) == second)
        }
        #expect(scene.codecs.muxed.flushes == [1, 1, 1, 1, 1])
        #expect(scene.writer.isFilePlayable == false, "that is only said of a file that is closed")
        await scene.writer.finishWriting()
        #expect(scene.storage.count(of: .write) == 6 && scene.storage.bytes == [1])
    }

    @Test("Pictures that come all the time don't keep a fragment from being cut")
    func busy() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.begin(input)
        for index in 0..<100 {
            #expect(try input.append(Sample.packet(.video, at: .milliseconds(40 * index))))
            scene.codecs.awaitMuxed { $0.packets.count == index + 1 }
            scene.clock.advance(by: .milliseconds(40), inStepsOf: .milliseconds(40), whenWaiting: 1)
        }
        // A cut each 25 pictures, since 25 times 40 milliseconds are a second.
        #expect(scene.codecs.muxed.flushes == [25, 50, 75, 100])
        await scene.writer.finishWriting()
    }

    @Test("No packet is held back over a cut")
    func nothingHeld() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        try scene.begin(video, audio)
        #expect(try audio.append(Sample.packet(.audio, at: .zero)))
        #expect(try video.append(Sample.packet(.video, at: .zero)))
        scene.codecs.awaitMuxed { $0.packets.count == 1 }
        scene.clock.advance(by: .milliseconds(800), inStepsOf: .milliseconds(100), whenWaiting: 1)
        #expect(scene.codecs.muxed.packets.count == 2)
        // The second sound packet comes out because the next picture is here, which then waits for more sound.
        #expect(try audio.append(Sample.packet(.audio, at: .milliseconds(20))))
        #expect(try video.append(Sample.packet(.video, at: .milliseconds(800))))
        scene.codecs.awaitMuxed { $0.packets.count == 3 }
        scene.clock.advance(by: .milliseconds(200), inStepsOf: .milliseconds(200), whenWaiting: 1)
        #expect(scene.codecs.muxed.packets.last?.decodeTicks == 72_000)
        #expect(scene.codecs.muxed.flushes == [4])
        await scene.writer.finishWriting()
    }

    @Test("The first cut waits for a track that has nothing yet, but no more than a second")
    func firstCut() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        try scene.begin(video, audio)
        #expect(try video.append(Sample.packet(.video, at: .zero)))
        scene.clock.advance(by: .milliseconds(1_999), inStepsOf: .milliseconds(250), whenWaiting: 1)
        #expect(scene.codecs.muxed.packets.count == 1 && scene.codecs.muxed.flushes.isEmpty)
        scene.clock.advance(by: .milliseconds(1), inStepsOf: .milliseconds(1), whenWaiting: 1)
        #expect(scene.codecs.muxed.flushes == [1])
        await scene.writer.finishWriting()
    }

    @Test("The first cut comes as soon as the last track has something")
    func firstCutWithAllTracks() async throws {
        let scene = WriterScene()
        let (video, audio) = (Sample.videoPackets(), Sample.audioPackets())
        try scene.begin(video, audio)
        #expect(try video.append(Sample.packet(.video, at: .zero)))
        scene.clock.advance(by: .milliseconds(1_500), inStepsOf: .milliseconds(250), whenWaiting: 1)
        #expect(scene.codecs.muxed.flushes.isEmpty)
        #expect(try video.append(Sample.packet(.video, at: .milliseconds(1_500))))
        #expect(try audio.append(Sample.packet(.audio, at: .zero)))
        scene.codecs.awaitMuxed { $0.flushes == [3] }
        await scene.writer.finishWriting()
    }

    @Test("A film that begins with what was before is cut from now on, where its pictures are repeated")
    func beginsBefore() async throws {
        let scene = WriterScene()
        let input = Sample.videoPackets()
        try scene.writer.add(input)
        #expect(scene.writer.startWriting())
        let start = WriterScene.start - .milliseconds(2_300)
        try scene.writer.startSession(atSourceTime: start, cuttingFrom: WriterScene.start - .milliseconds(10_400))
        for time in [-2_300, -1_000, -100] {
            #expect(try input.append(Sample.packet(.video, at: .milliseconds(time))))
        }
        scene.codecs.awaitMuxed { $0.packets.count == 3 }
        scene.clock.advance(by: .milliseconds(599), inStepsOf: .milliseconds(599), whenWaiting: 1)
        #expect(scene.codecs.muxed.flushes.isEmpty)
        scene.clock.advance(by: .milliseconds(1), inStepsOf: .milliseconds(1), whenWaiting: 1)
        #expect(scene.codecs.muxed.flushes == [3])
        await scene.writer.finishWriting()
    }

    @Test("Nothing is cut before anything came")
    func nothingYet() async throws {
        // Many times, since a writer that did would have to wake before the packet is there.
        for _ in 0..<50 {
            let scene = WriterScene()
            let input = Sample.videoPackets()
            try scene.begin(input)
            scene.clock.advance(by: .seconds(60))
            #expect(try input.append(Sample.packet(.video, at: .seconds(59))))
            scene.codecs.awaitMuxed { !$0.flushes.isEmpty }
            #expect(scene.codecs.muxed.flushes == [1])
            await scene.writer.finishWriting()
        }
    }
}
