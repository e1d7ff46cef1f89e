package import DoubletakeCapture
package import DoubletakeMedia
import DoubletakeXCB

/// The monitors of an X server and its windows, each as a device, and its screen, which is all monitors as one picture.
///
/// A monitor's id is the name that the server gives it (`DP-1`); of a server that knows no monitors it is `screen`, as
/// the screen's is. A window's is the server's number for it (`0x1c00007`). Each method makes a connection of its own and ends it again; an open source keeps one.
package struct X11Backend: CaptureBackend {
    /// What the screen as a whole is called.
    static let screenID = "screen"
    /// What the monitor is called that has the pointer, whichever that is at each moment.
    static let followedMonitorID = "follow-pointer"
    /// What the window is called that has the focus, whichever that is at each moment.
    static let focusedWindowID = "focused"

    let displayName: String?
    private let log: Log

    /// Creates a backend; nobody is connected to yet.
    ///
    /// - Parameters:
    ///   - displayName: the display, such as `:0`; nil for the one that the environment names.
    ///   - log: takes how the screen is read.
    package init(displayName: String? = nil, log: Log = .off) {
        self.displayName = displayName
        self.log = log
    }

    /// The monitors, the screen, or the windows.
    package func devices(of kind: CaptureDevice.Kind) throws(CaptureError) -> [CaptureDevice] {
        switch kind {
        case .monitor: try MonitorList(connect()).devices
        case .screen: [try screen(connect())]
        case .window: try WindowList(connect()).devices
        case .camera, .applicationAudio, .microphone: []
        }
    }

    /// The monitor that has the pointer, the screen, or the window that has the focus.
    package func defaultDevice(of kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? {
        switch kind {
        case .monitor: try MonitorList(connect()).withPointer
        case .screen: try screen(connect())
        case .window: try active(connect())
        case .camera, .applicationAudio, .microphone: nil
        }
    }

    /// The device that `name` means.
    ///
    /// A monitor has a name, is the first one (`primary`), or has the pointer, now (`pointer`) or at each moment
    /// (`follow-pointer`). A window has an id, the focus, now (`active`) or at each moment (`focused`), or a text in its
    /// title (`title:TEXT`) or class (`class:TEXT`).
    package func device(named name: String, kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice? {
        switch kind {
        case .monitor:
            let list = try MonitorList(connect())
            // A monitor that somebody has called so is meant before the word is.
            if let device = list.devices.first(where: { $0.id == name }) { return device }
            switch name {
            case "primary": return list.primary
            case "pointer": return list.withPointer
            case Self.followedMonitorID:
                return CaptureDevice(id: name, name: "monitor with the pointer", kind: .monitor)
            default: return nil
            }
        case .screen:
            let screen = try screen(connect())
            return name == screen.id || name == screen.name ? screen : nil
        case .window: return try window(named: name)
        case .camera, .applicationAudio, .microphone: return nil
        }
    }

    /// Opens a monitor, the screen, or a window.
    package func openVideo(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) throws(CaptureError) -> any VideoSource {
        try X11ScreenSource(connect(), device, configuration, clock: clock, log: log)
    }

    /// None: an X server has no sound.
    package func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource {
        throw .noSuchDevice(name: device.id, kind: device.kind, available: [])
    }

    private func window(named name: String) throws(CaptureError) -> CaptureDevice? {
        let connection = try connect()
        if let id = WindowList.id(name) {
            return try explainingFailures { () throws(X11Error) in try WindowList.device(withID: id, connection) }
        }
        if name == "active" { return try active(connection) }
        if name == Self.focusedWindowID {
            return CaptureDevice(id: name, name: "window with the focus", kind: .window)
        }
        let list = try WindowList(connection)
        if name.hasPrefix("title:") { return try list.matching(name, String(name.dropFirst(6)), in: \.title) }
        if name.hasPrefix("class:") { return try list.matching(name, String(name.dropFirst(6)), in: \.className) }
        return nil
    }

    private func active(_ connection: X11Connection) throws(CaptureError) -> CaptureDevice? {
        try explainingFailures { () throws(X11Error) in try WindowList.active(connection) }
    }

    private func connect() throws(CaptureError) -> X11Connection {
        try ScreenAccess.connect(to: displayName)
    }

    private func screen(_ connection: X11Connection) -> CaptureDevice {
        CaptureDevice(id: Self.screenID, name: "All monitors", kind: .screen)
    }
}
