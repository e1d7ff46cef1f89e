import DoubletakeMedia
import DoubletakePixels
import DoubletakeXCB
import Glibc

/// The marks that other windows of this program's show on the screen for a moment, and that a source leaves out.
///
/// While a mark is there its place in the pictures stays as it was before. It belongs to the thread of its source.
struct WithheldMarks {
    private struct Mark {
        /// Its place on the screen.
        let place: PixelRect
        /// A picture from before it.
        let before: PixelBuffer
    }

    private let connection: X11Connection
    private var marks: [X11ID: Mark] = [:]

    /// Creates an empty list.
    init(_ connection: X11Connection) {
        self.connection = connection
    }

    /// Takes a mark that is announced, and lets go one that is gone.
    ///
    /// - Parameter newest: the picture that shows what is on the screen now; without one a mark isn't taken.
    /// - Returns: the part of the screen that may be read again; nil when there is none.
    mutating func note(_ event: X11Event, newest: PixelBuffer?) throws(X11Error) -> PixelRect? {
        switch event {
        case .propertyChanged(connection.screen.root, let property, _):
            if let newest, property == (try connection.atom(named: ScreenMark.announcement)) { try take(newest) }
            return nil
        case .destroyed(let window): return marks.removeValue(forKey: window)?.place
        default: return nil
        }
    }

    private mutating func take(_ newest: PixelBuffer) throws(X11Error) {
        let numbers = try connection.numbers(ScreenMark.announcement, of: connection.screen.root)
        guard numbers.count == 5 else { return }
        let window = X11ID(numbers[0])
        let place = PixelRect(
            x: Int(numbers[1]),
            y: Int(numbers[2]),
            width: Int(numbers[3]),
            height: Int(numbers[4])
        )
        do throws(X11Error) {
            // It tells of the window's end, too.
            try connection.watchWindow(window)
            marks[window] = Mark(place: place, before: newest)
            try connection.add([UInt32(getpid())], to: ScreenMark.receipt, of: window)
        } catch .requestFailed {
            // It has gone already.
            marks[window] = nil
        }
    }

    /// Puts what was there before over what was read.
    func withhold(in canvas: PixelBuffer, of area: CaptureArea) {
        for mark in marks.values {
            let place = ScreenConverter.rectangle(toConvert: area.inPicture(mark.place), of: area.size)
            if mark.before.displaySize == canvas.displaySize {
                canvas.copy(place, from: mark.before)
            } else {
                // The screen has got another size meanwhile.
                canvas.fill(place, with: .black)
            }
        }
    }
}
