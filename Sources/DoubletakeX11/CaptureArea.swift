import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// Which part of a server's screen is recorded, and where it is now.
struct CaptureArea: Equatable {
    /// Where the picture's top left pixel is on the screen.
    let originX: Int
    /// As `originX`, downwards.
    let originY: Int
    /// The picture's size.
    let size: PixelSize
    /// What of the picture can be read, in the screen's pixels; the rest is black.
    let visible: PixelRect

    /// Finds the part of a device.
    ///
    /// - Parameters:
    ///   - region: the part of the device, in its own pixels; nil for all of it.
    ///   - size: the size of the pictures; nil for that of the part.
    ///   - device: where the device is on the screen.
    ///   - screen: the size of the screen.
    init(_ region: PixelRect?, size: PixelSize? = nil, of device: PixelRect, on screen: PixelSize) {
        let part = region ?? PixelRect(device.size)
        originX = device.x + part.x
        originY = device.y + part.y
        self.size = size ?? part.size
        visible = part.offsetBy(x: device.x, y: device.y).intersection(device).intersection(PixelRect(screen))
    }

    /// A rectangle of the screen as one of the picture.
    func inPicture(_ rect: PixelRect) -> PixelRect {
        rect.offsetBy(x: -originX, y: -originY)
    }

    /// A rectangle of the picture as one of the screen.
    func onScreen(_ rect: PixelRect) -> PixelRect {
        rect.offsetBy(x: originX, y: originY)
    }

    /// Where a device is on the screen now; nil when it isn't there.
    static func place(of device: CaptureDevice, _ connection: X11Connection) throws(X11Error) -> PixelRect? {
        switch device.kind {
        case .monitor: try MonitorList.monitors(of: connection).first { $0.name == device.id }?.rect
        case .screen where device.id == X11Backend.screenID:
            PixelRect(try connection.size(of: connection.screen.root))
        case .screen, .camera, .applicationAudio, .microphone: nil
        }
    }
}
