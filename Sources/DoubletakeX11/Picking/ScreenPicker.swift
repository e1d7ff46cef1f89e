package import DoubletakeCapture
package import DoubletakeMedia
import DoubletakeXCB

/// Lets a person choose a part of the screen, or a window, with the mouse or the arrow keys.
///
/// Meanwhile pointer and keyboard are the picker's alone. Escape and the right button choose nothing. The band and the
/// label are gone from the screen before a choice is told, so they are in no picture of what was chosen.
package final class ScreenPicker: Sendable {
    /// How long another program's menu, or the key that has started this one, may keep the mouse and the keyboard.
    ///
    /// Shorter, and a key of the window manager that is held for a moment is a failure; longer, and nothing seems to
    /// happen.
    private static let patience = Duration.seconds(2)
    private static let retryInterval = Duration.milliseconds(50)

    private let displayName: String?
    private let isOver: WakeUp
    private let clock = MonotonicClock()

    /// Creates a picker; nothing is shown yet.
    ///
    /// - Parameter displayName: the display, such as `:0`; nil for the one that the environment names.
    package init(displayName: String? = nil) throws(SystemCallError) {
        self.displayName = displayName
        isOver = try WakeUp()
    }

    /// Ends the choice, from any thread: nothing is chosen.
    package func cancel() {
        isOver.signal()
    }

    /// Lets a part of the screen be chosen by dragging over it; comes back when that is done.
    ///
    /// - Returns: the part; nil when nothing was chosen.
    /// - Throws: `CaptureError.unavailable` when another program doesn't let go of the mouse or the keyboard.
    package func pickRegion() throws(CaptureError) -> PixelRect? {
        try pick { connection throws(X11Error) in try RegionPick(connection) }
    }

    /// Lets a window be chosen by clicking it; comes back when that is done.
    ///
    /// - Returns: the window; nil when nothing was chosen.
    /// - Throws: as `pickRegion()`.
    package func pickWindow() throws(CaptureError) -> CaptureDevice? {
        try pick { connection throws(X11Error) in try WindowPick(connection) }
    }

    private func pick<Pick: ScreenPick>(
        _ begin: (X11Connection) throws(X11Error) -> Pick
    ) throws(CaptureError) -> Pick.Choice? {
        let connection = try ScreenAccess.connect(to: displayName)
        X11Connection.blockBrokenPipeSignal()
        let hasInput = try explainingFailures { () throws(X11Error) in
            try takeInput(connection, X11Cursor(connection, standard: .crosshair))
        }
        guard hasInput else {
            if isOver.isSignalled { return nil }
            throw .unavailable(
                device: "mouse",
                reason: "another program keeps the mouse or the keyboard to itself",
                help: "Close its menu or its dialogue, and choose again."
            )
        }
        return try explainingFailures { () throws(X11Error) in
            var pick = try begin(connection)
            let choice = try run(&pick, connection)
            try connection.releaseInput()
            return choice
        }
    }

    private func takeInput(_ connection: X11Connection, _ cursor: X11Cursor) throws(X11Error) -> Bool {
        let deadline = clock.now + Self.patience
        while true {
            if try connection.grabPointer(showing: cursor) == .granted, try connection.grabKeyboard() { return true }
            try connection.releaseInput()
            let next = clock.now + Self.retryInterval
            if next > deadline { return false }
            if try isOver.wait(until: next, on: clock) { return false }
        }
    }

    /// Shows what is chosen until it is; what was shown is gone when this comes back.
    private func run<Pick: ScreenPick>(_ pick: inout Pick, _ connection: X11Connection) throws(X11Error) -> Pick.Choice?
    {
        var band = try PickBand(connection)
        let keys = PickKeys(try connection.keyboardMap())
        while true {
            try band.show(
                around: pick.part,
                isWindow: Pick.isOfWindows,
                text: pick.text,
                pointer: pick.pointer,
                on: pick.screen
            )
            guard case .event(let event) = try connection.waitForEvent(on: clock, or: isOver) else { return nil }
            var next: X11Event? = event
            // A mouse tells of each step.
            while let event = next {
                for action in Self.actions(event, keys) {
                    switch try pick.take(action) {
                    case .goOn: break
                    case .warp(let x, let y): try connection.warpPointer(x: x, y: y)
                    case .chosen(let choice): return choice
                    case .cancelled: return nil
                    }
                }
                next = try connection.nextEvent()
            }
        }
    }

    private static func actions(_ event: X11Event, _ keys: PickKeys) -> [PickAction] {
        switch event {
        case .pointerMoved(let pointer): return [.moved(x: pointer.x, y: pointer.y)]
        case .button(let button) where button.button == 1: return [.moved(x: button.x, y: button.y), .begun]
        case .button(let button) where button.button == 3: return [.cancelled]
        case .buttonReleased(let button) where button.button == 1: return [.moved(x: button.x, y: button.y), .ended]
        case .key(let key):
            switch keys.meaning(of: key) {
            case .cancel: return [.cancelled]
            case .button: return [.toggled]
            case .nudge(let x, let y): return [.nudged(x: x, y: y)]
            case nil: return []
            }
        default: return []
        }
    }
}
