import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

struct CaptureDeviceTests {
    /// A backend with these devices, which can't be opened; or one that can't even list them.
    private struct Shelf: CaptureBackend {
        var devices: [CaptureDevice] = []
        var failure: CaptureError?

        func devices(of kind: CaptureDevice.Kind) throws(CaptureError) -> [CaptureDevice] {
            if let failure { throw failure }
            return devices.filter { $0.kind == kind }
        }

        func defaultDevice(of kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? {
            try devices(of: kind).last
        }

        func openVideo(
            _ device: CaptureDevice,
            _ configuration: VideoSourceConfiguration,
            clock: any MediaClock
        ) throws(CaptureError) -> any VideoSource {
            throw .unavailable(device: device.id, reason: "it is on a shelf", help: "Take it down.")
        }

        func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource {
            throw .unavailable(device: device.id, reason: "it is on a shelf", help: "Take it down.")
        }
    }

    private static func camera(_ id: String, _ name: String) -> CaptureDevice {
        CaptureDevice(id: id, name: name, kind: .camera)
    }

    private static let failure = CaptureError.unavailable(device: "server", reason: "gone", help: "Start it.")

    private let front = Shelf(devices: [camera("usb:1", "Front"), camera("usb:2", "Back")])
    private let back = Shelf(devices: [camera("usb:3", "usb:1"), camera("usb:4", "Back")])

    @Test("Devices are discovered in the order of the backends, with who can open them")
    func discovery() throws {
        let matches = try CaptureDevice.discover(.camera, in: [back, SyntheticBackend(), front])
        #expect(
            matches.map(\.device.id) == ["usb:3", "usb:4", "test:bars", "test:counter", "test:ball", "usb:1", "usb:2"])
        #expect(matches.map { $0.backend is SyntheticBackend } == [false, false, true, true, true, false, false])
        #expect(try CaptureDevice.discover(.microphone, in: [front]).isEmpty)
    }

    @Test("A device is found by its id, and else by its name, the first backend's first")
    func find() throws {
        let backends = [back, front]
        #expect(try CaptureDevice.find("usb:2", .camera, in: backends).device.name == "Back")
        #expect(try CaptureDevice.find("usb:1", .camera, in: backends).device.name == "Front", "an id beats a name")
        #expect(try CaptureDevice.find("Back", .camera, in: backends).device.id == "usb:4")
    }

    @Test("The error for a device that isn't there lists the ids that are")
    func missing() {
        let error = CaptureError.noSuchDevice(
            name: "usb:9", kind: .camera, available: ["usb:1", "usb:2", "usb:3", "usb:4"])
        #expect(throws: error) { try CaptureDevice.find("usb:9", .camera, in: [front, back]) }
        #expect(error.help == "Choose one of: usb:1, usb:2, usb:3, usb:4.")
    }

    @Test("A device of another kind is not meant, though it has the name")
    func otherKind() {
        #expect(throws: CaptureError.noSuchDevice(name: "usb:1", kind: .microphone, available: [])) {
            try CaptureDevice.find("usb:1", .microphone, in: [front])
        }
    }

    @Test("What keeps a backend from listing its devices is thrown as it is")
    func failure() {
        let broken = Shelf(failure: Self.failure)
        #expect(throws: Self.failure) { try CaptureDevice.discover(.camera, in: [front, broken]) }
        #expect(throws: Self.failure) { try CaptureDevice.find("usb:9", .camera, in: [broken, back]) }
    }

    @Test("A backend that is broken doesn't hide the device of another one")
    func brokenAndFound() throws {
        let match = try CaptureDevice.find("usb:1", .camera, in: [Shelf(failure: Self.failure), front])
        #expect(match.device.id == "usb:1")
    }

    @Test("Without a name the first device is meant that a backend offers for it")
    func findDefault() throws {
        let match = try CaptureDevice.findDefault(.camera, in: [SyntheticBackend(), back, front])
        #expect(match?.device.id == "usb:4")
        #expect(match?.backend is Shelf)
        #expect(try CaptureDevice.findDefault(.microphone, in: [front, back]) == nil)
        #expect(throws: Self.failure) { try CaptureDevice.findDefault(.camera, in: [Shelf(failure: Self.failure)]) }
    }

    @Test("Nobody means a synthetic device who doesn't name it", arguments: CaptureDevice.Kind.allCases)
    func syntheticDefault(kind: CaptureDevice.Kind) {
        #expect(SyntheticBackend().defaultDevice(of: kind) == nil)
    }

    @Test(
        "The synthetic devices are there for every kind that can have some, and can be opened",
        arguments: CaptureDevice.Kind.allCases.filter { ![.screen, .window].contains($0) }
    )
    func synthetic(kind: CaptureDevice.Kind) throws {
        let backend = SyntheticBackend()
        let devices = backend.devices(of: kind)
        #expect(!devices.isEmpty && devices.allSatisfy { $0.kind == kind })
        for device in devices {
            switch kind {
            case .monitor, .camera, .screen, .window:
                let configuration = VideoSourceConfiguration(frameRate: FrameRate(30))
                #expect(try backend.openVideo(device, configuration, clock: ManualClock()).device == device)
            case .applicationAudio, .microphone:
                #expect(try backend.openAudio(device, clock: ManualClock()).device == device)
            }
        }
    }

    @Test("A test picture has no parts that could be recorded alone")
    func syntheticRegion() {
        let part = PixelRect(x: 0, y: 0, width: 64, height: 64)
        let configuration = VideoSourceConfiguration(frameRate: FrameRate(30), region: part)
        #expect(throws: CaptureError.self) {
            try SyntheticBackend().openVideo(Self.camera("test:bars", "Bars"), configuration, clock: ManualClock())
        }
    }

    @Test("A device that the synthetic backend doesn't know can't be opened")
    func unknownSynthetic() {
        let backend = SyntheticBackend()
        let configuration = VideoSourceConfiguration(frameRate: FrameRate(30))
        let available = ["test:bars", "test:counter", "test:ball"]
        #expect(throws: CaptureError.noSuchDevice(name: "usb:1", kind: .camera, available: available)) {
            try backend.openVideo(Self.camera("usb:1", "Front"), configuration, clock: ManualClock())
        }
        let microphone = CaptureDevice(id: "mic", name: "Microphone", kind: .microphone)
        #expect(throws: CaptureError.noSuchDevice(name: "mic", kind: .microphone, available: ["test:tone"])) {
            try backend.openAudio(microphone, clock: ManualClock())
        }
    }
}
