import DoubletakeMedia
import DoubletakeXCB

/// The square that says where in the picture a camera is to be sharp, and fades.
///
/// Its four sides are windows that lie over the picture's window and not in it: nothing of them is in a film.
struct FocusSquare {
    private static let side = 72.0
    private static let thickness = 2.0
    /// How long it is seen as it is, and how long it fades.
    private static let rest = Duration.milliseconds(600)
    private static let fading = Duration.milliseconds(480)
    /// In how many steps it fades: more cost more, fewer are seen as steps.
    private static let stepCount = 8

    private let sides: [X11Window]
    private let scale: Double
    private let screen: X11Screen
    /// When it was shown; nil while it isn't.
    private var start: MediaTime?
    private var step = 0

    init(_ connection: X11Connection, in parent: X11ID, scale: Double) throws(X11Error) {
        self.scale = scale
        screen = connection.screen
        let area = PixelRect(x: 0, y: 0, width: 1, height: 1)
        var sides: [X11Window] = []
        for _ in 0..<4 {
            sides.append(try X11Window(connection, rect: area, background: 0, parent: parent))
        }
        self.sides = sides
    }

    /// Shows it around a place of the window, within the picture.
    mutating func show(x: Int, y: Int, in picture: PixelSize, at time: MediaTime) throws(X11Error) {
        let (side, line) = (Int(Self.side * scale), max(Int(Self.thickness * scale), 1))
        let left = max(min(x - side / 2, picture.width - side), 0)
        let top = max(min(y - side / 2, picture.height - side), 0)
        let areas = [
            PixelRect(x: left, y: top, width: side, height: line),
            PixelRect(x: left, y: top + side - line, width: side, height: line),
            PixelRect(x: left, y: top + line, width: line, height: max(side - 2 * line, 1)),
            PixelRect(x: left + side - line, y: top + line, width: line, height: max(side - 2 * line, 1)),
        ]
        start = time
        step = 0
        for (window, area) in zip(sides, areas) {
            try window.setBackground(color)
            try window.move(to: area)
            try window.show()
        }
    }

    /// When it looks different; nil while it isn't shown.
    var deadline: MediaTime? {
        start.map { $0 + Self.rest + Self.fading / Self.stepCount * step }
    }

    /// The time is `now`.
    mutating func advance(to now: MediaTime) throws(X11Error) {
        guard let deadline, now >= deadline else { return }
        step += 1
        if step > Self.stepCount {
            start = nil
            for window in sides { try window.hide() }
        } else {
            for window in sides { try window.setBackground(color) }
        }
    }

    /// From yellow to nearly nothing.
    private var color: UInt32 {
        let share = 1 - Double(step) / Double(Self.stepCount + 1)
        func part(_ full: Double) -> UInt8 { UInt8(full * share) }
        return screen.pixel(red: part(255), green: part(214), blue: part(10)) ?? 0
    }
}
