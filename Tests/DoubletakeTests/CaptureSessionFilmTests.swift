import DoubletakeCapture
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeV4L2
import DoubletakeWriting
import Testing

@testable import Doubletake

/// Two cameras and a microphone, as a tutorial has it.
@Suite(.timeLimit(.minutes(10))) struct CaptureSessionFilmTests {
    private let folder: TemporaryFolder
    private let rig: CameraRig

    init() throws {
        folder = try TemporaryFolder()
        rig = try CameraRig([
            CameraRig.Camera("front", number: 0, serial: "A1", facing: "front", formats: ["MJPG:640x480@30"]),
            CameraRig.Camera("back", number: 1, serial: "B2", facing: "back", formats: ["YUYV:320x240@30"]),
        ])
    }

    private var backends: [any CaptureBackend] {
        [SyntheticBackend(), V4L2Backend(folder: rig.folder)]
    }

    private func input(_ name: String, _ kind: CaptureDevice.Kind) throws -> CaptureDeviceInput {
        try CaptureDeviceInput(device: CaptureDevice.find(name, kind, in: backends).device)
    }

    @Test("Both cameras and a microphone are recorded by hand: every picture's number in order, and all three tracks")
    func film() async throws {
        let session = CaptureSession(backends: backends, clock: MonotonicClock())
        let (front, back) = (try input("front", .camera), try input("back", .camera))
        let microphone = try input("test:tone", .microphone)
        let (frontOutput, backOutput) = (CaptureVideoDataOutput(), CaptureVideoDataOutput())
        let soundOutput = CaptureAudioDataOutput()

        await session.beginConfiguration()
        for (input, output) in [(front, frontOutput), (back, backOutput)] {
            try await session.addInputWithNoConnections(input)
            try await session.addOutputWithNoConnections(output)
            try await session.addConnection(CaptureConnection(inputPort: input.ports[0], output: output))
        }
        try await session.addInput(microphone)
        try await session.addOutput(soundOutput)
        try await session.commitConfiguration()
        try await session.startRunning()
        #expect(await session.activeFormat(of: front)?.description == "640x480@30:mjpeg")

        let writer = AssetWriter(path: folder.file("film.mp4"), container: .mp4)
        let settings = [
            try #require(await session.recommendedVideoSettings(for: frontOutput)),
            try #require(await session.recommendedVideoSettings(for: backOutput)),
        ]
        let pictures = settings.map { AssetWriterInput(video: $0, expectsMediaDataInRealTime: true) }
        let sound = AssetWriterInput(
            audio: try #require(await session.recommendedAudioSettings(for: soundOutput)),
            expectsMediaDataInRealTime: true
        )
        for input in pictures + [sound] { try writer.add(input) }
        #expect(writer.startWriting())
        try writer.startSession(atSourceTime: session.synchronizationClock.now)
        let counters = [WrittenBuffers(pictures[0]), WrittenBuffers(pictures[1]), WrittenBuffers(sound)]
        let outputs: [any CaptureDataOutput] = [frontOutput, backOutput, soundOutput]
        for (output, counter) in zip(outputs, counters) {
            output.setSampleBufferHandler { buffer, _ in counter.append(buffer) }
        }
        for counter in counters { try await counter.wait(for: 40) }
        await session.stopRunning()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(writer.error.map(\.description) ?? "")")
        #expect(counters.allSatisfy { $0.failure == nil })

        let numbers = try numbersByTrack()
        #expect(numbers.count == 2)
        for track in numbers.values {
            #expect(track.count >= 30 && track.allSatisfy { $0 != nil })
            #expect(zip(track, track.dropFirst()).allSatisfy { ($0 ?? 0) < ($1 ?? 0) })
        }
        let probe = try MediaProbe(folder.file("film.mp4"))
        #expect(probe.videoStreams.map { $0.size?.description } == ["640x480", "320x240"])
        #expect(probe.audioStreams.count == 1)
        #expect(try MediaProbe.decodeErrors(folder.file("film.mp4")) == "")
    }

    private func numbersByTrack() throws -> [Int: [Int64?]] {
        let reader = try AssetReader(path: folder.file("film.mp4"))
        var numbers: [Int: [Int64?]] = [:]
        while let sample = try reader.next() {
            guard case .video(let track, let frame) = sample else { continue }
            let code = CounterCode(size: frame.pixelBuffer.displaySize)
            numbers[track, default: []].append(code.number(in: frame.pixelBuffer))
        }
        return numbers
    }

    @Test("A camera that is unplugged interrupts the session, the other goes on, and it is used again when it is back")
    func unplugged() async throws {
        let session = CaptureSession(backends: backends, clock: MonotonicClock())
        let collectors = [BufferCollector(), BufferCollector()]
        for (name, collector) in zip(["front", "back"], collectors) {
            let output = CaptureVideoDataOutput()
            output.setSampleBufferDelegate(collector)
            let input = try input(name, .camera)
            try await session.addInputWithNoConnections(input)
            try await session.addOutputWithNoConnections(output)
            try await session.addConnection(CaptureConnection(inputPort: input.ports[0], output: output))
        }
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        for collector in collectors { try await collector.wait(for: 3) }
        try rig.tell("front unplug")
        interrupted: while let event = await events.next() {
            if case .wasInterrupted(let device, _) = event {
                #expect(device.id == "usb-rig_A1")
                break interrupted
            }
        }
        for collector in collectors { collector.clear() }
        try await collectors[1].wait(for: 5)
        try rig.tell("front plug 7")
        ended: while let event = await events.next() {
            if case .interruptionEnded(let device) = event {
                #expect(device.id == "usb-rig_A1")
                break ended
            }
        }
        try await collectors[0].wait(for: 1)
        await session.stopRunning()
    }
}

/// Hands buffers to a writer's input, and counts them.
private final class WrittenBuffers: Sendable {
    private struct State {
        var count = 0
        var failure: WriterError?
    }

    private let input: AssetWriterInput
    private let state = ConditionLock(State())

    init(_ input: AssetWriterInput) {
        self.input = input
    }

    var failure: WriterError? { state.read { $0.failure } }

    func append(_ buffer: SampleBuffer) {
        do throws(WriterError) {
            let isTaken = try input.append(buffer)
            state.withLock { $0.count += isTaken ? 1 : 0 }
        } catch {
            state.withLock { $0.failure = error }
        }
    }

    func wait(for count: Int) async throws {
        let (state, clock) = (state, MonotonicClock())
        let isIn = try await onThread("written") { () throws(RecordingError) -> Bool in
            state.wait(until: clock.now + .seconds(60), on: clock) { state -> Bool? in
                state.count >= count || state.failure != nil ? true : nil
            } ?? false
        }
        try #require(isIn)
    }
}
