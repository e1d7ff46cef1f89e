import DoubletakeComposition
import DoubletakeMedia
import DoubletakeXCB

/// The work of the thread that owns the preview's windows: it hears what a person does with them.
final class PreviewInput: @unchecked Sendable {
    // @unchecked: made on the thread that opens the window, and from then on used by the input thread alone.

    let windows: PreviewWindows
    private let connection: X11Connection
    private let clock: any MediaClock
    private var serverClock: X11ServerClock
    private var keyboard: X11KeyboardMap
    private var square: FocusSquare
    private var interaction: PreviewInteraction
    private var size: PixelSize
    /// What the server told before somebody listened.
    private var early: [X11Event]
    /// The key that was let go last, and when: a held key is let go and pressed again at one instant.
    private var released: (keycode: UInt8, time: X11Time)?

    /// How long a window manager may take to show the window: after that it is taken to be hidden on purpose.
    private static let patience = Duration.seconds(5)

    private static let controlMask: UInt16 = 1 << 2
    private static let otherModifiersMask: UInt16 = 1 << 3 | 1 << 6

    /// Makes the windows and shows them.
    init(_ connection: X11Connection, title: String, size: PixelSize, clock: any MediaClock) throws(X11Error) {
        self.connection = connection
        self.size = size
        self.clock = clock
        serverClock = X11ServerClock(clock)
        keyboard = try connection.keyboardMap()
        windows = try PreviewWindows(connection, title: title, size: size)
        square = try FocusSquare(connection, in: windows.window.id, scale: windows.scale)
        interaction = PreviewInteraction(pictureSize: size, scale: windows.scale)
        early = try Self.awaitShown(windows.window.id, connection, clock)
    }

    /// Waits until the window is shown, without which it has no picture to record: a window manager does that in its time.
    ///
    /// - Returns: what the server told meanwhile.
    private static func awaitShown(
        _ window: X11ID,
        _ connection: X11Connection,
        _ clock: any MediaClock
    ) throws(X11Error) -> [X11Event] {
        let (deadline, nobody) = (clock.now + patience, try wakeUp())
        var events: [X11Event] = []
        while case .event(let event) = try connection.waitForEvent(until: deadline, on: clock, or: nobody) {
            events.append(event)
            if event == .mapped(window) { break }
        }
        return events
    }

    private static func wakeUp() throws(X11Error) -> WakeUp {
        do throws(SystemCallError) {
            return try WakeUp()
        } catch {
            throw .system(error)
        }
    }

    /// Listens until it is woken up.
    ///
    /// - Parameters:
    ///   - status: what the strip tells at the moment.
    ///   - draw: takes what has to be drawn.
    ///   - handler: takes what a person does.
    func run(
        until wakeUp: WakeUp,
        status: () -> PreviewStatus,
        draw: (PreviewContent) -> Void,
        handler: (PreviewEvent) -> Void
    ) throws(X11Error) {
        X11Connection.blockBrokenPipeSignal()
        for event in early { try take(event, status(), draw, handler) }
        early = []
        while true {
            switch try connection.waitForEvent(until: square.deadline, on: clock, or: wakeUp) {
            case .wokenUp: return
            case .timedOut: try square.advance(to: clock.now)
            // It listens on one connection.
            case .event(let event), .otherEvent(let event): try take(event, status(), draw, handler)
            }
        }
    }

    private func take(
        _ event: X11Event,
        _ status: PreviewStatus,
        _ draw: (PreviewContent) -> Void,
        _ handler: (PreviewEvent) -> Void
    ) throws(X11Error) {
        let (before, place) = (interaction.look, interaction.menuGeometry)
        interaction.update(status)
        switch event {
        case .resized(windows.window.id, let whole): try resize(whole, status, draw)
        case .exposed(windows.picture.id): draw(PreviewContent(isPictureExposed: true))
        case .exposed(windows.strip.id): draw(PreviewContent(isStripExposed: true))
        case .exposed(windows.menu.id): draw(PreviewContent(isMenuExposed: true))
        case .closeRequested(windows.window.id): handler(.closed)
        case .pinged(windows.window.id, let time): try connection.answerPing(to: windows.window.id, at: time)
        case .focusLeft(windows.window.id): interaction.focusLost()
        case .keyboardMappingChanged: keyboard = try connection.keyboardMap()
        default:
            for action in try actions(of: event, status) {
                if case .focus(let point) = action { try mark(point, status) }
                handler(action)
            }
        }
        try show(since: before, place, draw)
    }

    /// What the pointer or a key means.
    private func actions(of event: X11Event, _ status: PreviewStatus) throws(X11Error) -> [PreviewEvent] {
        switch event {
        case .button(let button) where button.button == 1:
            let time = try serverClock.instant(of: button.time, connection)
            let isWithControl = button.modifiers & Self.controlMask != 0
            return take(isWithControl ? .downWithControl(time) : .down(time), button, status)
        case .buttonReleased(let button) where button.button == 1: return take(.up, button, status)
        case .pointerMoved(let pointer): return take(.moved, pointer, status)
        case .pointerLeft(let window):
            if let surface = surface(window) { interaction.pointerLeft(surface) }
            return []
        case .key(let key): return try take(key, status)
        default: return []
        }
    }

    private func surface(_ window: X11ID) -> PreviewInteraction.Surface? {
        switch window {
        case windows.picture.id: .picture
        case windows.strip.id: .strip
        case windows.menu.id: .menu
        default: nil
        }
    }

    private func take(
        _ pointer: PreviewInteraction.Pointer,
        _ event: X11Event.ButtonEvent,
        _ status: PreviewStatus
    ) -> [PreviewEvent] {
        guard let surface = surface(event.window) else { return [] }
        return interaction.take(pointer, in: surface, x: event.x, y: event.y, status)
    }

    private func take(_ event: X11Event.KeyEvent, _ status: PreviewStatus) throws(X11Error) -> [PreviewEvent] {
        guard event.direction == .down else {
            released = (event.keycode, event.time)
            return []
        }
        // What is pressed with Ctrl or Alt is meant for somebody else.
        guard event.modifiers & (Self.controlMask | Self.otherModifiersMask) == 0,
            let keysym = keyboard.keysyms(on: event.keycode, state: event.modifiers)?.typed,
            let key = PreviewKey(keysym: keysym)
        else { return [] }
        let isHeld = released.map { $0.keycode == event.keycode && $0.time == event.time } ?? false
        if isHeld, !key.isRepeatable { return [] }
        return interaction.take(key, at: try serverClock.instant(of: event.time, connection), status)
    }

    private func resize(
        _ whole: PixelSize,
        _ status: PreviewStatus,
        _ draw: (PreviewContent) -> Void
    ) throws(X11Error) {
        let stripHeight = interaction.strip.size.height
        let now = PixelSize(width: max(whole.width, 2), height: max(whole.height - stripHeight, 2))
        guard now != size else { return }
        size = now
        interaction.update(status, pictureSize: now)
        try windows.resize(now)
        draw(PreviewContent(pictureSize: now))
    }

    /// Shows the square around a place of the picture.
    private func mark(_ point: PreviewPoint, _ status: PreviewStatus) throws(X11Error) {
        let canvas = Placement.fitting(status.canvasSize, into: size).area
        try square.show(
            x: canvas.x + Int(point.x * Double(canvas.width)),
            y: canvas.y + Int(point.y * Double(canvas.height)),
            in: size,
            at: clock.now
        )
    }

    /// Has drawn what looks different now, and opens or closes the menu.
    private func show(
        since before: PreviewLook,
        _ place: PreviewMenu.Geometry?,
        _ draw: (PreviewContent) -> Void
    ) throws(X11Error) {
        let geometry = interaction.menuGeometry
        var content = PreviewContent(look: interaction.look)
        if geometry != place {
            content.menuPlace = geometry.map { .open($0) } ?? .closed
            if let geometry {
                try windows.menu.move(to: geometry.area)
                try windows.menu.show()
            } else {
                try windows.menu.hide()
            }
        }
        if interaction.look != before || geometry != place { draw(content) }
    }
}
