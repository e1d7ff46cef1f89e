import DoubletakeMedia
import DoubletakeXCB
import Glibc

/// A red mark in a corner of a picture that leaves no room around it, for a moment.
///
/// Sources of the screen leave it out (`WithheldMarks`): it is announced to them, and is shown only once the source of
/// this process has said that it does. It belongs to the thread of its connection.
struct ScreenMark {
    /// The property of the root that announces a mark: its window, and the part of the screen to be left out.
    static let announcement = "_DOUBLETAKE_MARK"
    /// The property of the mark's window in which sources say that they leave it out, by their processes' numbers.
    static let receipt = "_DOUBLETAKE_WITHHELD"

    /// The mark's width and height.
    ///
    /// Smaller, and it is overlooked; larger, and more of the film stands still.
    private static let size = 20
    /// How far beyond the mark pixels are left out: programs draw shadows and animate what appears.
    private static let margin = 6
    /// How long it is shown.
    ///
    /// Shorter, and it is missed; longer, and its corner of the film stands still for longer.
    private static let time = Duration.milliseconds(600)
    /// How long its place is left out after it: a desktop may let it fade away, and programs draw again what it covered.
    private static let aftermath = Duration.milliseconds(400)

    private enum Phase {
        case announced
        case shown(until: MediaTime)
        case fading(until: MediaTime)
        case gone
    }

    private let connection: X11Connection
    private var window: X11Window?
    private var phase = Phase.announced

    /// Makes and announces it.
    ///
    /// - Parameters:
    ///   - part: what is recorded.
    ///   - red: the colour's pixel value.
    /// - Returns: nil where the picture is too small for it.
    init?(in part: PixelRect, red: UInt32, on connection: X11Connection) throws(X11Error) {
        self.connection = connection
        let whole = Self.size + 2 * Self.margin
        guard part.width >= 2 * whole, part.height >= 2 * whole else { return nil }
        let place = PixelRect(x: part.maxX - whole, y: part.y, width: whole, height: whole)
        let window = try X11Window(
            connection,
            rect: PixelRect(
                x: place.x + Self.margin,
                y: place.y + Self.margin,
                width: Self.size,
                height: Self.size
            ),
            background: red,
            management: .unmanaged
        )
        try window.becomeSign(className: "DoubletakeMark")
        try connection.watchProperties(of: window.id)
        self.window = window
        let numbers = [place.x, place.y, place.width, place.height].map { UInt32($0) }
        try connection.set(Self.announcement, of: connection.screen.root, to: [window.id.rawValue] + numbers)
    }

    /// When something is to be done next; nil when only an event can tell.
    var deadline: MediaTime? {
        switch phase {
        case .announced, .gone: nil
        case .shown(let end), .fading(let end): end
        }
    }

    /// Shows it once it is left out.
    mutating func note(_ event: X11Event, at now: MediaTime) throws(X11Error) {
        guard case .announced = phase, let window, case .propertyChanged(window.id, let property, _) = event,
            property == (try connection.atom(named: Self.receipt)),
            try connection.numbers(Self.receipt, of: window.id).contains(UInt32(getpid()))
        else { return }
        try window.show()
        phase = .shown(until: now + Self.time)
    }

    /// Does what is due.
    mutating func advance(to now: MediaTime) throws(X11Error) {
        switch phase {
        case .shown(let end) where now >= end:
            try window?.hide()
            phase = .fading(until: now + Self.aftermath)
        case .fading(let end) where now >= end:
            window = nil
            phase = .gone
        case .announced, .shown, .fading, .gone: break
        }
    }
}
