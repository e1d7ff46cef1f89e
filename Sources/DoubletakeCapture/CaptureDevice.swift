/// A named thing that can be opened to get pictures or sound from: a monitor, a window, a camera, a sound source.
public struct CaptureDevice: Hashable, Sendable, Identifiable {
    /// What kind of thing it is.
    public enum Kind: String, CaseIterable, Sendable {
        /// A screen, or one monitor of it.
        case monitor
        /// A camera.
        case camera
        /// What the applications play.
        case applicationAudio
        /// A microphone, or another source of sound.
        case microphone
    }

    /// What the device is called by in options and files; the same after a restart.
    public let id: String
    /// What people call it.
    public let name: String
    /// What it is.
    public let kind: Kind

    /// Creates a description of a device.
    public init(id: String, name: String, kind: Kind) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}

extension CaptureDevice {
    /// A device, with the backend that can open it.
    package struct Match: Sendable {
        /// The device.
        package let device: CaptureDevice
        /// Who opens it.
        package let backend: any CaptureBackend
    }

    /// All devices of a kind, in the order of the backends.
    ///
    /// - Throws: what kept a backend from listing its devices.
    package static func discover(
        _ kind: Kind,
        in backends: [any CaptureBackend]
    ) throws(CaptureError) -> [Match] {
        var matches: [Match] = []
        for backend in backends {
            matches += try backend.devices(of: kind).map { Match(device: $0, backend: backend) }
        }
        return matches
    }

    /// The device of a kind whose id or name is `name`.
    ///
    /// - Throws: `CaptureError.noSuchDevice` with the ids that there are.
    package static func find(
        _ name: String,
        _ kind: Kind,
        in backends: [any CaptureBackend]
    ) throws(CaptureError) -> Match {
        let all = try discover(kind, in: backends)
        guard let match = all.first(where: { $0.device.id == name }) ?? all.first(where: { $0.device.name == name })
        else {
            throw .noSuchDevice(name: name, kind: kind, available: all.map(\.device.id))
        }
        return match
    }

    /// The device of a kind that a person means who names none: the first that a backend offers.
    package static func findDefault(
        _ kind: Kind,
        in backends: [any CaptureBackend]
    ) throws(CaptureError) -> Match? {
        for backend in backends {
            if let device = try backend.defaultDevice(of: kind) { return Match(device: device, backend: backend) }
        }
        return nil
    }
}
