public import DoubletakeMedia

/// What happens to a device while it delivers; its owner decides what that means for a recording.
public enum CaptureEvent: Sendable {
    /// Pictures were dropped inside the source because every canvas was still held; what had changed comes with the
    /// next one.
    case framesDropped(device: CaptureDevice, count: Int)
    /// A window isn't shown any more, such as an iconified one; its last picture stays until it is shown again.
    case hidden(device: CaptureDevice)
    /// A window is shown again.
    case shown(device: CaptureDevice)
    /// A window has another size.
    case resized(device: CaptureDevice, size: PixelSize)
    /// A window was closed.
    case closed(device: CaptureDevice)
    /// Another window was opened that is taken for the closed one.
    case returned(device: CaptureDevice)
    /// The device is gone for the reason given and won't deliver again; the last event of its source.
    case failed(device: CaptureDevice, error: CaptureError)
}
