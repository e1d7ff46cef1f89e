public import DoubletakeMedia

/// What is known of a monitor.
public struct MonitorDescription: Hashable, Sendable {
    /// The monitor.
    public let device: CaptureDevice
    /// Where it is on the screen, in pixels.
    public let place: PixelRect
    /// Whether the desktop treats it as the first.
    public let isPrimary: Bool
    /// Whether it has the pointer.
    public let hasPointer: Bool

    /// Creates a description.
    public init(device: CaptureDevice, place: PixelRect, isPrimary: Bool, hasPointer: Bool) {
        self.device = device
        self.place = place
        self.isPrimary = isPrimary
        self.hasPointer = hasPointer
    }
}
