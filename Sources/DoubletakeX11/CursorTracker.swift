import DoubletakeMedia
import DoubletakeXCB

/// Knows what the cursor looks like and where it is.
///
/// A program hides the cursor by giving it a picture of transparent pixels, which is then drawn like any other. One that
/// has it hidden by XFixes can't be told: the server goes on to hand out its picture. Its thread is the source's.
struct CursorTracker {
    /// Where the cursor's picture is, and which.
    private struct Appearance: Equatable {
        let serial: UInt32
        let x: Int
        let y: Int
    }

    private var image: X11CursorImage?
    private var isImageCurrent = false
    private var shown: Appearance?
    private var position: (x: Int, y: Int)?

    /// What lies over the picture now.
    private(set) var overlays: [VideoFrame.Overlay] = []

    /// Notes that the cursor looks different.
    mutating func noteChange() {
        isImageCurrent = false
    }

    /// Looks where the pointer is, in the pixels of a window.
    ///
    /// - Returns: whether it is elsewhere than at the last look.
    mutating func look(in window: X11ID, _ connection: X11Connection) throws(X11Error) -> Bool {
        let now = try connection.pointerPosition(in: window)
        defer { position = now }
        return now?.x != position?.x || now?.y != position?.y
    }

    /// Looks where the pointer is, and makes the overlay for an area of a window.
    ///
    /// - Returns: whether it is another than before.
    mutating func update(
        over area: CaptureArea,
        of window: X11ID,
        _ connection: X11Connection
    ) throws(X11Error) -> Bool {
        _ = try look(in: window, connection)
        if !isImageCurrent {
            image = try connection.cursorImage()
            isImageCurrent = true
        }
        let last = shown
        shown = nil
        overlays = []
        if let position, let image {
            // The hot spot is the pixel of the picture that is at the pointer's position.
            let place = area.inPicture(
                PixelRect(image.picture.displaySize)
                    .offsetBy(x: position.x - image.hotSpotX, y: position.y - image.hotSpotY)
            )
            if !place.intersection(PixelRect(area.size)).isEmpty {
                shown = Appearance(serial: image.serial, x: place.x, y: place.y)
                overlays = [VideoFrame.Overlay(picture: image.picture, x: place.x, y: place.y)]
            }
        }
        return shown != last
    }
}
