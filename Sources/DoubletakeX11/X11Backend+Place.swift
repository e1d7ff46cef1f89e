package import DoubletakeCapture
package import DoubletakeMedia
import DoubletakeXCB

extension X11Backend {
    /// Where on the screen a device's picture is now; nil for what is gone, or none of ours.
    ///
    /// A window's shadow is left out, as it is of the picture.
    package func place(of device: CaptureDevice) throws(CaptureError) -> PixelRect? {
        let connection = try ScreenAccess.connect(to: displayName)
        return try explainingFailures { () throws(X11Error) in
            switch device.kind {
            case .monitor, .screen: try ScreenTarget.place(of: device, connection)
            case .window: try Self.place(ofWindow: device.id, connection)
            case .camera, .applicationAudio, .microphone: nil
            }
        }
    }

    /// Whether a window manager is there, which gets to know of each new window.
    package func hasWindowManager() throws(CaptureError) -> Bool {
        let connection = try ScreenAccess.connect(to: displayName)
        return try explainingFailures { () throws(X11Error) in try connection.hasWindowManager() }
    }

    /// Gives a window what is typed, where no window manager does.
    package func focus(_ window: CaptureDevice) throws(CaptureError) {
        let connection = try ScreenAccess.connect(to: displayName)
        try explainingFailures { () throws(X11Error) in
            guard let id = try WindowList.id(ofDevice: window.id, connection) else { return }
            try connection.setFocus(to: id)
        }
    }

    private static func place(ofWindow device: String, _ connection: X11Connection) throws(X11Error) -> PixelRect? {
        guard let id = try WindowList.id(ofDevice: device, connection) else { return nil }
        return try place(ofWindow: id, connection)
    }

    /// Where on the screen a window is, without its shadow; nil when it is gone.
    static func place(ofWindow id: X11ID, _ connection: X11Connection) throws(X11Error) -> PixelRect? {
        guard let origin = try connection.origin(ofWindow: id),
            let state = try connection.state(ofWindow: id),
            let description = try connection.description(ofWindow: id)
        else { return nil }
        let inside = description.frameExtents.inside(state.size)
        return PixelRect(x: origin.x + inside.x, y: origin.y + inside.y, width: inside.width, height: inside.height)
    }
}
