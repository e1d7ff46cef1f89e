import DoubletakeMedia
import DoubletakeXCB

/// The work of the thread that owns the preview's windows: it hears what a person does with them.
///
/// The picture and the strip are windows of their own inside of the one that people see, so that the picture can be
/// recorded without the strip.
final class PreviewInput: @unchecked Sendable {
    // @unchecked: made on the thread that opens the window, and from then on used by the input thread alone.

    /// A smaller picture shows nobody anything, and a narrower strip has no room for its buttons.
    private static let smallestPicture = PixelSize(width: 320, height: 120)

    let picture: X11Window
    let strip: X11Window
    private let connection: X11Connection
    private let window: X11Window
    private let clock: any MediaClock
    private var serverClock: X11ServerClock
    private var size: PixelSize

    /// Makes the windows and shows them.
    init(_ connection: X11Connection, title: String, size: PixelSize, clock: any MediaClock) throws(X11Error) {
        self.connection = connection
        self.size = size
        self.clock = clock
        serverClock = X11ServerClock(clock)
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height + PreviewStrip.height)
        let screen = connection.screen
        let black = screen.pixel(red: 0, green: 0, blue: 0) ?? 0
        window = try X11Window(connection, rect: whole, background: black)
        picture = try X11Window(connection, rect: PixelRect(size), background: black, parent: window.id)
        strip = try X11Window(connection, rect: Self.stripArea(below: size), background: black, parent: window.id)
        try window.describe(title: title, className: "Doubletake")
        // Whoever records the picture calls it so.
        try picture.describe(title: title, className: "Doubletake")
        try window.acceptCloseRequests()
        try window.keepShape(
            of: size,
            beside: PixelSize(width: 0, height: PreviewStrip.height),
            minimum: PixelSize(
                width: Self.smallestPicture.width,
                height: Self.smallestPicture.height + PreviewStrip.height
            )
        )
        for window in [window, picture, strip] { try window.watchInput() }
        try picture.show()
        try strip.show()
        try window.show()
        try connection.synchronize()
    }

    private static func stripArea(below picture: PixelSize) -> PixelRect {
        PixelRect(x: 0, y: picture.height, width: picture.width, height: PreviewStrip.height)
    }

    /// Listens until it is woken up.
    ///
    /// - Parameters:
    ///   - phase: what the recorder is doing, for the buttons that do something then.
    ///   - draw: takes what has to be drawn.
    ///   - handler: takes what a person does.
    func run(
        until wakeUp: WakeUp,
        phase: () -> PreviewStatus.Phase,
        draw: (PreviewContent) -> Void,
        handler: (PreviewEvent) -> Void
    ) throws(X11Error) {
        X11Connection.blockBrokenPipeSignal()
        while case .event(let event) = try connection.waitForEvent(on: clock, or: wakeUp) {
            switch event {
            case .resized(window.id, let whole): try resize(whole, draw)
            case .exposed(picture.id): draw(PreviewContent(isPictureExposed: true))
            case .exposed(strip.id): draw(PreviewContent(isStripExposed: true))
            case .closeRequested(window.id): handler(.closed)
            case .button(let button) where button.button == 1:
                let time = try serverClock.instant(of: button.time, connection)
                if button.window == picture.id {
                    handler(.tap(time))
                } else if button.window == strip.id,
                    let pressed = PreviewStrip(width: size.width).button(atX: button.x, y: button.y, in: phase())
                {
                    handler(.button(pressed, time))
                }
            default: break
            }
        }
    }

    private func resize(_ whole: PixelSize, _ draw: (PreviewContent) -> Void) throws(X11Error) {
        let now = PixelSize(width: max(whole.width, 2), height: max(whole.height - PreviewStrip.height, 2))
        guard now != size else { return }
        size = now
        try picture.move(to: PixelRect(now))
        try strip.move(to: Self.stripArea(below: now))
        draw(PreviewContent(pictureSize: now))
    }
}
