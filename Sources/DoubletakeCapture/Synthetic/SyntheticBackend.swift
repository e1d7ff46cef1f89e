package import DoubletakeMedia

/// Devices that need no hardware and no server: test pictures and a test tone, on the same road as the real ones.
///
/// They are for trying the recorder out on a machine that has nothing to record, and for testing it.
package struct SyntheticBackend: CaptureBackend {
    private let impairments: Impairments

    /// Creates the backend.
    ///
    /// - Parameter impairments: how badly the sound is delivered.
    package init(impairments: Impairments = .none) {
        self.impairments = impairments
    }

    /// The test pictures as monitors and as cameras, the test tone as both kinds of sound.
    package func devices(of kind: CaptureDevice.Kind) -> [CaptureDevice] {
        switch kind {
        case .monitor, .camera:
            [
                CaptureDevice(id: "test:bars", name: "Colour bars", kind: kind),
                CaptureDevice(id: "test:counter", name: "Frame counter", kind: kind),
                CaptureDevice(id: "test:ball", name: "Flying ball", kind: kind),
            ]
        case .screen, .window: []
        case .applicationAudio, .microphone:
            [CaptureDevice(id: "test:tone", name: "Test tone", kind: kind)]
        }
    }

    /// Whether a device is one of these.
    package static func owns(_ device: CaptureDevice) -> Bool {
        device.id.hasPrefix("test:")
    }

    /// None: nobody means a test picture who doesn't name it.
    package func defaultDevice(of kind: CaptureDevice.Kind) -> CaptureDevice? {
        nil
    }

    /// Opens a test picture.
    package func openVideo(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) throws(CaptureError) -> any VideoSource {
        guard configuration.region == nil else {
            throw .unavailable(
                device: device.id,
                reason: "a test picture has no parts",
                help: "Record all of it, with --monitor \(device.id)."
            )
        }
        let pattern: any TestPattern =
            switch device.id {
            case "test:bars": ColorBarsPattern()
            case "test:counter": CounterPattern()
            case "test:ball": BallPattern()
            default: throw noSuchDevice(device)
            }
        return TestPatternSource(device: device, pattern: pattern, configuration: configuration, clock: clock)
    }

    /// The device with that id; `test:tone:440` is a tone of another frequency.
    package func device(named name: String, kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? {
        if kind == .applicationAudio || kind == .microphone, let frequency = TestToneSource.frequency(of: name),
            name != "test:tone"
        {
            return CaptureDevice(id: name, name: "Test tone \(frequency) Hz", kind: kind)
        }
        return devices(of: kind).first { $0.id == name || $0.name == name }
    }

    /// Opens a test tone.
    package func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource {
        guard let frequency = TestToneSource.frequency(of: device.id) else { throw noSuchDevice(device) }
        return TestToneSource(device: device, frequency: frequency, impairments: impairments, clock: clock)
    }

    private func noSuchDevice(_ device: CaptureDevice) -> CaptureError {
        .noSuchDevice(name: device.id, kind: device.kind, available: devices(of: device.kind).map(\.id))
    }
}
