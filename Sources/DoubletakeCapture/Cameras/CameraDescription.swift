/// A camera, and all that it says of itself.
public struct CameraDescription: Hashable, Sendable {
    /// Where a camera is.
    public enum Position: String, Sendable {
        /// It looks at the person: a built-in camera, as far as can be known.
        case front
        /// It looks away from the person.
        case back
        /// It stands somewhere, at the end of a cable.
        case external
    }

    /// Whether it may be used.
    public typealias Authorization = DeviceAuthorization

    /// The camera as a device.
    public let device: CaptureDevice
    /// Where its file is now.
    public let path: String
    /// Where it is plugged in: `usb-0000:00:14.0-1`.
    public let bus: String
    /// Where it is.
    public let position: Position
    /// Whether it may be used.
    public let authorization: Authorization
    /// What it can do; empty when it can't be asked.
    public let formats: [CameraFormat]
    /// What can be set.
    public let controls: [CameraControl]

    /// Creates a description.
    public init(
        device: CaptureDevice,
        path: String,
        bus: String,
        position: Position,
        authorization: Authorization,
        formats: [CameraFormat] = [],
        controls: [CameraControl] = []
    ) {
        self.device = device
        self.path = path
        self.bus = bus
        self.position = position
        self.authorization = authorization
        self.formats = formats
        self.controls = controls
    }
}
