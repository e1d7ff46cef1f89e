/// Where a session is on its way.
public enum CaptureSessionState: String, Sendable {
    /// Nothing is open.
    case stopped
    /// Its devices are being opened.
    case starting
    /// Its devices deliver.
    case running
    /// Its devices are being closed.
    case stopping
}
