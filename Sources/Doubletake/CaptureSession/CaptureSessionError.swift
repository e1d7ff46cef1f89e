public import DoubletakeCapture
public import DoubletakeMedia

/// Why a session can't be set up, changed or started: a case for each step of that.
public enum CaptureSessionError: ExplainedError, Equatable {
    /// A screen or a window was to be an input.
    case unsupportedDevice(CaptureDevice)
    /// A device isn't there, or its system doesn't answer.
    case noDevice(CaptureError)
    /// This program may not use a device.
    case notAuthorized(device: String, DeviceAuthorization)
    /// A device can't be opened or started.
    case cannotOpen(CaptureError)
    /// An input is in another session.
    case inputTaken(device: String)
    /// Another input of the same device is in the session.
    case duplicateDevice(device: String)
    /// An output is in another session.
    case outputTaken(MediaType)
    /// An input was needed that isn't in the session.
    case unknownInput(device: String)
    /// An output was needed that isn't in the session.
    case unknownOutput(MediaType)
    /// A port and an output don't go together: one has pictures, the other sound.
    case unfitConnection(device: String, MediaType, to: MediaType)
    /// An output has a connection already, and can't have two.
    case outputConnected(MediaType, device: String)
    /// A camera doesn't have the size that a preset stands for.
    case unsupportedPreset(CaptureSessionPreset, device: String)
    /// A camera doesn't have a format.
    case unsupportedFormat(CameraFormatRequest, device: String, available: [CameraFormat])
    /// A configuration was to be committed that hasn't begun.
    case notConfiguring
    /// The session is on its way to another state.
    case wrongState(CaptureSessionState, wanted: String)
    /// The system has no thread left.
    case system(SystemCallError)

    /// What it is about.
    public var subject: String {
        switch self {
        case .unsupportedDevice(let device): device.name
        case .noDevice(let error), .cannotOpen(let error): error.subject
        case .notAuthorized(let device, _), .inputTaken(let device), .duplicateDevice(let device),
            .unknownInput(let device), .unfitConnection(let device, _, _), .unsupportedPreset(_, let device),
            .unsupportedFormat(_, let device, _):
            device
        case .outputTaken(let type), .unknownOutput(let type), .outputConnected(let type, _): "\(type) output"
        case .notConfiguring, .wrongState: "session"
        case .system(let error): error.subject
        }
    }

    /// What happened.
    public var reason: String {
        switch self {
        case .unsupportedDevice(let device): "a \(device.kind.words) can't be the input of a session"
        case .noDevice(let error), .cannotOpen(let error): error.reason
        case .notAuthorized(_, let authorization):
            switch authorization {
            case .notDetermined: "nobody has allowed this program to use it yet"
            case .denied: "this user may not use it"
            case .restricted, .authorized: "nobody may use it on this machine"
            }
        case .inputTaken: "this input is in another session"
        case .duplicateDevice: "another input of it is in the session"
        case .outputTaken: "it is in another session"
        case .unknownInput: "no input of it is in the session"
        case .unknownOutput: "it isn't in the session"
        case .unfitConnection(_, let from, let to): "its \(from.words) can't go to an output for \(to.words)"
        case .outputConnected(_, let device): "it is connected to \(device) already"
        case .unsupportedPreset(let preset, _): "it has no format for the preset \(preset.rawValue)"
        case .unsupportedFormat(let request, _, _): "it has no format with \(request.words)"
        case .notConfiguring: "a configuration was committed that hasn't begun"
        case .wrongState(let state, let wanted): "it can't \(wanted) while it is \(state.rawValue)"
        case .system(let error): "\(error.call): \(error.reason)"
        }
    }

    /// What to do.
    public var help: String {
        switch self {
        case .unsupportedDevice: "Record it with a ScreenRecorder."
        case .noDevice(let error), .cannotOpen(let error): error.help
        case .notAuthorized(_, let authorization): authorization.help ?? "Ask who administers this machine."
        case .inputTaken: "Remove it there first, or make another input of the device."
        case .duplicateDevice: "Add one input for each device, and connect it to several outputs."
        case .outputTaken: "Remove it there first, or make another output."
        case .unknownInput: "Add the input before its connections."
        case .unknownOutput: "Add the output before its connections."
        case .unfitConnection(_, let from, _): "Connect it to an output for \(from.words)."
        case .outputConnected: "Remove that connection first, or make another output."
        case .unsupportedPreset: "Choose high, which takes the nearest format that the camera has."
        case .unsupportedFormat(_, _, []): "Choose high, which takes the nearest format that the camera has."
        case .unsupportedFormat(_, _, let available):
            "Choose one of: \(available.map(\.description).joined(separator: ", "))."
        case .notConfiguring: "Call beginConfiguration before each commitConfiguration."
        case .wrongState: "Wait until that is over, and try again."
        case .system: "End other programs and try again."
        }
    }
}

extension MediaType {
    fileprivate var words: String {
        switch self {
        case .video: "pictures"
        case .audio: "sound"
        }
    }
}

extension CameraFormatRequest {
    /// As `--camera-format` reads it.
    fileprivate var words: String {
        "\(size)" + (rate.map { "@\($0)" } ?? "") + (codec.map { ":\($0.rawValue)" } ?? "")
    }
}
