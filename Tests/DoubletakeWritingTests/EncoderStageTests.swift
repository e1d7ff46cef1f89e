import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeWriting

/// What came out of a stage.
private final class Outputs: Sendable {
    private let list = ConditionLock<[EncoderStageOutput]>([])

    func append(_ output: EncoderStageOutput) {
        list.withLock { $0.append(output) }
    }

    /// Comes back once there are that many.
    func await(_ count: Int) {
        _ = list.wait(until: nil, on: MonotonicClock()) { $0.count >= count ? true : nil }
    }

    /// Each output as a word: a packet's time in milliseconds, or the end.
    var words: [String] {
        list.withLock { $0 }.map { output in
            switch output {
            case .packet(let packet):
                "\((packet.presentationTime - WriterScene.start).wholeNanoseconds / 1_000_000)"
            case .finished: "finished"
            case .failed(let error): "failed: \(error.reason)"
            }
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct EncoderStageTests {
    private let outputs = Outputs()

    private func stage(
        whenFull overflow: BoundedQueue<VideoFrame>.OverflowPolicy = .wait,
        encoding: FakeEncoding = FakeEncoding()
    ) throws -> EncoderStage<VideoFrame> {
        let clock = ManualClock()
        let codecs = FakeCodecs(clock: clock, encoding: encoding)
        let encoder = try codecs.makeVideoEncoder(VideoEncoderSettings(displaySize: Sample.size))
        return try EncoderStage(encoder, name: "encode", whenFull: overflow, clock: clock) { [outputs] output in
            outputs.append(output)
        }
    }

    private func isAccepted(_ result: BoundedQueue<VideoFrame>.PushResult) -> Bool {
        if case .accepted = result { true } else { false }
    }

    @Test("What goes in comes out in order, and at the end all of it")
    func order() throws {
        let stage = try stage()
        for index in 0..<100 { #expect(isAccepted(stage.append(Sample.frame(index, at: .milliseconds(index))))) }
        stage.finish()
        stage.finish()
        stage.join()
        let numbers = (0..<100).map { "\($0)" }
        #expect(outputs.words == numbers + ["finished"])
        guard case .finished = stage.append(Sample.frame(100, at: .seconds(1))) else {
            Issue.record("a finished stage took a picture")
            return
        }
    }

    @Test("A stage that gets nothing ends all the same")
    func empty() throws {
        let stage = try stage()
        stage.finish()
        stage.join()
        #expect(outputs.words == ["finished"])
    }

    @Test("It states what its packets are before the first one")
    func track() throws {
        let stage = try stage()
        #expect(stage.track.mediaType == .video && stage.track.timeBase == .video)
        stage.finish()
        stage.join()
    }

    @Test("A failure is reported once, and nothing comes after it or goes in")
    func failure() throws {
        let gate = Gate()
        let stage = try stage(encoding: FakeEncoding(failingInput: 3, willEncode: gate.pass))
        for index in 0..<6 { #expect(isAccepted(stage.append(Sample.frame(index, at: .milliseconds(index))))) }
        gate.open()
        outputs.await(3)
        guard case .finished = stage.append(Sample.frame(6, at: .milliseconds(6))) else {
            Issue.record("a failed stage took a picture")
            return
        }
        stage.finish()
        stage.join()
        #expect(outputs.words == ["0", "1", "failed: it was told to fail"])
    }

    @Test("A failure lets an appender go that waits for room")
    func failureWhileWaiting() throws {
        let gate = Gate()
        let stage = try stage(encoding: FakeEncoding(failingInput: 1, willEncode: gate.pass))
        let appender = try Appender(50) {
            self.isAccepted(stage.append(Sample.frame($0, at: .milliseconds($0))))
        }
        gate.awaitArrival()
        appender.awaitTaken(1 + EncoderStage<VideoFrame>.queueCapacity)
        #expect(!stage.isReady)
        gate.open()
        #expect(appender.finish() < 50)
        #expect(!isAccepted(stage.append(Sample.frame(50, at: .milliseconds(50)))))
        stage.join()
        #expect(outputs.words == ["failed: it was told to fail"])
    }

    @Test("A full stage that drops the oldest hands it back, and the newest ones are encoded")
    func dropsOldest() throws {
        let gate = Gate()
        let stage = try stage(whenFull: .dropOldest, encoding: FakeEncoding(willEncode: gate.pass))
        #expect(stage.isReady)
        #expect(isAccepted(stage.append(Sample.frame(0, at: .zero))))
        gate.awaitArrival()
        var replaced: [UInt64] = []
        for index in 1...12 {
            if case .replaced(let frame) = stage.append(Sample.frame(index, at: .milliseconds(index))) {
                replaced.append(frame.sequenceNumber)
            }
        }
        #expect(replaced == [1, 2, 3, 4] && !stage.isReady)
        gate.open()
        stage.finish()
        stage.join()
        #expect(outputs.words == ["0", "5", "6", "7", "8", "9", "10", "11", "12", "finished"])
    }
}
