import DoubletakeCapture
import DoubletakeMedia
import Testing

@testable import Doubletake

@Suite(.timeLimit(.minutes(10))) struct CaptureSessionSetupTests {
    private let rack = FakeCameraRack("front-a", "b")
    private let session: CaptureSession

    init() {
        session = CaptureSession(backends: [SyntheticBackend(), rack], clock: MonotonicClock())
    }

    private func input(_ id: String, _ kind: CaptureDevice.Kind = .camera) throws -> CaptureDeviceInput {
        try CaptureDeviceInput(device: CaptureDevice(id: id, name: "Camera \(id)", kind: kind))
    }

    @Test("What is added twice is there once, and what is removed twice is gone")
    func twice() async throws {
        let input = try input("b")
        let output = CaptureVideoDataOutput()
        for _ in 0..<2 {
            #expect(await session.canAddInput(input))
            #expect(await session.canAddOutput(output))
            try await session.addInput(input)
            try await session.addOutput(output)
        }
        #expect(await session.inputs.count == 1)
        #expect(await session.outputs.count == 1)
        let connection = try #require(await session.connections.first)
        #expect(await session.canAddConnection(connection))
        try await session.addConnection(connection)
        #expect(await session.connections.count == 1)
        for _ in 0..<2 {
            try await session.removeInput(input)
            try await session.removeOutput(output)
            try await session.removeConnection(connection)
        }
        #expect(await session.inputs.isEmpty)
        #expect(await session.outputs.isEmpty)
        #expect(await session.connections.isEmpty)
    }

    @Test("Outputs are connected to inputs of their kind by themselves, or by hand")
    func connections() async throws {
        let (front, back, tone) = (try input("front-a"), try input("b"), try input("test:tone", .microphone))
        let (first, second, sound) = (CaptureVideoDataOutput(), CaptureVideoDataOutput(), CaptureAudioDataOutput())
        try await session.addInput(front)
        try await session.addOutput(first)
        try await session.addOutput(sound)
        try await session.addInput(tone)
        #expect(await session.connection(of: first)?.inputPort.input === front)
        #expect(await session.connection(of: sound)?.inputPort.input === tone)
        try await session.addInputWithNoConnections(back)
        try await session.addOutputWithNoConnections(second)
        #expect(await session.connections.count == 2)
        let port = try #require(back.ports(for: .video).first)
        try await session.addConnection(CaptureConnection(inputPort: port, output: second))
        #expect(await session.connection(of: second)?.inputPort == port)
        #expect(front.position == .front && back.position == .unspecified)
        #expect(front.ports(for: .video, position: .front).count == 1 && front.ports(for: .audio).isEmpty)
        #expect(tone.ports.map(\.position) == [.unspecified, .back, .front])
    }

    @Test("Each step that can't be done has an error of its own, and can be asked for before")
    func errors() async throws {
        let input = try input("b")
        let (pictures, sound) = (CaptureVideoDataOutput(), CaptureAudioDataOutput())
        let port = input.ports[0]
        #expect(throws: CaptureSessionError.self) { try self.input("DP-1", .monitor) }
        let nobody = try self.input("nobody")
        #expect(await !session.canAddInput(nobody))
        await #expect(throws: CaptureSessionError.self) { try await session.addInput(nobody) }
        await #expect(throws: CaptureSessionError.unknownInput(device: "Camera b")) {
            try await session.addConnection(CaptureConnection(inputPort: port, output: pictures))
        }
        try await session.addInput(input)
        await #expect(throws: CaptureSessionError.duplicateDevice(device: "Camera b")) {
            try await session.addInput(try self.input("b"))
        }
        await #expect(throws: CaptureSessionError.unknownOutput(.video)) {
            try await session.addConnection(CaptureConnection(inputPort: port, output: pictures))
        }
        try await session.addOutput(pictures)
        try await session.addOutput(sound)
        let unfit = CaptureConnection(inputPort: port, output: sound)
        #expect(await !session.canAddConnection(unfit))
        await #expect(throws: CaptureSessionError.unfitConnection(device: "Camera b", .video, to: .audio)) {
            try await session.addConnection(unfit)
        }
        await #expect(throws: CaptureSessionError.outputConnected(.video, device: "Camera b")) {
            try await session.addConnection(CaptureConnection(inputPort: port, output: pictures))
        }
        await #expect(throws: CaptureSessionError.notConfiguring) { try await session.commitConfiguration() }
        let other = CaptureSession(backends: [rack], clock: MonotonicClock())
        #expect(await !other.canAddInput(input))
        #expect(await !other.canAddOutput(pictures))
        await #expect(throws: CaptureSessionError.inputTaken(device: "Camera b")) { try await other.addInput(input) }
        await #expect(throws: CaptureSessionError.outputTaken(.video)) { try await other.addOutput(pictures) }
        try await session.removeInput(input)
        try await session.removeOutput(pictures)
        #expect(await other.canAddInput(input))
        #expect(await other.canAddOutput(pictures))
        try await other.addInput(input)
    }

    @Test(
        "A camera that this program may not use is refused with what to do",
        arguments: [
            DeviceAuthorization.denied(help: "Join the group video."), .restricted(help: "Ask somebody."),
            .notDetermined(help: "Allow it."),
        ]
    )
    func authorization(_ authorization: DeviceAuthorization) async throws {
        rack.authorize("b", authorization)
        let input = try input("b")
        #expect(await !session.canAddInput(input))
        let error = await #expect(throws: CaptureSessionError.self) { try await session.addInput(input) }
        #expect(error == .notAuthorized(device: "Camera b", authorization))
        #expect(error?.help == authorization.help)
        // There is another camera that may be used.
        #expect(Devices.authorization(ofAny: rack.cameras()) == .authorized)
        rack.authorize("front-a", .restricted(help: "Ask somebody."))
        #expect(Devices.authorization(ofAny: rack.cameras()) == authorization)
        #expect(!CaptureSession.isMultiCamSupported(in: [rack]))
    }

    @Test(
        "A microphone of a sound server that this program may not use is refused with what to do",
        arguments: [
            DeviceAuthorization.denied(help: "Join the group audio."), .restricted(help: "Ask somebody."),
            .notDetermined(help: "Start the sound server."),
        ]
    )
    func soundAuthorization(_ authorization: DeviceAuthorization) async throws {
        let session = CaptureSession(
            backends: [SyntheticBackend(), ForbiddenSoundServer(answer: authorization)], clock: MonotonicClock())
        let error = await #expect(throws: CaptureSessionError.self) {
            try await session.addInput(try input("mic", .microphone))
        }
        #expect(error == .notAuthorized(device: "Camera mic", authorization))
        // What doesn't belong to that server may be used all the same.
        try await session.addInput(try input("test:tone", .microphone))
    }

    @Test("How busy an output is follows how long its calls take, as a part of the time between them")
    func load() {
        var load = OutputLoad()
        #expect(load.value == 0)
        for index in 0..<200 {
            load.add(.milliseconds(index < 100 ? 10 : 40), at: .zero + .milliseconds(20 * index))
            if index == 99 { #expect(abs(load.value - 0.5) < 0.01) }
        }
        #expect(abs(load.value - 2) < 0.01)
    }

    @Test("A preset stands for a size; a camera without it is refused, and one with a format of its own keeps that")
    func presets() async throws {
        let input = try input("b")
        try await session.addInput(input)
        #expect(await session.sessionPreset == .high)
        for preset in CaptureSessionPreset.allCases {
            let isThere = await session.canSetSessionPreset(preset)
            #expect(isThere == ![.hd1920x1080, .hd4K3840x2160].contains(preset))
        }
        await #expect(throws: CaptureSessionError.unsupportedPreset(.hd4K3840x2160, device: "Camera b")) {
            try await session.setSessionPreset(.hd4K3840x2160)
        }
        try await session.setSessionPreset(.medium)
        #expect(await session.formats(of: input) == FakeCameraRack.formats)
        let odd = CameraFormatRequest(size: PixelSize(width: 17, height: 3))
        await #expect(throws: CaptureSessionError.self) { try await session.setActiveFormat(odd, of: input) }
        #expect(await session.sessionPreset == .medium)
        try await session.setActiveFormat(CameraFormatRequest(size: PixelSize(width: 640, height: 480)), of: input)
        #expect(await session.sessionPreset == .inputPriority)
    }

    @Test("Two cameras cost what both need of their bus, and more than that is above 1")
    func costs() async throws {
        #expect(CaptureSession.isMultiCamSupported(in: [rack]))
        let format = CameraFormatRequest(size: PixelSize(width: 640, height: 480), rate: FrameRate(30), codec: .yuyv)
        #expect(await session.hardwareCost == 0)
        #expect(await session.systemPressureCost == 0)
        var costs: [Double] = []
        for id in ["front-a", "b"] {
            let input = try input(id)
            try await session.addInput(input)
            try await session.setActiveFormat(format, of: input)
            try await session.addOutputWithNoConnections(CaptureVideoDataOutput())
            let output = try #require(await session.outputs.last)
            if await session.connection(of: output) == nil {
                try await session.addConnection(CaptureConnection(inputPort: input.ports[0], output: output))
            }
            costs.append(await session.hardwareCost)
        }
        // 640 x 480 x 2 bytes, 30 times a second, of 48 MB.
        #expect(costs == [0.384, 0.768])
        let connection = try #require(await session.connections.first)
        connection.isEnabled = false
        #expect(await session.hardwareCost == 0.384)
    }
}

/// A sound server that lets nobody in.
private struct ForbiddenSoundServer: SoundServerBackend {
    let answer: DeviceAuthorization

    private static let refusal = CaptureError.unavailable(
        device: "sound server", reason: "Access denied", help: "Join the group audio.")

    func authorization() -> DeviceAuthorization { answer }

    func applications() throws(CaptureError) -> [CaptureDevice] { throw Self.refusal }

    func devices(of kind: CaptureDevice.Kind) throws(CaptureError) -> [CaptureDevice] { throw Self.refusal }

    func defaultDevice(of kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? { throw Self.refusal }

    func openVideo(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) throws(CaptureError) -> any VideoSource {
        throw Self.refusal
    }

    func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource {
        throw Self.refusal
    }
}
