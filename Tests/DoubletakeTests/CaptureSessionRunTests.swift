import DoubletakeCapture
import DoubletakeMedia
import Testing

@testable import Doubletake

/// A session that is changed while it runs, and whose devices come and go.
@Suite(.timeLimit(.minutes(10))) struct CaptureSessionRunTests {
    private let rack = FakeCameraRack("front-a", "b")
    private let clock = MonotonicClock()
    private let session: CaptureSession
    private let collector = BufferCollector()
    private let output = CaptureVideoDataOutput()
    private let front: CaptureDeviceInput
    private let back: CaptureDeviceInput

    init() throws {
        session = CaptureSession(backends: [SyntheticBackend(), rack], clock: clock)
        front = try CaptureDeviceInput(device: FakeCameraRack.device("front-a"))
        back = try CaptureDeviceInput(device: FakeCameraRack.device("b"))
        output.setSampleBufferDelegate(collector)
    }

    private func start() async throws {
        try await session.addInput(front)
        try await session.addOutput(output)
        try await session.startRunning()
    }

    /// Has a camera deliver a picture, and waits for it.
    private func delivers(_ id: String) async throws -> Bool {
        collector.clear()
        guard let camera = rack.camera(id) else { return false }
        camera.deliver(at: clock.now)
        try await collector.wait(for: 1)
        return collector.connections.last?.inputPort.input.device.id == id
    }

    @Test("A session opens its devices when it is started, and closes them when it is stopped, as often as wanted")
    func startAndStop() async throws {
        var events = session.events().makeAsyncIterator()
        try await start()
        #expect(await session.isRunning)
        #expect(await session.state == .running)
        try await session.startRunning()
        #expect(rack.openCount("front-a") == 1)
        #expect(try await delivers("front-a"))
        await session.stopRunning()
        await session.stopRunning()
        #expect(await session.state == .stopped)
        #expect(rack.camera("front-a") == nil)
        try await session.startRunning()
        #expect(try await delivers("front-a"))
        await session.stopRunning()
        for expected in ["didStartRunning", "didStopRunning", "didStartRunning", "didStopRunning"] {
            let event = try #require(await events.next())
            #expect("\(event)" == expected)
        }
    }

    @Test("What is changed between begin and commit takes effect at the outermost commit, at once, while it runs")
    func nesting() async throws {
        try await start()
        await session.beginConfiguration()
        await session.beginConfiguration()
        let connection = try #require(await session.connection(of: output))
        connection.videoRotation = .right
        try await session.removeInput(front)
        try await session.addInput(back)
        try await session.commitConfiguration()
        #expect(try await delivers("front-a"))
        #expect(collector.pictures.last?.displaySize == PixelSize(width: 64, height: 32))
        #expect(rack.openCount("b") == 0)
        try await session.commitConfiguration()
        #expect(try await delivers("b"))
        #expect(rack.camera("front-a") == nil)
        // What is set for a connection waits as well.
        let second = try #require(await session.connection(of: output))
        await session.beginConfiguration()
        second.videoRotation = .right
        #expect(try await delivers("b"))
        #expect(collector.pictures.last?.displaySize == PixelSize(width: 64, height: 32))
        try await session.commitConfiguration()
        #expect(try await delivers("b"))
        #expect(collector.pictures.last?.displaySize == PixelSize(width: 32, height: 64))
        await session.stopRunning()
    }

    @Test("A camera that can't be had leaves the old one in use, with its connections")
    func fallback() async throws {
        try await start()
        let connection = try #require(await session.connection(of: output))
        rack.refuse("b", FakeCameraRack.busy)
        var events = session.events().makeAsyncIterator()
        await #expect(throws: CaptureSessionError.cannotOpen(FakeCameraRack.busy)) {
            try await session.replaceInput(front, with: back)
        }
        guard case .runtimeError(.cannotOpen(FakeCameraRack.busy)) = await events.next() else {
            Issue.record("no event tells of it")
            return
        }
        #expect(await session.inputs.map(\.device.id) == ["front-a"])
        #expect(await session.connection(of: output) === connection)
        #expect(try await delivers("front-a"))
        // It was closed for a second attempt: the other one might have lacked only the room.
        #expect(rack.openCount("front-a") == 2 && rack.openCount("b") == 0)
        // It belongs to nobody, so another session may have it.
        let other = CaptureSession(backends: [rack], clock: clock)
        #expect(await other.canAddInput(back))
        rack.refuse("b", nil)
        connection.videoRotation = .half
        try await session.replaceInput(front, with: back)
        #expect(try await delivers("b"))
        #expect(await session.connection(of: output)?.videoRotation == .half)
        await session.stopRunning()
    }

    @Test("On a bus that has room for one camera, one is switched for the other all the same")
    func room() async throws {
        rack.setRoom(1)
        try await start()
        try await session.replaceInput(front, with: back)
        #expect(try await delivers("b"))
        #expect(rack.camera("front-a") == nil)
        await session.stopRunning()
    }

    @Test("What doesn't change in a configuration isn't closed, and misses nothing")
    func untouched() async throws {
        try await start()
        let second = CaptureVideoDataOutput()
        try await session.addOutput(second)
        try await session.addInput(back)
        try await session.removeOutput(second)
        #expect(try await delivers("front-a"))
        #expect(rack.openCount("front-a") == 1)
        // Another format is another matter.
        try await session.setSessionPreset(.medium)
        #expect(try await delivers("front-a"))
        #expect(rack.openCount("front-a") == 2)
        await session.stopRunning()
    }

    @Test("A camera of which no connection is enabled is closed, and the other goes on")
    func disabled() async throws {
        try await start()
        let second = CaptureVideoDataOutput()
        let secondCollector = BufferCollector()
        second.setSampleBufferDelegate(secondCollector)
        try await session.addInputWithNoConnections(back)
        try await session.addOutputWithNoConnections(second)
        let connection = CaptureConnection(inputPort: back.ports[0], output: second)
        try await session.addConnection(connection)
        try #require(rack.camera("b")).deliver(at: clock.now)
        try await secondCollector.wait(for: 1)
        await session.beginConfiguration()
        connection.isEnabled = false
        #expect(rack.camera("b") != nil)
        try await session.commitConfiguration()
        #expect(rack.camera("b") == nil)
        #expect(try await delivers("front-a"))
        await session.beginConfiguration()
        connection.isEnabled = true
        try await session.commitConfiguration()
        #expect(rack.camera("b") != nil && rack.openCount("front-a") == 1)
        await session.stopRunning()
    }

    @Test("A connection that is switched off while nothing is configured closes its camera, and opens it again")
    func switched() async throws {
        try await start()
        let connection = try #require(await session.connection(of: output))
        connection.isEnabled = false
        try await rack.wait(for: "front-a", isOpen: false)
        connection.isEnabled = true
        try await rack.wait(for: "front-a", isOpen: true)
        await session.stopRunning()
        connection.isEnabled = false
        #expect(rack.openCount("front-a") == 2)
    }

    @Test("A session that is stopped while it starts is stopped when both come back, and its camera is closed")
    func stoppedWhileStarting() async throws {
        rack.holdUp(true)
        try await session.addInput(front)
        try await session.addOutput(output)
        let session = session
        let starting = Task { try await session.startRunning() }
        try await rack.waitForOpening()
        #expect(await session.state == .starting)
        let stopping = Task { await session.stopRunning() }
        // A start that is asked for meanwhile is refused, with a reason.
        await #expect(throws: CaptureSessionError.wrongState(.starting, wanted: "be started")) {
            try await session.startRunning()
        }
        rack.holdUp(false)
        try await starting.value
        await stopping.value
        await session.stopRunning()
        #expect(await session.state == .stopped)
        #expect(rack.camera("front-a") == nil)
    }

    @Test("A device that is gone for a while interrupts the session, and ends that by itself")
    func interruption() async throws {
        try await start()
        var events = session.events().makeAsyncIterator()
        let camera = try #require(rack.camera("front-a"))
        camera.report(.interrupted(device: camera.device, .device(FakeCamera.loss)))
        camera.report(.resumed(device: camera.device, after: .device(FakeCamera.loss)))
        camera.report(.resized(device: camera.device, size: PixelSize(width: 2, height: 2)))
        var seen: [String] = []
        while seen.count < 3, let event = await events.next() {
            switch event {
            case .wasInterrupted(camera.device, .device(FakeCamera.loss)): seen.append("interrupted")
            case .interruptionEnded(camera.device): seen.append("ended")
            case .device(.resized): seen.append("resized")
            default: seen.append("\(event)")
            }
        }
        #expect(seen == ["interrupted", "ended", "resized"])
        await session.stopRunning()
    }

    @Test("A device that has failed for good is opened again until it can be had, unless the session is stopped")
    func restart() async throws {
        try await start()
        var events = session.events().makeAsyncIterator()
        rack.refuse("front-a", FakeCameraRack.busy)
        let camera = try #require(rack.camera("front-a"))
        camera.report(.failed(device: camera.device, error: FakeCamera.loss))
        guard case .runtimeError(.cannotOpen(FakeCamera.loss)) = await events.next(),
            case .wasInterrupted(camera.device, .device(FakeCamera.loss)) = await events.next()
        else {
            Issue.record("the failure isn't told of")
            return
        }
        rack.refuse("front-a", nil)
        guard case .interruptionEnded(camera.device) = await events.next() else {
            Issue.record("the return isn't told of")
            return
        }
        #expect(try await delivers("front-a"))
        let again = try #require(rack.camera("front-a"))
        rack.refuse("front-a", FakeCameraRack.busy)
        again.report(.failed(device: again.device, error: FakeCamera.loss))
        guard case .runtimeError = await events.next() else {
            Issue.record("the failure isn't told of")
            return
        }
        await session.stopRunning()
        rack.refuse("front-a", nil)
        #expect(await session.state == .stopped)
        #expect(rack.camera("front-a") == nil)
    }

    @Test("A session whose camera can't be opened doesn't start, says why, and starts once it can")
    func noStart() async throws {
        rack.refuse("front-a", FakeCameraRack.busy)
        var events = session.events().makeAsyncIterator()
        try await session.addInput(front)
        try await session.addOutput(output)
        await #expect(throws: CaptureSessionError.cannotOpen(FakeCameraRack.busy)) { try await session.startRunning() }
        guard case .runtimeError = await events.next() else {
            Issue.record("no event tells of it")
            return
        }
        #expect(await session.state == .stopped)
        rack.refuse("front-a", nil)
        try await session.startRunning()
        #expect(try await delivers("front-a"))
        await session.stopRunning()
    }

    @Test("A session that is let go while it runs closes its devices, and others may have its inputs and outputs")
    func letGo() async throws {
        let other = CaptureSession(backends: [rack], clock: clock)
        do {
            let session = CaptureSession(backends: [rack], clock: clock)
            try await session.addInput(front)
            try await session.addOutput(output)
            try await session.startRunning()
        }
        try await other.addInput(front)
        try await other.addOutput(output)
        try await other.startRunning()
        #expect(try await delivers("front-a"))
        await other.stopRunning()
    }

    @Test("A session that its own handler lets go closes its devices")
    func letGoByItsHandler() async throws {
        let holder = ConditionLock<CaptureSession?>(CaptureSession(backends: [rack], clock: clock))
        output.setSampleBufferHandler { _, _ in
            let last = holder.withLock { session in
                defer { session = nil }
                return session
            }
            withExtendedLifetime(last) {}
        }
        do {
            let session = try #require(holder.read { $0 })
            try await session.addInput(front)
            try await session.addOutput(output)
            try await session.startRunning()
        }
        rack.camera("front-a")?.deliver(at: clock.now)
        try await rack.wait(for: "front-a", isOpen: false)
        #expect(rack.camera("front-a") == nil)
    }
}
