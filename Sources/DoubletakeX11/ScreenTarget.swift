import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// A monitor, the screen, or a part of either.
///
/// Its pictures have one size, whatever becomes of the screen.
final class ScreenTarget: CaptureTarget {
    private let connection: X11Connection
    private let device: CaptureDevice
    private let region: PixelRect?
    private let size: PixelSize

    var window: X11ID { connection.screen.root }
    var pixelFormat: X11PixelFormat { connection.screen.pixelFormat }

    /// Finds the device, which has to be there.
    init(_ connection: X11Connection, _ device: CaptureDevice, region: PixelRect?) throws(CaptureError) {
        let place = try explainingFailures { () throws(X11Error) in try Self.place(of: device, connection) }
        guard let place else {
            let available = device.kind == .monitor ? try MonitorList(connection).devices.map(\.id) : []
            throw .noSuchDevice(name: device.id, kind: device.kind, available: available)
        }
        let screenSize = try explainingFailures { () throws(X11Error) in
            try connection.size(of: connection.screen.root)
        }
        let area = CaptureArea(region, of: place, on: screenSize)
        guard !area.visible.isEmpty else {
            throw .outside(region: region ?? place, device: device.id, size: place.size)
        }
        self.connection = connection
        self.device = device
        self.region = region
        size = area.size
    }

    func watch() throws(X11Error) {
        try connection.watchScreen()
    }

    /// The server tells of everything that becomes of it.
    var isAwaited: Bool { false }

    func note(_ event: X11Event) -> Bool {
        switch event {
        case .screenChanged, .resized(window, _): true
        default: false
        }
    }

    func surface() throws(X11Error) -> CaptureSurface? {
        let screenSize = try connection.size(of: window)
        guard let place = try Self.place(of: device, connection) else { return nil }
        return CaptureSurface(
            drawable: window,
            inset: 0,
            area: CaptureArea(region, size: size, of: place, on: screenSize)
        )
    }

    func takeEvents() -> [CaptureEvent] {
        []
    }

    /// Where the device is on the screen now; nil when it isn't there.
    static func place(
        of device: CaptureDevice,
        _ connection: X11Connection
    ) throws(X11Error) -> PixelRect? {
        switch device.kind {
        case .monitor: try MonitorList.monitors(of: connection).first { $0.name == device.id }?.rect
        case .screen where device.id == X11Backend.screenID:
            PixelRect(try connection.size(of: connection.screen.root))
        case .screen, .window, .camera, .applicationAudio, .microphone: nil
        }
    }
}
