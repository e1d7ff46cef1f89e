import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TestPatternSourceTests {
    private let clock = ManualClock()
    private let backend = SyntheticBackend()
    private let recorder = VideoRecorder()
    private let rate = FrameRate(30)
    /// Enough for another picture at that rate, whose frame times are no whole numbers of nanoseconds.
    private let interval = Duration.milliseconds(34)

    private func open(_ id: String, _ size: PixelSize = PixelSize(width: 192, height: 108)) throws -> any VideoSource {
        let match = try CaptureDevice.find(id, .monitor, in: [backend])
        let configuration = VideoSourceConfiguration(frameRate: rate, preferredSize: size)
        return try match.backend.openVideo(match.device, configuration, clock: clock)
    }

    @Test(
        "The counter keeps the contract of a source of pictures",
        arguments: [(96, 16), (97, 17), (320, 180), (1280, 720)]
    )
    func counterContract(width: Int, height: Int) throws {
        let conformance = VideoSourceConformance(manual: clock, interval: interval) {
            try open("test:counter", PixelSize(width: width, height: height))
        }
        let violations = try conformance.violations()
        #expect(violations == [])
    }

    @Test("The colour bars keep the contract of a source of pictures", arguments: [(1, 1), (97, 17), (1280, 720)])
    func barsContract(width: Int, height: Int) throws {
        let conformance = VideoSourceConformance(manual: clock, interval: interval, isStill: true) {
            try open("test:bars", PixelSize(width: width, height: height))
        }
        let violations = try conformance.violations()
        #expect(violations == [])
    }

    @Test("The ball keeps the contract of a source of pictures", arguments: [(2, 2), (97, 17), (320, 180)])
    func ballContract(width: Int, height: Int) throws {
        let conformance = VideoSourceConformance(manual: clock, interval: interval) {
            try open("test:ball", PixelSize(width: width, height: height))
        }
        let violations = try conformance.violations()
        #expect(violations == [])
    }

    @Test("Each picture of the counter shows its own number, at its own time")
    func counter() throws {
        let source = try open("test:counter")
        let start = clock.now
        let code = CounterCode(size: source.displaySize)
        try source.start(recorder.output)
        for number in 0..<Int64(40) {
            clock.awaitWaiters(1)
            let frame = try #require(recorder.frames.last)
            #expect(code.number(in: frame.pixelBuffer) == number)
            #expect(frame.time == start + rate.offset(ofFrame: number))
            #expect(frame.sequenceNumber == UInt64(number))
            recorder.clear()
            clock.advance(by: start + rate.offset(ofFrame: number + 1) - clock.now)
        }
        source.stop()
        #expect(recorder.droppedCount == 0)
    }

    @Test("A picture comes no earlier than its time")
    func punctuality() throws {
        let source = try open("test:counter")
        try source.start(recorder.output)
        clock.awaitWaiters(1)
        clock.advance(by: rate.frameDuration - .nanoseconds(1))
        clock.awaitWaiters(1)
        #expect(recorder.frames.count == 1)
        clock.advance(by: .nanoseconds(1))
        clock.awaitWaiters(1)
        #expect(recorder.frames.count == 2)
        source.stop()
    }

    @Test("A machine that is too slow skips numbers, and the sequence numbers follow on")
    func slowMachine() throws {
        let source = try open("test:counter")
        let code = CounterCode(size: source.displaySize)
        let start = clock.now
        try source.start(recorder.output)
        clock.awaitWaiters(1)
        var frames: [(sequenceNumber: UInt64, number: Int64?, time: MediaTime)] = []
        // Ten intervals and a half: the picture that is due then is number 10.
        for step in [rate.offset(ofFrame: 10) + rate.frameDuration / 2, rate.frameDuration, .zero] {
            frames += recorder.frames.map { ($0.sequenceNumber, code.number(in: $0.pixelBuffer), $0.time) }
            recorder.clear()
            clock.advance(by: step)
            clock.awaitWaiters(1)
        }
        source.stop()
        // The wait was for number 1, which is what is drawn first.
        let numbers: [Int64] = [0, 1, 10, 11]
        #expect(frames.map(\.sequenceNumber) == [0, 1, 2, 3])
        #expect(frames.map(\.number) == numbers)
        #expect(frames.map(\.time) == numbers.map { start + rate.offset(ofFrame: $0) })
        #expect(recorder.droppedCount == 0)
    }

    @Test("While every canvas is held pictures are dropped and counted, and then it goes on with the next number")
    func heldCanvases() throws {
        let source = try open("test:counter")
        let code = CounterCode(size: source.displaySize)
        let capacity = CanvasRing.defaultCapacity
        try source.start(recorder.output)
        let length = rate.offset(ofFrame: Int64(capacity + 4))
        clock.advance(by: length, inStepsOf: rate.frameDuration, whenWaiting: 1)
        #expect(recorder.droppedCount >= 3)
        #expect(recorder.frames.map { code.number(in: $0.pixelBuffer) } == (0..<capacity).map { Int64($0) })
        recorder.clear()
        clock.advance(by: rate.frameDuration)
        clock.awaitWaiters(1)
        source.stop()
        let frame = try #require(recorder.frames.first)
        #expect(frame.sequenceNumber == UInt64(capacity))
        #expect(code.number(in: frame.pixelBuffer) == Int64(capacity + recorder.droppedCount))
    }

    @Test("The bars are white, yellow, cyan, green, magenta, red, blue and black, from left to right")
    func bars() throws {
        let source = try open("test:bars", PixelSize(width: 160, height: 20))
        try source.start(recorder.output)
        recorder.awaitFrames(1)
        source.stop()
        let picture = try #require(recorder.frames.first).pixelBuffer
        // 75 % bars in BT.709, limited range: Rec. ITU-R BT.709-6, 3.2 and 3.5, with 191/255 for 75 %.
        let expected: [(luma: Int, cb: Int, cr: Int)] = [
            (180, 128, 128), (168, 44, 136), (145, 147, 44), (133, 63, 52),
            (63, 193, 204), (51, 109, 212), (28, 212, 120), (16, 128, 128),
        ]
        for (bar, color) in expected.enumerated() {
            let found = (0..<3).map { plane in
                let column = plane == 0 ? bar * 20 + 10 : bar * 10 + 5
                let offset = 4 * picture.bytesPerRow(ofPlane: plane) + column
                return picture.withBytes(ofPlane: plane) { samples in
                    // SAFETY: a byte has no invalid values, and the span checks the offset.
                    Int(unsafe samples.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
                }
            }
            for (sample, wanted) in zip(found, [color.luma, color.cb, color.cr]) {
                #expect(abs(sample - wanted) <= 1, "bar \(bar) is \(found)")
            }
        }
    }

    @Test("A source that was never started can be stopped")
    func neverStarted() throws {
        let source = try open("test:counter")
        source.stop()
        source.stop()
    }

    @Test("The sizes and formats that a source states are those that were asked for")
    func statement() throws {
        let source = try open("test:bars", PixelSize(width: 97, height: 17))
        #expect(source.device.id == "test:bars")
        #expect(source.displaySize == PixelSize(width: 97, height: 17))
        #expect(source.format == .i420 && source.color == .bt709Limited)
    }
}
