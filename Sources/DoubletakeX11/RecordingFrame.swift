package import DoubletakeCapture
package import DoubletakeMedia
import DoubletakeXCB

/// A thin red frame around what is recorded, which is never in the film.
///
/// - Around a part of the screen it has only the sides that have room outside of that part; where none has, a mark is shown
///   for a moment instead (`ScreenMark`). Around a window it is where
///   the window is, and hidden while the window is; a window's pixels are recorded apart from what covers them.
/// - The pointer goes through it, and no window manager knows it.
/// - From when it is shown on the server's own screen saver stays away.
/// - It has a connection and a thread of its own, called `frame`, and is made ahead, so that little is left to be done when
///   it is to be shown. `stop()` must be called; until then it may be that nothing is shown, as where there is no server: a
///   sign that is missing is no failure.
package final class RecordingFrame: Sendable {
    /// How long a server may take to have it away.
    ///
    /// With less a busy one would be left before that; with more one that hangs would hold up the end of a recording.
    private static let patience = Duration.seconds(2)

    private let thread: WorkerThread
    /// What is shown where no side has room.
    package enum Substitute: Sendable {
        /// A mark, for a moment.
        case mark
        /// Nothing: nobody waits for an answer.
        case nothing
    }

    /// Two signals, since each can be given once.
    private let (isWanted, isOver): (WakeUp, WakeUp)
    private let connection = ConditionLock<X11Connection?>(nil)
    private let isEnded = ConditionLock(false)

    /// Begins to make it, without showing it; comes back at once.
    ///
    /// - Parameters:
    ///   - device: what is recorded: a monitor, the screen or a window.
    ///   - region: the part of it, in its own pixels; nil for all of it.
    ///   - substitute: what is shown where no side has room.
    ///   - display: the display's name; nil for the one that the environment names.
    package init(
        around device: CaptureDevice,
        region: PixelRect?,
        substitute: Substitute = .mark,
        display: String? = nil
    ) throws(SystemCallError) {
        let (isWanted, isOver) = (try WakeUp(), try WakeUp())
        (self.isWanted, self.isOver) = (isWanted, isOver)
        thread = try WorkerThread(name: "frame") { [connection, isEnded] in
            do throws(X11Error) {
                X11Connection.blockBrokenPipeSignal()
                let opened = try X11Connection(display: display)
                connection.withLock { $0 = opened }
                var keeper = try FrameKeeper(opened, around: device, region: region, substitute)
                try keeper.run(until: isWanted)
                if isOver.isSignalled { return isEnded.withLock { $0 = true } }
                try keeper.show()
                try keeper.run(until: isOver)
                try keeper.hide()
            } catch {
                // The source of the pictures tells of a server that is gone.
            }
            isEnded.withLock { $0 = true }
        }
    }

    /// Shows it; comes back at once.
    package func show() {
        isWanted.signal()
    }

    /// Takes it away, and comes back when it is gone; more than once is harmless.
    package func stop() {
        isOver.signal()
        isWanted.signal()
        let clock = MonotonicClock()
        let isDone = isEnded.wait(until: clock.now + Self.patience, on: clock) { $0 ? true : nil }
        if isDone == nil { connection.withLock { $0 }?.hangUp() }
        thread.join()
    }
}

/// What the thread of a `RecordingFrame` does.
private struct FrameKeeper {
    /// Shorter, and a still screen wakes the machine more often; longer, and the frame stays behind.
    private static let focusLookInterval = Duration.milliseconds(250)
    private static let colour: (red: UInt8, green: UInt8, blue: UInt8) = (0xe0, 0x1b, 0x24)

    private let connection: X11Connection
    private let device: CaptureDevice
    private let region: PixelRect?
    private let substitute: RecordingFrame.Substitute
    private let windows: [X11Window]
    private var topLevel: X11ID?
    /// Where the sides are, once they are shown.
    private var sides: [PixelRect] = []
    private var isShown = false
    /// What is shown for a moment where no side has room.
    private var mark: ScreenMark?

    init(
        _ connection: X11Connection,
        around device: CaptureDevice,
        region: PixelRect?,
        _ substitute: RecordingFrame.Substitute
    ) throws(X11Error) {
        self.connection = connection
        self.device = device
        self.region = region
        self.substitute = substitute
        var windows: [X11Window] = []
        // Where pixels are indexes into a table there is no red.
        if let red = connection.screen.pixel(red: Self.colour.red, green: Self.colour.green, blue: Self.colour.blue) {
            for _ in 0..<4 {
                let place = PixelRect(x: 0, y: 0, width: 1, height: 1)
                let window = try X11Window(connection, rect: place, background: red, management: .unmanaged)
                try window.becomeSign(className: "Doubletake")
                windows.append(window)
            }
        }
        self.windows = windows
        try watch()
        try place()
    }

    private func watch() throws(X11Error) {
        guard device.kind == .window else { return try connection.watchScreen() }
        try connection.watchDesktop()
        // What has the focus is looked for anew each time.
        guard !isOfFocus, let id = WindowList.id(device.id) else { return }
        do throws(X11Error) {
            try connection.watchWindow(id)
        } catch .requestFailed {
            // It has just been closed: there is nothing to show.
        }
    }

    private var isOfFocus: Bool { device.kind == .window && device.id == X11Backend.focusedWindowID }

    /// When to look where it belongs though nothing was told: not everybody tells of the focus.
    private func nextLook(_ now: MediaTime) -> MediaTime? {
        isShown && isOfFocus ? now + Self.focusLookInterval : nil
    }

    mutating func show() throws(X11Error) {
        isShown = true
        try connection.showAtOnce(windows.prefix(sides.count))
        if sides.isEmpty && device.kind != .window && substitute == .mark { mark = try makeMark() }
        do throws(X11Error) {
            try connection.suspendScreenSaver()
        } catch .missingExtension {
            // Such a server has no screen saver either.
        }
    }

    mutating func hide() throws(X11Error) {
        isShown = false
        mark = nil
        for window in windows { try window.hide() }
        try connection.synchronize()
    }

    /// Has the frame follow what it is around until the wake-up is signalled.
    mutating func run(until wakeUp: WakeUp) throws(X11Error) {
        let clock = MonotonicClock()
        while true {
            var isElsewhere = false
            let deadline = [mark?.deadline, nextLook(clock.now)].compactMap { $0 }.min()
            switch try connection.waitForEvent(until: deadline, on: clock, or: wakeUp) {
            case .wokenUp: return
            case .otherEvent: break
            case .timedOut:
                try mark?.advance(to: clock.now)
                isElsewhere = isOfFocus
            case .event(let event):
                var next: X11Event? = event
                // A window that is dragged tells of each step.
                while let event = next {
                    if concerns(event) { isElsewhere = true }
                    try mark?.note(event, at: clock.now)
                    next = try connection.nextEvent()
                }
            }
            if isElsewhere { try place() }
        }
    }

    private func makeMark() throws(X11Error) -> ScreenMark? {
        let screen = try connection.size(of: connection.screen.root)
        guard let place = try ScreenTarget.place(of: device, connection),
            let red = connection.screen.pixel(red: Self.colour.red, green: Self.colour.green, blue: Self.colour.blue)
        else { return nil }
        return try ScreenMark(in: CaptureArea(region, of: place, on: screen).visible, red: red, on: connection)
    }

    private func concerns(_ event: X11Event) -> Bool {
        switch event {
        case .screenChanged: true
        case .propertyChanged(connection.screen.root, _, _): isOfFocus
        case .resized(let window, _), .mapped(let window), .unmapped(let window), .reparented(let window),
            .destroyed(let window):
            window == connection.screen.root || window == topLevel || window == WindowList.id(device.id) || isOfFocus
        default: false
        }
    }

    /// Puts the sides where they belong now.
    private mutating func place() throws(X11Error) {
        let wanted = try wantedSides()
        if wanted == sides { return }
        for (index, window) in windows.enumerated() {
            if index < wanted.count {
                try window.move(to: wanted[index])
                if isShown { try window.show() }
            } else {
                try window.hide()
            }
        }
        try connection.synchronize()
        sides = wanted
    }

    private mutating func wantedSides() throws(X11Error) -> [PixelRect] {
        let screen = try connection.size(of: connection.screen.root)
        if device.kind == .window { return try windowPart().map { FrameSides.around(window: $0, on: screen) } ?? [] }
        // The sides around one monitor lie on others, where the film may be the next moment.
        if device.id == X11Backend.followedMonitorID { return [] }
        guard let place = try ScreenTarget.place(of: device, connection) else { return [] }
        return FrameSides.outside(CaptureArea(region, of: place, on: screen).visible, on: screen)
    }

    /// The part of the screen that the window takes; nil while it isn't shown.
    private mutating func windowPart() throws(X11Error) -> PixelRect? {
        guard let id = try WindowList.id(ofDevice: device.id, connection),
            let state = try connection.state(ofWindow: id),
            state.visibility == .shown, let description = try connection.description(ofWindow: id),
            let place = try connection.place(ofWindow: id)
        else { return nil }
        topLevel = try connection.topLevel(of: id)
        return description.frameExtents.inside(place.size).offsetBy(x: place.x, y: place.y)
    }
}
