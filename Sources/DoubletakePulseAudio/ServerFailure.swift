import CPulse
import DoubletakeCapture

/// Why the sound server didn't do what it was asked for.
///
/// Here nobody knows what a person had in mind; who does makes a `CaptureError` of it.
enum ServerFailure: Error, Equatable {
    /// There is no connection to a server, or none any more.
    case notConnected(code: Int32)
    /// The server answers with an error.
    case refused(code: Int32)
    /// The server is there and says nothing.
    case noAnswer(Duration)

    /// What happened, in libpulse's own words where it has some.
    ///
    /// The corresponding C function is `pa_strerror`.
    var reason: String {
        switch self {
        case .notConnected(let code), .refused(let code):
            // SAFETY: the words are constants of libpulse, or null for a number that it doesn't know.
            if let words = unsafe pa_strerror(code) { unsafe String(cString: words) } else { "error \(code)" }
        case .noAnswer(let limit): "it has not answered within \(limit.formatted)"
        }
    }

    /// The server belongs to somebody else.
    static let accessDenied = Int32(PA_ERR_ACCESS.rawValue)
    /// There is nothing to show the server that this user may use it.
    static let noCookie = Int32(PA_ERR_AUTHKEY.rawValue)
    /// Nothing of that name is there.
    static let noSuchEntity = ServerFailure.refused(code: Int32(PA_ERR_NOENTITY.rawValue))
    /// The server let go of the stream, because its device is gone.
    static let killed = ServerFailure.refused(code: Int32(PA_ERR_KILLED.rawValue))
}

extension ServerFailure {
    /// What a person reads when the server can't be asked for its devices.
    func unavailable(server: String?) -> CaptureError {
        let help =
            switch self {
            case .noAnswer: "Restart PulseAudio or PipeWire, or record with --no-sound."
            case .notConnected(Self.accessDenied), .refused(Self.accessDenied), .notConnected(Self.noCookie),
                .refused(Self.noCookie):
                "Record as the person who uses the desktop, or with --no-sound."
            case .notConnected, .refused: "Start PulseAudio or PipeWire, or record with --no-sound."
            }
        return .unavailable(device: server ?? "sound server", reason: reason, help: help)
    }

    /// What a person reads when a device can't be opened.
    func unavailable(device: CaptureDevice, server: String?) -> CaptureError {
        guard case .refused = self else { return unavailable(server: server) }
        return .unavailable(
            device: device.id,
            reason: "the sound server doesn't open it: \(reason)",
            help: "Choose another \(device.kind.words), or record with --no-sound."
        )
    }

    /// What a person reads when a device stops delivering.
    func lost(device: CaptureDevice) -> CaptureError {
        switch self {
        case .notConnected, .noAnswer:
            .unavailable(
                device: device.id,
                reason: "the sound server is gone: \(reason)",
                help: "Start PulseAudio or PipeWire again, and then a new recording."
            )
        case .refused:
            .unavailable(
                device: device.id,
                reason: "the sound server has taken it away: \(reason)",
                help: "Connect it again, and start a new recording."
            )
        }
    }
}

extension Duration {
    fileprivate var formatted: String {
        "\(components.seconds) s"
    }
}
