import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// The monitors of a server at one time, as devices.
struct MonitorList {
    let monitors: [X11Monitor]
    private let pointer: (x: Int, y: Int)?

    /// Asks a server; one that knows no monitors has one, the whole screen.
    init(_ connection: X11Connection) throws(CaptureError) {
        monitors = try explainingFailures { () throws(X11Error) in try Self.monitors(of: connection) }
        pointer = try explainingFailures { () throws(X11Error) in try connection.pointerPosition() }
    }

    /// Creates a list from what a server has said.
    init(_ monitors: [X11Monitor], pointer: (x: Int, y: Int)?) {
        self.monitors = monitors
        self.pointer = pointer
    }

    /// The monitors of a server, at least one.
    static func monitors(of connection: X11Connection) throws(X11Error) -> [X11Monitor] {
        let known = try connection.monitors()
        if !known.isEmpty { return known }
        let size = try connection.size(of: connection.screen.root)
        return [X11Monitor(name: X11Backend.screenID, rect: PixelRect(size), role: .primary)]
    }

    /// All of them, in the server's order.
    var devices: [CaptureDevice] {
        monitors.map(device)
    }

    /// The one that the desktop treats as the first; the first in the server's order where it has no opinion.
    var primary: CaptureDevice? {
        (monitors.first { $0.role == .primary } ?? monitors.first).map(device)
    }

    /// The one that has the pointer; the primary one when it is on none.
    var withPointer: CaptureDevice? {
        underPointer.map(device) ?? primary
    }

    /// The one that has the pointer; nil when it is on none.
    var underPointer: X11Monitor? {
        guard let pointer else { return nil }
        let pixel = PixelRect(x: pointer.x, y: pointer.y, width: 1, height: 1)
        return monitors.first { $0.rect.contains(pixel) }
    }

    /// The one that a device is now; nil when it isn't there.
    ///
    /// - Parameter last: the name of the one that it was before, which stays while the pointer is on none.
    func monitor(of device: CaptureDevice, last: String? = nil) -> X11Monitor? {
        // A monitor that somebody has called so is meant before the word is.
        if let named = monitors.first(where: { $0.name == device.id }) { return named }
        guard device.id == X11Backend.followedMonitorID else { return nil }
        return underPointer ?? monitors.first { $0.name == last } ?? monitors.first { $0.name == primary?.id }
    }

    private func device(_ monitor: X11Monitor) -> CaptureDevice {
        CaptureDevice(id: monitor.name, name: monitor.name, kind: .monitor)
    }
}
