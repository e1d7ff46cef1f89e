import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import Doubletake

@Suite struct ExchangeableSourceTests {
    private let clock = MonotonicClock()
    private let frames = ConditionLock<[VideoFrame]>([])

    private func opener(_ id: String, width: Int = 64) -> ExchangeableSource.Opener {
        let settings = VideoSourceConfiguration(
            frameRate: FrameRate(30),
            preferredSize: PixelSize(width: width, height: 48)
        )
        let clock = clock
        return { () throws(CaptureError) in
            let device = CaptureDevice(id: id, name: id, kind: .camera)
            return try SyntheticBackend().openVideo(device, settings, clock: clock)
        }
    }

    private func openedSource() throws -> ExchangeableSource {
        let opener = opener("test:counter")
        return ExchangeableSource(try opener(), openedBy: opener)
    }

    private func start(_ source: ExchangeableSource) throws {
        try source.start(
            VideoSourceOutput(deliver: { [frames] frame in frames.withLock { $0.append(frame) } }, report: { _ in })
        )
    }

    private func awaitFrames(_ isEnough: ([VideoFrame]) -> Bool) -> Bool {
        frames.wait(until: clock.now + .seconds(60), on: clock) { isEnough($0) ? true : nil } ?? false
    }

    @Test("Pictures are numbered through an exchange, and the first one of the new device has everything as its damage")
    func numbering() throws {
        let source = try openedSource()
        try start(source)
        defer { source.stop() }
        #expect(awaitFrames { $0.count > 2 })
        try source.exchange(opener("test:ball", width: 128))
        #expect(awaitFrames { $0.contains { $0.pixelBuffer.displaySize.width == 128 } })
        #expect(source.device.id == "test:ball" && source.displaySize.width == 128)
        let all = frames.read { $0 }
        #expect(all.map(\.sequenceNumber) == (0..<all.count).map { UInt64($0) })
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(all.first { $0.pixelBuffer.displaySize.width == 128 }?.damage == .everything)
    }

    @Test("A device that can't be opened leaves the one before, which goes on delivering")
    func refusal() throws {
        let source = try openedSource()
        try start(source)
        defer { source.stop() }
        #expect(awaitFrames { $0.count > 1 })
        #expect(throws: CaptureError.self) { try source.exchange(opener("test:none")) }
        let count = frames.read { $0.count }
        #expect(awaitFrames { $0.count > count + 1 })
        #expect(source.device.id == "test:counter")
    }

    @Test("After it was stopped it delivers nothing, whatever is exchanged")
    func stopping() throws {
        let source = try openedSource()
        try start(source)
        source.stop()
        let count = frames.read { $0.count }
        try source.exchange(opener("test:ball"))
        #expect(frames.read { $0.count } == count && source.device.id == "test:counter")
    }
}
