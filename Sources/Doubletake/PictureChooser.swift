package import DoubletakeCapture
package import DoubletakeMedia
import DoubletakeX11

/// Lets a person choose on the screen what is recorded.
package struct PictureChooser: Sendable {
    /// What is chosen.
    package enum Kind: Sendable {
        /// A part of the screen, by dragging over it.
        case region
        /// A window, by clicking it.
        case window
    }

    /// What was chosen.
    package enum Choice: Hashable, Sendable {
        /// A part of the screen, in its pixels.
        case region(PixelRect)
        /// A window.
        case window(CaptureDevice)
    }

    /// Waits for the choice; nil when nothing was chosen.
    ///
    /// It blocks, and is called once.
    package let choose: @Sendable (Kind) -> Result<Choice?, CaptureError>
    /// Ends the choice, from any thread: nothing is chosen.
    package let cancel: @Sendable () -> Void

    /// Creates a chooser that does these things.
    package init(
        choose: @escaping @Sendable (Kind) -> Result<Choice?, CaptureError>,
        cancel: @escaping @Sendable () -> Void
    ) {
        (self.choose, self.cancel) = (choose, cancel)
    }

    /// One on the display that the environment names.
    package static func onScreen() throws(SystemCallError) -> PictureChooser {
        let picker = try ScreenPicker()
        return PictureChooser(
            choose: { kind in
                Result { () throws(CaptureError) in
                    switch kind {
                    case .region: try picker.pickRegion().map { .region($0) }
                    case .window: try picker.pickWindow().map { .window($0) }
                    }
                }
            },
            cancel: { picker.cancel() }
        )
    }
}
