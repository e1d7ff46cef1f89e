/// Whether a device, or the server that it belongs to, may be used.
public enum DeviceAuthorization: Hashable, Sendable {
    /// It may.
    case authorized
    /// Nobody has been asked yet, and somebody must be: it belongs to a portal, or to a server that isn't there.
    case notDetermined(help: String)
    /// This user may not.
    case denied(help: String)
    /// Nobody here may, whoever it is.
    case restricted(help: String)
}

extension DeviceAuthorization {
    /// A word for it.
    public var word: String {
        switch self {
        case .authorized: "authorized"
        case .notDetermined: "not_determined"
        case .denied: "denied"
        case .restricted: "restricted"
        }
    }

    /// What to do about it; nil when there is nothing to do.
    public var help: String? {
        switch self {
        case .authorized: nil
        case .notDetermined(let help), .denied(let help), .restricted(let help): help
        }
    }
}
