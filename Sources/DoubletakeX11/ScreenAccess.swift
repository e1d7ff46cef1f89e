import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import DoubletakeXCB

/// Finds out, before anything is armed, whether a server's screen can be read at all.
enum ScreenAccess {
    /// Connects to a display whose screen can be read.
    ///
    /// - Parameter display: nil for the one that the environment names.
    static func connect(to display: String?) throws(CaptureError) -> X11Connection {
        let connection = try explainingFailures { () throws(X11Error) in try X11Connection(display: display) }
        let isReadable = try explainingFailures { () throws(X11Error) in try X11ImageReader.canRead(connection) }
        if isReadable { return connection }
        let names = try explainingFailures { () throws(X11Error) in
            try connection.outputNames() + connection.monitors().map(\.name)
        }
        throw unreadable(display: connection.displayName, names: names)
    }

    /// How pixels of a format lie; nil for those that are numbers in a table of colours, one byte each.
    ///
    /// - Parameter subject: what has them, for an error.
    static func layout(
        of format: X11PixelFormat,
        subject: String
    ) throws(CaptureError) -> ScreenPixelLayout? {
        guard case .direct(let redMask, let greenMask, let blueMask) = format.colorModel else {
            if format.bitsPerPixel == 8 { return nil }
            throw .unavailable(
                device: subject,
                reason: "its colours come from a table, with \(format.depth) bits a pixel",
                help: "Start the X server with a depth of 24."
            )
        }
        let layout = ScreenPixelLayout(
            bitsPerPixel: format.bitsPerPixel,
            byteOrder: format.byteOrder == .littleEndian ? .littleEndian : .bigEndian,
            redMask: redMask,
            greenMask: greenMask,
            blueMask: blueMask
        )
        guard let layout else {
            throw .unavailable(
                device: subject,
                reason: "its pixels of \(format.depth) bits lie in memory in a way that can't be read",
                help: "Start the X server with a depth of 24."
            )
        }
        return layout
    }

    /// Whether the server with outputs or monitors of these names is Xwayland, which shows X programs inside of a
    /// Wayland session and doesn't have that session's screen.
    static func isXwayland(names: [String]) -> Bool {
        names.contains { $0.uppercased().hasPrefix("XWAYLAND") }
    }

    /// What to tell somebody whose screen can't be read, on a server with outputs or monitors of these names.
    static func unreadable(display: String, names: [String]) -> CaptureError {
        if isXwayland(names: names) {
            return .unavailable(
                device: "DISPLAY \(display)",
                reason: "this is a Wayland session, whose screen can't be read through X11",
                help: "Log out, and log in to an X11 (\"Xorg\") session."
            )
        }
        return .unavailable(
            device: "DISPLAY \(display)",
            reason: "the X server doesn't let its screen be read",
            help: "Use the X server that shows the desktop, such as Xorg."
        )
    }
}
