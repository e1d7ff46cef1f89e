import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// What can be read at the moment.
struct CaptureSurface: Equatable {
    /// The window or pixmap that has the pixels.
    let drawable: X11ID
    /// Where the top left pixel of the target's window is in the drawable, in both directions.
    let inset: Int
    /// The part that is recorded, in the pixels of the target's window.
    let area: CaptureArea
}

/// What a source records: a part of the screen, or a window.
///
/// It belongs to the thread of its source.
protocol CaptureTarget: AnyObject {
    /// The window whose damage tells what has changed, and in whose pixels all places are.
    var window: X11ID { get }
    /// How the pixels lie.
    var pixelFormat: X11PixelFormat { get }

    /// Asks the server for the events that concern it.
    func watch() throws(X11Error)

    /// Whether something may become of it that no event tells of: it is looked for four times a second.
    var isAwaited: Bool { get }

    /// Whether it depends on where the pointer is.
    var followsPointer: Bool { get }

    /// Notes what the server has told.
    ///
    /// - Returns: whether something may be read elsewhere now, or not at all.
    func note(_ event: X11Event) -> Bool

    /// Finds out what can be read now; nil while nothing can.
    func surface() throws(X11Error) -> CaptureSurface?

    /// What has happened to it since this was last asked.
    func takeEvents() -> [CaptureEvent]
}
