import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// The window that has the focus, whichever that is at each moment.
///
/// While none has it, and while the one that has it can't be recorded, the one before stays. A window that is closed is one
/// that has lost the focus: it ends nothing.
final class FocusTarget: CaptureTarget {
    private let connection: X11Connection
    private let device: CaptureDevice
    private let configuration: VideoSourceConfiguration
    private var current: WindowTarget
    private var events: [CaptureEvent] = []

    var window: X11ID { current.window }
    var pixelFormat: X11PixelFormat { current.pixelFormat }

    /// Finds the window that has the focus now, which there has to be.
    init(
        _ connection: X11Connection,
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration
    ) throws(CaptureError) {
        self.connection = connection
        self.device = device
        self.configuration = configuration
        let active = try explainingFailures { () throws(X11Error) in try WindowList.active(connection) }
        guard let active else {
            throw .unavailable(
                device: device.name,
                reason: "no window has the focus",
                help: "Click into a window, and record again."
            )
        }
        current = try WindowTarget(connection, active, configuration)
    }

    func watch() throws(X11Error) {
        try current.watch()
    }

    /// Where no window manager tells of the focus, nobody does.
    var isAwaited: Bool { true }

    var followsPointer: Bool { false }

    func note(_ event: X11Event) -> Bool {
        if case .propertyChanged(connection.screen.root, _, _) = event { return true }
        return current.note(event)
    }

    func surface() throws(X11Error) -> CaptureSurface? {
        if let active = try WindowList.active(connection), active.id != current.device.id { try follow(active) }
        let surface = try current.surface()
        for event in current.takeEvents() {
            if case .closed(let window) = event {
                events.append(.hidden(device: window))
            } else {
                events.append(event)
            }
        }
        return surface
    }

    func takeEvents() -> [CaptureEvent] {
        defer { events = [] }
        return events
    }

    private func follow(_ active: CaptureDevice) throws(X11Error) {
        let next: WindowTarget
        do throws(CaptureError) {
            next = try WindowTarget(connection, active, configuration, fixedSize: current.fixedSize)
        } catch {
            // It is gone again, or not shown yet: it is looked for a moment later.
            return
        }
        guard next.pixelFormat.hasLayout(of: current.pixelFormat) else { return }
        do throws(X11Error) {
            try next.watch()
        } catch .requestFailed {
            // As above.
            return
        }
        current = next
        events.append(.moved(device: device, to: active.name, because: .focusChanged))
    }
}

extension X11PixelFormat {
    /// Whether its pixels can be read as those of another format: a window with an alpha channel has another depth, and
    /// the colours where they always are.
    fileprivate func hasLayout(of other: X11PixelFormat) -> Bool {
        bitsPerPixel == other.bitsPerPixel && colorModel == other.colorModel && byteOrder == other.byteOrder
            && rowPaddingBits == other.rowPaddingBits
    }
}
