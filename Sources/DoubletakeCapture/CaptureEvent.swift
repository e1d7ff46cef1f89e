/// What happens to a device while it delivers; none of it ends a recording by itself.
public enum CaptureEvent: Sendable {
    /// Pictures were dropped inside the source because every canvas was still held; what had changed comes with the
    /// next one.
    case framesDropped(device: CaptureDevice, count: Int)
    /// The device is gone for the reason given and won't deliver again; the last event of its source.
    case failed(device: CaptureDevice, error: CaptureError)
}
