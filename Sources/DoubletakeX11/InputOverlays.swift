import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// What lies over a source's pictures to show clicks and keys.
///
/// Of a window only what is clicked and typed in it is shown. Its thread is the source's.
struct InputOverlays {
    private let connection: X11Connection
    private let isOfWindow: Bool
    private var keyboardWatch: KeyboardWatch?
    private var halos = ClickHalos()
    private var caption = KeyCaption()
    private var painter: InputPainter?
    /// What was last made into overlays, and when.
    private var shown = Shown()
    private var lastUpdate: MediaTime

    private struct Shown: Equatable {
        var halos: [ClickHalos.Halo] = []
        var parts: [KeyCaption.Part] = []
        var area: CaptureArea?
    }

    /// Halos, which belong under the cursor.
    private(set) var underCursor: [VideoFrame.Overlay] = []
    /// The caption, which belongs over everything.
    private(set) var onTop: [VideoFrame.Overlay] = []

    /// Creates what `configuration` asks for; nil when that is nothing.
    ///
    /// - Parameter window: the window that is recorded, or the root.
    init?(
        _ configuration: VideoSourceConfiguration,
        of device: CaptureDevice,
        in window: X11ID,
        _ connection: X11Connection,
        clock: any MediaClock
    ) throws(X11Error) {
        if configuration.shownInput.isEmpty { return nil }
        self.connection = connection
        isOfWindow = device.kind == .window
        lastUpdate = clock.now
        if configuration.shownInput.contains(.keys) {
            keyboardWatch = try KeyboardWatch(
                display: connection.displayName,
                except: configuration.unshownKeys,
                clock: clock
            )
            if isOfWindow { try keyboardWatch?.follow(window) }
        }
    }

    /// The connection on which keys come; nil when none are shown.
    var keyboard: X11Connection? { keyboardWatch?.connection }

    /// Whether the pointer's motion changes what is shown.
    var followsPointer: Bool { halos.isHeld }

    /// When it will look different, if nothing else happens.
    var nextChange: MediaTime? {
        [halos.nextChange(after: lastUpdate), caption.end].compactMap { $0 }.min()
    }

    /// Notes what happened to a button at `time`, over the picture's part of a window.
    ///
    /// - Returns: whether that is shown.
    mutating func note(
        _ event: X11Event.RawButtonEvent,
        at time: MediaTime,
        over area: CaptureArea,
        of window: X11ID
    ) throws(X11Error) -> Bool {
        switch event.direction {
        case .up: return halos.release(event.button, at: time)
        case .down:
            guard let place = try connection.pointerPosition(in: window), area.visible.contains(place),
                try isPointer(over: window)
            else { return false }
            return halos.press(event.button, at: place)
        }
    }

    /// Notes what the keyboard's connection tells.
    ///
    /// - Returns: when something happened that is shown.
    mutating func note(keyboardEvent event: X11Event, of window: X11ID) throws(X11Error) -> MediaTime? {
        let onlyWindow = isOfWindow ? window : nil
        guard let (key, time) = try keyboardWatch?.key(pressedBy: event, in: onlyWindow) else { return nil }
        caption.add(key, at: time)
        return time
    }

    /// Makes the overlays of an instant.
    ///
    /// - Returns: whether they are others than before.
    mutating func update(over area: CaptureArea, of window: X11ID, at now: MediaTime) throws(X11Error) -> Bool {
        lastUpdate = now
        if halos.isHeld, let place = try connection.pointerPosition(in: window) { halos.move(to: place) }
        caption.expire(by: now)
        let wanted = Shown(halos: halos.halos(at: now), parts: caption.parts, area: area)
        if wanted == shown { return false }
        let wasEmpty = underCursor.isEmpty && onTop.isEmpty
        shown = wanted
        draw()
        return !(wasEmpty && underCursor.isEmpty && onTop.isEmpty)
    }

    /// Lets everything go, since nothing can be shown now.
    mutating func clear() {
        halos = ClickHalos()
        caption = KeyCaption()
        (underCursor, onTop) = ([], [])
        shown = Shown()
    }

    private mutating func draw() {
        guard let area = shown.area else { return }
        var painter = self.painter.flatMap { $0.size == area.size ? $0 : nil } ?? InputPainter(size: area.size)
        underCursor = shown.halos.map { halo in
            let place = area.inPicture(PixelRect(x: halo.x, y: halo.y, width: 1, height: 1))
            return painter.overlay(of: halo.look, x: place.x, y: place.y)
        }
        onTop = shown.parts.isEmpty ? [] : [painter.overlay(of: shown.parts)]
        self.painter = painter
    }

    /// Whether nothing lies between the pointer and a window that is recorded by itself.
    private func isPointer(over window: X11ID) throws(X11Error) -> Bool {
        guard isOfWindow else { return true }
        guard let top = try connection.topLevelUnderPointer() else { return false }
        return try connection.topLevel(of: window) == top
    }
}

extension PixelRect {
    fileprivate func contains(_ place: ClickHalos.Place) -> Bool {
        (x..<maxX).contains(place.x) && (y..<maxY).contains(place.y)
    }
}
