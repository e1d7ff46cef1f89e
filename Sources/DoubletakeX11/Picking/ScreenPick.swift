import DoubletakeMedia
import DoubletakeXCB

/// What a person does who chooses something on the screen.
enum PickAction: Hashable {
    /// The pointer is there now.
    case moved(x: Int, y: Int)
    /// The choosing button went down.
    case begun
    /// The choosing button was let go.
    case ended
    /// The key of the button: what is dragged begins with it, and ends with it the second time.
    case toggled
    /// The pointer is to be moved by so many pixels.
    case nudged(x: Int, y: Int)
    /// Nothing is to be chosen.
    case cancelled
}

/// What has to be done then.
enum PickStep<Choice: Hashable>: Hashable {
    /// The next action is awaited.
    case goOn
    /// The pointer is to be put there.
    case warp(x: Int, y: Int)
    /// That was chosen.
    case chosen(Choice)
    /// Nothing was chosen.
    case cancelled
}

/// A choice on the screen while it is made.
protocol ScreenPick {
    /// What is chosen.
    associatedtype Choice: Hashable

    /// Whether windows are chosen, and not parts of the screen.
    static var isOfWindows: Bool { get }

    /// The screen's size.
    var screen: PixelSize { get }
    /// Where the pointer is.
    var pointer: (x: Int, y: Int) { get }
    /// The part of the screen that would be chosen now; nil for none.
    var part: PixelRect? { get }
    /// What a label says of it.
    var text: String { get }

    /// Takes what a person does.
    mutating func take(_ action: PickAction) throws(X11Error) -> PickStep<Choice>
}

extension PixelSize {
    /// The pixel of a picture of that size that is nearest to a place.
    func nearest(to place: (x: Int, y: Int)) -> (x: Int, y: Int) {
        (min(max(place.x, 0), width - 1), min(max(place.y, 0), height - 1))
    }
}
