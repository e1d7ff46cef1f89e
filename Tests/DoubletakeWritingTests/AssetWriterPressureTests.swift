import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

/// What happens when an encoder is slower than what comes.
@Suite(.timeLimit(.minutes(10)))
struct AssetWriterPressureTests {
    private static let capacity = EncoderStage<VideoFrame>.queueCapacity

    @Test("As things happen, the oldest pictures are dropped and counted, and the newest are in the film")
    func realTime() async throws {
        let gate = Gate()
        let scene = WriterScene(encoding: FakeEncoding(willEncode: gate.pass))
        let input = Sample.videoInput(isRealTime: true)
        try scene.begin(input)
        #expect(try input.append(Sample.picture(0, at: .zero)))
        gate.awaitArrival()
        for index in 1...20 {
            #expect(input.isReadyForMoreMediaData == (index <= Self.capacity))
            #expect(try input.append(Sample.picture(index, at: .milliseconds(40 * index))))
        }
        #expect(input.droppedFrameCount == 20 - Self.capacity)
        gate.open()
        await scene.writer.finishWriting()
        let expected = [0] + (21 - Self.capacity...20).map { Int64(3_600 * $0) }
        #expect(scene.codecs.muxed.packets.map(\.presentationTicks) == expected)
        #expect(input.droppedFrameCount == 20 - Self.capacity)
    }

    @Test("From a file, whoever appends waits, and no picture is dropped")
    func waiting() async throws {
        let gate = Gate()
        let scene = WriterScene(encoding: FakeEncoding(willEncode: gate.pass))
        let input = Sample.videoInput()
        try scene.begin(input)
        let appender = try Appender(40) { try input.append(Sample.picture($0, at: .milliseconds(40 * $0))) }
        gate.awaitArrival()
        appender.awaitTaken(1 + Self.capacity)
        #expect(!input.isReadyForMoreMediaData)
        gate.open()
        #expect(appender.finish() == 40)
        await scene.writer.finishWriting()
        #expect(input.droppedFrameCount == 0)
        #expect(scene.codecs.muxed.packets.count == 40)
    }

    @Test("Sound waits for its encoder, whatever its source, and none is lost")
    func sound() async throws {
        let gate = Gate()
        let scene = WriterScene(encoding: FakeEncoding(willEncode: gate.pass))
        let input = AssetWriterInput(
            audio: AudioEncoderSettings(format: Sample.format),
            expectsMediaDataInRealTime: true
        )
        try scene.begin(input)
        let appender = try Appender(40) { try input.append(Sample.sound(at: .milliseconds(20 * $0), count: 960)) }
        gate.awaitArrival()
        gate.open()
        #expect(appender.finish() == 40)
        await scene.writer.finishWriting()
        #expect(scene.codecs.muxed.packets.count == 40)
    }

    @Test("Finishing and cancelling let go those who wait to append", arguments: [true, false])
    func ending(isCancelled: Bool) async throws {
        let gate = Gate()
        let scene = WriterScene(encoding: FakeEncoding(willEncode: gate.pass))
        let input = Sample.videoInput()
        try scene.begin(input)
        // The encoder stands still until the appender has been let go.
        let appender = try Appender(40, end: gate.open) {
            try input.append(Sample.picture($0, at: .milliseconds(40 * $0)))
        }
        appender.awaitTaken(1 + Self.capacity)
        if isCancelled {
            scene.writer.cancelWriting()
        } else {
            await scene.writer.finishWriting()
        }
        #expect(appender.finish() == 1 + Self.capacity)
        #expect(scene.writer.status == (isCancelled ? .cancelled : .completed))
    }
}
