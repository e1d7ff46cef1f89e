public import DoubletakeCapture
public import DoubletakeMedia

/// What happens to a session.
public enum CaptureSessionEvent: HubEvent {
    /// It runs.
    case didStartRunning
    /// It has stopped.
    case didStopRunning
    /// Nothing comes from a device for now: it was unplugged, is somebody else's, is silent, or its server is gone.
    ///
    /// It is waited for, and used again as soon as it is back, unless the session is stopped.
    case wasInterrupted(CaptureDevice, CaptureInterruption)
    /// A device delivers again.
    case interruptionEnded(CaptureDevice)
    /// The session couldn't be started, or changed, or a device has failed; what ran before goes on.
    case runtimeError(CaptureSessionError)
    /// Something else happens to a device, which goes on.
    case device(CaptureEvent)

    /// Nil: each of them is delivered.
    public var replaceableKind: String? { nil }
}
