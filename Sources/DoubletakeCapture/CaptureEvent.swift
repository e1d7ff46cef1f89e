/// What happens to a device while it delivers; none of it ends a recording by itself.
public enum CaptureEvent: Sendable {
    /// Pictures were dropped inside the source because every canvas was still held; what had changed comes with the
    /// next one.
    case framesDropped(device: CaptureDevice, count: Int)
    /// The device stopped delivering, for the reason given.
    case failed(device: CaptureDevice, error: CaptureError)
}
