import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// A window with its own pixels, wherever it is and whatever lies over it.
///
/// The server keeps them in a pixmap, which is named anew when the window gets another size or is shown again; while the
/// window is hidden it has none. A shadow that the program draws around the window itself is left out.
final class WindowTarget: CaptureTarget {
    private(set) var window: X11ID
    private(set) var pixelFormat: X11PixelFormat

    let device: CaptureDevice

    private let connection: X11Connection
    private let configuration: VideoSourceConfiguration
    /// What a window has to say of itself to be taken for this one.
    private let identity: X11WindowDescription
    /// The size of the pictures when that is to stay.
    private(set) var fixedSize: PixelSize?
    /// The window below the root that the window lies in.
    private var topLevel: X11ID?
    private var pixmap: X11WindowPixmap?
    private var state: X11WindowState?
    private var isClosed = false
    /// Whether the server has told of its end since the last look: another may have got its id by now.
    private var isDestroyed = false
    private var events: [CaptureEvent] = []

    /// Finds the window, which has to be shown.
    ///
    /// - Parameter fixedSize: the size of the pictures when that is to stay; nil for the window's own.
    init(
        _ connection: X11Connection,
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        fixedSize: PixelSize? = nil
    ) throws(CaptureError) {
        self.connection = connection
        self.device = device
        self.configuration = configuration
        guard let id = WindowList.id(device.id) else {
            throw .noSuchDevice(name: device.id, kind: .window, available: try WindowList(connection).choices)
        }
        let found = try explainingFailures { () throws(X11Error) in
            (try connection.state(ofWindow: id), try connection.description(ofWindow: id))
        }
        guard case (let state?, let identity?) = found, let pixelFormat = state.pixelFormat else {
            throw .noSuchDevice(name: device.id, kind: .window, available: try WindowList(connection).choices)
        }
        guard state.visibility == .shown else {
            throw .notShown(device)
        }
        window = id
        self.identity = identity
        self.pixelFormat = pixelFormat
        let area = Self.area(configuration.region, in: state, identity, fixedSize: nil)
        guard !area.visible.isEmpty else {
            throw .outside(region: configuration.region ?? PixelRect(state.size), device: device.id, size: state.size)
        }
        if configuration.resizing == .crop { self.fixedSize = fixedSize ?? area.size }
        try explainingFailures { () throws(X11Error) in try connection.redirect(id) }
    }

    func watch() throws(X11Error) {
        try connection.watchDesktop()
        try connection.watchWindow(window)
        topLevel = try connection.topLevel(of: window)
    }

    var isAwaited: Bool {
        isClosed && configuration.closing == .wait
    }

    var followsPointer: Bool { false }

    func note(_ event: X11Event) -> Bool {
        switch event {
        case .destroyed(window):
            isDestroyed = true
            return true
        case .resized(window, _), .reparented(window): return true
        case .mapped(let other), .unmapped(let other): return isClosed || other == window || other == topLevel
        default: return false
        }
    }

    func surface() throws(X11Error) -> CaptureSurface? {
        if isDestroyed { noteClosing() }
        isDestroyed = false
        if isClosed, try !findAgain() { return nil }
        guard let now = try connection.state(ofWindow: window),
            let description = try connection.description(ofWindow: window)
        else {
            noteClosing()
            return nil
        }
        topLevel = try connection.topLevel(of: window)
        let before = state
        state = now
        guard now.visibility == .shown else {
            pixmap = nil
            if before?.visibility == .shown { events.append(.hidden(device: device)) }
            return nil
        }
        if before?.visibility == .hidden { events.append(.shown(device: device)) }
        if let before, before.size != now.size { events.append(.resized(device: device, size: now.size)) }
        // It stays readable when the window has another, and would show what the window showed before.
        let isCurrent = pixmap != nil && before?.size == now.size && before?.borderWidth == now.borderWidth
        let pixmap = isCurrent ? self.pixmap : try X11WindowPixmap(connection, of: window)
        self.pixmap = pixmap
        return pixmap.map { pixmap in
            CaptureSurface(
                drawable: pixmap.id,
                inset: now.borderWidth,
                area: Self.area(configuration.region, in: now, description, fixedSize: fixedSize)
            )
        }
    }

    func takeEvents() -> [CaptureEvent] {
        defer { events = [] }
        return events
    }

    private static func area(
        _ region: PixelRect?,
        in state: X11WindowState,
        _ description: X11WindowDescription,
        fixedSize: PixelSize?
    ) -> CaptureArea {
        CaptureArea(region, size: fixedSize, of: description.frameExtents.inside(state.size), on: state.size)
    }

    private func noteClosing() {
        pixmap = nil
        state = nil
        if !isClosed { events.append(.closed(device: device)) }
        isClosed = true
    }

    /// Looks for a window that is to be taken for the closed one.
    private func findAgain() throws(X11Error) -> Bool {
        guard isAwaited else { return false }
        for id in try WindowList.ids(connection) {
            guard try connection.description(ofWindow: id).map(isMeant) ?? false,
                let state = try connection.state(ofWindow: id), state.visibility == .shown,
                state.pixelFormat == pixelFormat
            else { continue }
            window = id
            isClosed = false
            try connection.redirect(id)
            try connection.watchWindow(id)
            events.append(.returned(device: device))
            return true
        }
        return false
    }

    private func isMeant(_ description: X11WindowDescription) -> Bool {
        description.title == identity.title && description.className == identity.className
    }
}
