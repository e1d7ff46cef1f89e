public import DoubletakeMedia

/// What is known of a window.
public struct WindowDescription: Hashable, Sendable {
    /// The window.
    public let device: CaptureDevice
    /// What its title bar says; empty when its program says nothing.
    public let title: String
    /// The class by which desktops group the windows of a program; empty as above.
    public let className: String
    /// Its program's process; nil when that isn't said.
    public let processIdentifier: Int?
    /// Where it is on the screen, in pixels, without a shadow of its own.
    public let place: PixelRect
    /// Whether it is shown; one that is iconified, or on another workspace, isn't.
    public let isShown: Bool
    /// Whether it has the focus.
    public let isActive: Bool

    /// Creates a description.
    public init(
        device: CaptureDevice,
        title: String,
        className: String,
        processIdentifier: Int?,
        place: PixelRect,
        isShown: Bool,
        isActive: Bool
    ) {
        self.device = device
        self.title = title
        self.className = className
        self.processIdentifier = processIdentifier
        self.place = place
        self.isShown = isShown
        self.isActive = isActive
    }
}
