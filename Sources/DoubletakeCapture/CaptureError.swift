public import DoubletakeMedia

/// Why a device can't be opened or started.
public enum CaptureError: ExplainedError, Equatable {
    /// No device of that kind has that name or id.
    case noSuchDevice(name: String, kind: CaptureDevice.Kind, available: [String])
    /// Several devices of that kind are meant.
    case ambiguous(name: String, kind: CaptureDevice.Kind, matches: [String])
    /// The part that was asked for has nothing of the device in it.
    case outside(region: PixelRect, device: String, size: PixelSize)
    /// The device is there and can't be used.
    case unavailable(device: String, reason: String, help: String)
    /// A call of the system failed.
    case system(SystemCallError)

    /// A window was closed.
    package static func closed(window: CaptureDevice) -> CaptureError {
        .unavailable(device: window.name, reason: "it was closed", help: "Open the window again.")
    }

    /// What it is about.
    public var subject: String {
        switch self {
        case .noSuchDevice(let name, _, _), .ambiguous(let name, _, _): name
        case .outside(let region, _, _): "\(region)"
        case .unavailable(let device, _, _): device
        case .system(let error): error.subject
        }
    }

    /// What happened.
    public var reason: String {
        switch self {
        case .noSuchDevice(_, let kind, _): "there is no \(kind.words) of that name"
        case .ambiguous(_, let kind, let matches): "\(matches.count) \(kind.words)s are meant"
        case .outside(_, let device, let size): "it lies outside of \(device), which has \(size) pixels"
        case .unavailable(_, let reason, _): reason
        case .system(let error): "\(error.call): \(error.reason)"
        }
    }

    /// What to do.
    public var help: String {
        switch self {
        case .noSuchDevice(_, .window, []): "Open the window first; none was found."
        case .noSuchDevice(_, let kind, let available) where available.isEmpty:
            "Connect a \(kind.words); none was found."
        case .noSuchDevice(_, _, let available): "Choose one of: \(available.joined(separator: ", "))."
        case .ambiguous(_, _, let matches): "Choose one of: \(matches.joined(separator: ", "))."
        case .outside(_, _, let size): "Choose a part that overlaps \(PixelRect(size))."
        case .unavailable(_, _, let help): help
        case .system: "Close other programs and try again."
        }
    }
}

extension CaptureDevice.Kind {
    /// What people call such a device, in the singular.
    public var words: String {
        switch self {
        case .monitor: "monitor"
        case .screen: "screen"
        case .window: "window"
        case .camera: "camera"
        case .applicationAudio: "source of the applications' sound"
        case .microphone: "microphone"
        }
    }
}
