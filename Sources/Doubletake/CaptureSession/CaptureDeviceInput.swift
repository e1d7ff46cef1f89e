public import DoubletakeCapture
public import DoubletakeMedia

/// A camera, a microphone or the applications' sound as what goes into a session.
///
/// It opens nothing: that is the session's, while it runs.
public final class CaptureDeviceInput: Sendable {
    /// The device.
    public let device: CaptureDevice
    /// Pictures or sound.
    public let mediaType: MediaType

    private struct State {
        var position = CapturePosition.unspecified
        var owner: ObjectIdentifier?
    }

    private let state = ConditionLock(State())

    /// Makes an input of a device.
    ///
    /// - Throws: `CaptureSessionError.unsupportedDevice` for a screen or a window, which a `ScreenRecorder` records.
    public init(device: CaptureDevice) throws(CaptureSessionError) {
        switch device.kind {
        case .camera: mediaType = .video
        case .microphone, .applicationAudio: mediaType = .audio
        case .monitor, .screen, .window: throw .unsupportedDevice(device)
        }
        self.device = device
    }

    /// Where the camera is, which is known once the input was added to a session.
    public var position: CapturePosition {
        state.read { $0.position }
    }

    /// What can be connected: of a camera its pictures, of a microphone its sound by position.
    public var ports: [CaptureInputPort] {
        switch mediaType {
        case .video: [CaptureInputPort(input: self, soundPosition: .unspecified)]
        case .audio: CapturePosition.allCases.map { CaptureInputPort(input: self, soundPosition: $0) }
        }
    }

    /// The ports of a kind and a position; nil means any.
    public func ports(for mediaType: MediaType?, position: CapturePosition? = nil) -> [CaptureInputPort] {
        ports.filter { port in
            (mediaType.map { $0 == port.mediaType } ?? true) && (position.map { $0 == port.position } ?? true)
        }
    }

    /// Says where the camera is.
    func place(at position: CapturePosition) {
        state.withLock { $0.position = position }
    }

    /// Makes a session its owner; false when another one is.
    func claim(by session: ObjectIdentifier) -> Bool {
        state.withLock { state in
            if let owner = state.owner { return owner == session }
            state.owner = session
            return true
        }
    }

    /// Lets it be added to another session.
    func release() {
        state.withLock { $0.owner = nil }
    }
}
