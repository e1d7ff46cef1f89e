import DoubletakeMedia
import DoubletakeXCB

/// A part of the screen while it is being chosen.
struct RegionPick: ScreenPick {
    static let isOfWindows = false
    /// The smallest side of a part.
    ///
    /// Smaller, and a click that the hand has shaken is a film of three pixels; larger, and what is small can't be chosen.
    private static let smallestSide = 4

    let screen: PixelSize
    private(set) var pointer: (x: Int, y: Int)
    /// Where keys have put the pointer and the server hasn't told of it yet, the oldest first.
    private var warps: [(x: Int, y: Int)] = []
    /// Where it began; nil before.
    private var anchor: (x: Int, y: Int)?

    /// Creates one of which nothing is chosen yet.
    init(on screen: PixelSize, pointer: (x: Int, y: Int)) {
        self.screen = screen
        self.pointer = screen.nearest(to: pointer)
    }

    /// Creates one on the screen as it is now.
    init(_ connection: X11Connection) throws(X11Error) {
        self.init(
            on: try connection.size(of: connection.screen.root),
            pointer: try connection.pointerPosition() ?? (0, 0)
        )
    }

    /// From the pixel where it began to that under the pointer, with both.
    var part: PixelRect? {
        anchor.map { anchor in
            PixelRect(
                x: min(anchor.x, pointer.x),
                y: min(anchor.y, pointer.y),
                width: abs(anchor.x - pointer.x) + 1,
                height: abs(anchor.y - pointer.y) + 1
            )
        }
    }

    var text: String {
        part.map(\.description) ?? "Drag over what is to be recorded (\(pointer.x), \(pointer.y))  Esc: nothing"
    }

    mutating func take(_ action: PickAction) -> PickStep<PixelRect> {
        switch action {
        case .moved(let x, let y): noteMove(to: screen.nearest(to: (x, y)))
        case .begun where anchor == nil, .toggled where anchor == nil: anchor = pointer
        case .begun: break
        case .ended, .toggled:
            if let part, part.width >= Self.smallestSide, part.height >= Self.smallestSide { return .chosen(part) }
            // A click chooses nothing: it can be tried again.
            anchor = nil
        case .nudged(let x, let y):
            let place = screen.nearest(to: (pointer.x + x, pointer.y + y))
            if place == pointer { return .goOn }
            pointer = place
            warps.append(place)
            return .warp(x: place.x, y: place.y)
        case .cancelled: return .cancelled
        }
        return .goOn
    }

    /// Takes where the pointer is, unless a key had put it there: others may have put it elsewhere since.
    private mutating func noteMove(to place: (x: Int, y: Int)) {
        if let reached = warps.firstIndex(where: { $0 == place }) {
            warps.removeFirst(reached + 1)
        } else {
            warps = []
            pointer = place
        }
    }
}
