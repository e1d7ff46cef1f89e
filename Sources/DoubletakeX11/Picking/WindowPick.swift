import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// A window while it is being chosen: the one under the pointer.
struct WindowPick: ScreenPick {
    static let isOfWindows = true

    let screen: PixelSize
    private(set) var pointer: (x: Int, y: Int)
    private let connection: X11Connection
    /// The window below the root that the pointer is over.
    private var topLevel: X11ID?
    private var device: CaptureDevice?
    private(set) var part: PixelRect?
    /// Whether the button went down over that window.
    private var isPressed = false

    /// Creates one on the screen as it is now.
    init(_ connection: X11Connection) throws(X11Error) {
        self.connection = connection
        screen = try connection.size(of: connection.screen.root)
        pointer = screen.nearest(to: try connection.pointerPosition() ?? (0, 0))
        try look()
    }

    var text: String {
        guard let device, let part else { return "Click the window that is to be recorded  Esc: nothing" }
        return "\(part.size)  \(device.name)"
    }

    mutating func take(_ action: PickAction) throws(X11Error) -> PickStep<CaptureDevice> {
        switch action {
        case .moved(let x, let y):
            pointer = screen.nearest(to: (x, y))
            try look()
        case .begun: isPressed = device != nil
        case .ended:
            // The button is let go before the window gets what is done with it again.
            if isPressed, let device { return .chosen(device) }
            isPressed = false
        case .toggled: if let device { return .chosen(device) }
        case .nudged(let x, let y):
            pointer = screen.nearest(to: (pointer.x + x, pointer.y + y))
            return .warp(x: pointer.x, y: pointer.y)
        case .cancelled: return .cancelled
        }
        return .goOn
    }

    private mutating func look() throws(X11Error) {
        let now = try connection.windowUnderPointer()
        if now == topLevel { return }
        topLevel = now
        (device, part) = (nil, nil)
        guard let now, let id = try window(in: now) else { return }
        device = try WindowList.device(withID: id, connection)
        part = try X11Backend.place(ofWindow: id, connection)
    }

    /// The window that people know which is in one right below the root, or is it; nil when it has no picture.
    private func window(in topLevel: X11ID) throws(X11Error) -> X11ID? {
        for id in try connection.managedWindows() ?? [] where try connection.topLevel(of: id) == topLevel { return id }
        guard let state = try connection.state(ofWindow: topLevel), state.pixelFormat != nil else { return nil }
        return topLevel
    }
}
