/// A named thing that can be opened to get pictures or sound from: a monitor, a window, a camera, a sound source.
public struct CaptureDevice: Hashable, Sendable, Identifiable {
    /// What kind of thing it is.
    public enum Kind: String, CaseIterable, Sendable {
        /// One monitor.
        case monitor
        /// All monitors as one picture.
        case screen
        /// One window.
        case window
        /// A camera.
        case camera
        /// What the applications play.
        case applicationAudio
        /// A microphone, or another source of sound.
        case microphone

        /// Whether it is what a display server shows.
        package var isOfDisplay: Bool {
            switch self {
            case .monitor, .screen, .window: true
            case .camera, .applicationAudio, .microphone: false
            }
        }
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
    /// What an error lists it as, for somebody to choose: a window's id alone says nothing.
    package var choice: String {
        kind == .window && id != name ? "\(id) (\(name))" : id
    }

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

    /// The device of a kind that `name` means: an id, a name, or a word that a backend understands.
    ///
    /// A backend whose system isn't there is only a reason to fail when no other one has the device.
    ///
    /// - Throws: `CaptureError.noSuchDevice` with the ids that there are.
    package static func find(
        _ name: String,
        _ kind: Kind,
        in backends: [any CaptureBackend]
    ) throws(CaptureError) -> Match {
        var matches: [Match] = []
        var failure: CaptureError?
        for backend in backends {
            do throws(CaptureError) {
                guard let device = try backend.device(named: name, kind: kind) else { continue }
                if device.id == name { return Match(device: device, backend: backend) }
                matches.append(Match(device: device, backend: backend))
            } catch {
                failure = failure ?? error
            }
        }
        if let match = matches.first { return match }
        if let failure { throw failure }
        throw .noSuchDevice(name: name, kind: kind, available: try discover(kind, in: backends).map(\.device.choice))
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
