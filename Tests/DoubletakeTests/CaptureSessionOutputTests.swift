import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import DoubletakeTestSupport
import Testing

@testable import Doubletake

/// What outputs deliver, and on whose thread.
@Suite(.timeLimit(.minutes(10))) struct CaptureSessionOutputTests {
    private let rack = FakeCameraRack("front-a", "b")
    private let clock = MonotonicClock()
    private let session: CaptureSession
    private let collector = BufferCollector()
    private let output = CaptureVideoDataOutput()

    init() {
        session = CaptureSession(backends: [SyntheticBackend(), rack], clock: clock)
    }

    private func start(_ id: String, queue: CaptureCallbackQueue? = nil) async throws -> FakeCamera {
        output.setSampleBufferDelegate(collector, queue: queue)
        try await session.addInput(CaptureDeviceInput(device: FakeCameraRack.device(id)))
        try await session.addOutput(output)
        try await session.startRunning()
        return try #require(rack.camera(id))
    }

    @Test("A delegate that is busy holds up nothing: the newest picture waits, and it is told what was dropped")
    func late() async throws {
        let camera = try await start("b")
        collector.holdUp(true)
        camera.deliver(at: clock.now)
        try await collector.wait(forBegun: 1)
        // This thread is the camera's: it comes back although the delegate is held up.
        let times = (0..<4).map { clock.now + .milliseconds($0) }
        for time in times { camera.deliver(at: time) }
        collector.holdUp(false)
        try await collector.wait(for: 2)
        #expect(collector.buffers.last?.presentationTime == times[3])
        #expect(collector.dropped == [DroppedSamples(reason: .late, count: 3, newestTime: times[2])])
        #expect(output.droppedCount == 3)
        await session.stopRunning()
    }

    @Test("An output that is to have late pictures keeps two of them, and drops the oldest beyond that")
    func keptLate() async throws {
        output.alwaysDiscardsLateVideoFrames = false
        let camera = try await start("b")
        collector.holdUp(true)
        camera.deliver(at: clock.now)
        try await collector.wait(forBegun: 1)
        let times = (0..<4).map { clock.now + .milliseconds($0) }
        for time in times { camera.deliver(at: time) }
        collector.holdUp(false)
        try await collector.wait(for: 3)
        #expect(collector.buffers.map(\.presentationTime).suffix(2) == times.suffix(2))
        #expect(output.droppedCount == 2)
        await session.stopRunning()
    }

    @Test("What a camera itself has lost is told of as a discontinuity")
    func lost() async throws {
        let camera = try await start("b")
        camera.report(.framesDropped(device: camera.device, count: 5))
        try await collector.waitForLoss()
        #expect(collector.dropped == [DroppedSamples(reason: .discontinuity, count: 5)])
        await session.stopRunning()
    }

    @Test("A delegate is called on the queue that was asked for, once at a time, and not after the session has stopped")
    func queue() async throws {
        let calls = ConditionLock<[@Sendable () -> Void]>([])
        let clock = clock
        func nextCall() async throws -> @Sendable () -> Void {
            try await onThread("queue") { () throws(RecordingError) in
                calls.wait(until: nil, on: clock) { $0.isEmpty ? nil : $0.removeFirst() } ?? {}
            }
        }
        let camera = try await start("b", queue: CaptureCallbackQueue { call in calls.withLock { $0.append(call) } })
        for _ in 0..<2 {
            camera.deliver(at: clock.now)
            let call = try await nextCall()
            #expect(calls.read { $0.isEmpty })
            call()
            try await collector.wait(for: 1)
        }
        #expect(collector.buffers.count == 2)
        camera.deliver(at: clock.now)
        let call = try await nextCall()
        await session.stopRunning()
        call()
        #expect(collector.buffers.count == 2)
    }

    @Test("One camera's pictures are mirrored, turned or cropped for one output and as they are for another")
    func connections() async throws {
        let settings: [@Sendable (CaptureConnection) -> Void] = [
            { _ in }, { $0.isVideoMirrored = true }, { $0.videoRotation = .right },
            { $0.videoCrop = PixelRect(x: 0, y: 0, width: 200, height: 51) },
        ]
        try await session.setSessionPreset(.low)
        let camera = CaptureDevice(id: "test:counter", name: "Frame counter", kind: .camera)
        try await session.addInput(CaptureDeviceInput(device: camera))
        var collectors: [BufferCollector] = []
        var outputs: [CaptureVideoDataOutput] = []
        for change in settings {
            let output = CaptureVideoDataOutput()
            let collector = BufferCollector()
            output.setSampleBufferDelegate(collector)
            try await session.addOutput(output)
            change(try #require(await session.connection(of: output)))
            collectors.append(collector)
            outputs.append(output)
        }
        try await session.startRunning()
        for collector in collectors { try await collector.wait(for: 3) }
        await session.stopRunning()
        let pictures = try collectors.map { try #require($0.pictures.first) }
        let size = PixelSize(width: 320, height: 240)
        #expect(pictures.map(\.displaySize.description) == ["320x240", "320x240", "240x320", "200x52"])
        let code = CounterCode(size: size)
        #expect(code.number(in: pictures[0]) != nil && code.number(in: pictures[1]) == nil)
        let upright = [pictures[1], pictures[2]].map { _ in
            PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        }
        upright[0].mirror(pictures[1])
        upright[1].turn(PixelRect(pictures[2].displaySize), of: pictures[2], by: .left)
        #expect(upright.allSatisfy { code.number(in: $0) != nil })
    }

    @Test("A front camera's preview is mirrored by itself where that is wanted, and another camera's isn't")
    func automaticMirroring() async throws {
        for (id, isMirrored) in [("front-a", true), ("b", false)] {
            let input = try CaptureDeviceInput(device: FakeCameraRack.device(id))
            let output = CaptureVideoDataOutput()
            try await session.addInput(input)
            try await session.addOutputWithNoConnections(output)
            let connection = CaptureConnection(inputPort: input.ports[0], output: output)
            connection.automaticallyAdjustsVideoMirroring = true
            try await session.addConnection(connection)
            #expect(connection.isVideoMirrored == isMirrored)
            connection.isVideoMirrored = !isMirrored
            #expect(!connection.automaticallyAdjustsVideoMirroring && connection.isVideoMirrored == !isMirrored)
        }
    }

    @Test(
        "Pictures come in the format that was asked for", arguments: CaptureVideoDataOutput.availableVideoPixelFormats)
    func formats(_ format: PixelFormat) async throws {
        output.videoSettings = CaptureVideoDataOutput.VideoSettings(pixelFormat: format)
        let camera = try await start("b")
        camera.deliver(at: clock.now)
        try await collector.wait(for: 1)
        await session.stopRunning()
        let picture = try #require(collector.pictures.first)
        #expect(picture.format == format && picture.displaySize == PixelSize(width: 64, height: 32))
        #expect(picture.color == (format == .bgra ? .sRGB : .bt709Limited))
        // A grey of 128, as it was put in.
        let expected = format == .bgra ? 128 : Int(YUVColor(red: 128, green: 128, blue: 128).luma)
        // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
        let first = picture.withBytes(ofPlane: 0) { unsafe $0.unsafeLoad(fromByteOffset: 0, as: UInt8.self) }
        #expect(abs(Int(first) - expected) <= 1)
    }

    @Test("A microphone's ports feed an output each, with the same sound at the same times")
    func soundPorts() async throws {
        let tone = CaptureDevice(id: "test:tone", name: "Test tone", kind: .microphone)
        let input = try CaptureDeviceInput(device: tone)
        try await session.addInputWithNoConnections(input)
        var collectors: [BufferCollector] = []
        for position in [CapturePosition.front, .back] {
            let output = CaptureAudioDataOutput()
            let collector = BufferCollector()
            output.setSampleBufferDelegate(collector)
            try await session.addOutputWithNoConnections(output)
            let port = try #require(input.ports(for: .audio, position: position).first)
            try await session.addConnection(CaptureConnection(inputPort: port, output: output))
            collectors.append(collector)
        }
        try await session.startRunning()
        for collector in collectors { try await collector.wait(for: 3) }
        await session.stopRunning()
        let counts = collectors.map(\.buffers.count)
        let times = collectors.map { $0.buffers.prefix(3).map(\.presentationTime) }
        #expect(times[0] == times[1])
        #expect(collectors[0].connections[0].inputPort.position == .front)
        #expect(collectors.map(\.buffers.count) == counts)
        #expect(collectors.allSatisfy { $0.buffers.allSatisfy { $0.type == .audioMic } })
    }
}
