import DoubletakeMedia

/// What cameras need of the USB buses that they are on, and how much of that there is.
///
/// It is a reckoning from formats and places, made before anything is opened: the kernel alone knows what a bus has left.
public struct CameraBandwidth: Hashable, Sendable {
    /// What USB 2 has for cameras and everything else that comes at fixed times: 80 % of its 480 Mb/s, which is the limit
    /// that its specification sets (USB 2.0, 5.6.4).
    ///
    /// Larger, and two raw streams seem to fit that the kernel refuses; smaller, and what fits seems not to.
    public static let usb2BytesPerSecond = 48_000_000.0

    /// The bytes a second that are needed on each bus, by the bus's name.
    public private(set) var bytesPerSecond: [String: Double] = [:]

    /// Creates a reckoning of no cameras.
    public init() {}

    /// Adds a camera that delivers in that format.
    ///
    /// - Parameter place: where it is plugged in, such as `usb-0000:00:14.0-1.2`; all places of a controller are one bus.
    public mutating func add(_ format: CameraFormat, at place: String) {
        bytesPerSecond[Self.bus(of: place), default: 0] += format.payloadBytesPerSecond
    }

    /// The part of the fullest bus that is needed; above 1 not all of the cameras can run.
    public var cost: Double {
        (bytesPerSecond.values.max() ?? 0) / Self.usb2BytesPerSecond
    }

    /// The controller in a place: what is before the last dash, behind which the ports are.
    private static func bus(of place: String) -> String {
        guard place.hasPrefix("usb-"), let dash = place.lastIndex(of: "-"),
            dash > place.index(place.startIndex, offsetBy: 3)
        else { return place }
        return String(place[..<dash])
    }
}

extension CameraFormat {
    /// The bytes a second that a USB driver reserves for it, about: a JPEG is reckoned with half a byte a pixel.
    public var payloadBytesPerSecond: Double {
        let bytesPerPixel =
            switch codec {
            case .mjpeg: 0.5
            case .yuyv, .uyvy: 2.0
            case .nv12, .i420: 1.5
            }
        return Double(size.width * size.height) * bytesPerPixel * rate.framesPerSecond
    }
}
