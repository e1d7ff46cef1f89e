import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// A monitor, the screen, or a part of either.
///
/// A monitor is known by its name, and no other one is taken in its place; `follow-pointer` is whichever has the pointer.
/// Of the screen as a whole, what no monitor shows is black. The pictures follow the size of what is recorded unless that
/// is a part, or they are to be cut off.
final class ScreenTarget: CaptureTarget {
    /// Where the device was at the last look.
    private struct Found {
        let place: PixelRect
        /// The monitor's name; nil for the screen.
        let monitor: String?
        /// Whether anything of what is recorded can be seen.
        let isShown: Bool
    }

    private let connection: X11Connection
    private let device: CaptureDevice
    private let region: PixelRect?
    /// The size of the pictures when that is to stay.
    private var fixedSize: PixelSize?
    /// Nil when they have to be asked for again.
    private var monitors: [X11Monitor]?
    private var last: Found?
    private var events: [CaptureEvent] = []

    var window: X11ID { connection.screen.root }
    var pixelFormat: X11PixelFormat { connection.screen.pixelFormat }

    /// Finds the device, which has to be there.
    init(
        _ connection: X11Connection,
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration
    ) throws(CaptureError) {
        self.connection = connection
        self.device = device
        region = configuration.region
        let found = try explainingFailures { () throws(X11Error) in try look() }
        guard let (found, area) = found else {
            let available = device.kind == .monitor ? try MonitorList(connection).devices.map(\.id) : []
            throw .noSuchDevice(name: device.id, kind: device.kind, available: available)
        }
        guard found.isShown else {
            let part = region ?? found.place
            if part.intersection(PixelRect(found.place.size)).isEmpty || device.kind == .monitor {
                throw .outside(region: part, device: device.id, size: found.place.size)
            }
            throw .unavailable(
                device: "\(part)",
                reason: "no monitor shows that part of the screen",
                help: "Choose a part that overlaps \(monitorPlaces.map(\.description).joined(separator: " or "))."
            )
        }
        if region != nil || configuration.resizing == .crop { fixedSize = area.size }
    }

    func watch() throws(X11Error) {
        try connection.watchScreen()
        // What has changed since it was found isn't told.
        monitors = nil
    }

    /// The server tells of everything that becomes of it.
    var isAwaited: Bool { false }

    var followsPointer: Bool { device.kind == .monitor && device.id == X11Backend.followedMonitorID }

    func note(_ event: X11Event) -> Bool {
        switch event {
        case .screenChanged, .resized(window, _):
            monitors = nil
            return true
        default: return false
        }
    }

    func surface() throws(X11Error) -> CaptureSurface? {
        let now = try look()
        defer { last = now?.found ?? last.map { Found(place: $0.place, monitor: $0.monitor, isShown: false) } }
        guard let now, now.found.isShown else {
            if last?.isShown ?? false { events.append(.hidden(device: device)) }
            return nil
        }
        if let last { tell(of: now.found, after: last) }
        return CaptureSurface(drawable: window, inset: 0, area: now.area)
    }

    func takeEvents() -> [CaptureEvent] {
        defer { events = [] }
        return events
    }

    private func tell(of now: Found, after last: Found) {
        if !last.isShown { events.append(.shown(device: device)) }
        if let name = now.monitor, name != last.monitor {
            events.append(.moved(device: device, to: name, because: .pointerMoved))
        } else if region == nil, now.place.size != last.place.size {
            events.append(.resized(device: device, size: now.place.size))
        }
    }

    private func look() throws(X11Error) -> (found: Found, area: CaptureArea)? {
        let screenSize = try connection.size(of: window)
        let known: [X11Monitor]
        if let monitors { known = monitors } else { known = try MonitorList.monitors(of: connection) }
        monitors = known
        let found: (place: PixelRect, monitor: String?)
        let shown: [PixelRect]?
        switch device.kind {
        case .monitor:
            let list = MonitorList(known, pointer: followsPointer ? try connection.pointerPosition() : nil)
            guard let monitor = list.monitor(of: device, last: last?.monitor) else { return nil }
            (found, shown) = ((monitor.rect, monitor.name), nil)
        case .screen where device.id == X11Backend.screenID:
            (found, shown) = ((PixelRect(screenSize), nil), monitorPlaces)
        case .screen, .window, .camera, .applicationAudio, .microphone: return nil
        }
        let area = CaptureArea(region, size: fixedSize, of: found.place, on: screenSize, shownBy: shown)
        return (Found(place: found.place, monitor: found.monitor, isShown: !area.visible.isEmpty), area)
    }

    private var monitorPlaces: [PixelRect] {
        (monitors ?? []).map(\.rect)
    }

    /// Where the device is on the screen now; nil when it isn't there.
    static func place(
        of device: CaptureDevice,
        _ connection: X11Connection
    ) throws(X11Error) -> PixelRect? {
        switch device.kind {
        case .monitor:
            MonitorList(
                try MonitorList.monitors(of: connection),
                pointer: try connection.pointerPosition()
            ).monitor(of: device)?.rect
        case .screen where device.id == X11Backend.screenID:
            PixelRect(try connection.size(of: connection.screen.root))
        case .screen, .window, .camera, .applicationAudio, .microphone: nil
        }
    }
}
