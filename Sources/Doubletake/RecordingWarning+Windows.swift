import DoubletakeCapture
import DoubletakeMedia

extension RecordingWarning {
    /// The recorded window isn't shown any more.
    init(hidden window: CaptureDevice) {
        self.init(
            code: "window_unmapped",
            subject: window.name,
            message: "it isn't shown any more; the film shows its last picture until it is",
            help: "Show the window again."
        )
    }

    /// The recorded window is shown again.
    init(shown window: CaptureDevice) {
        self.init(
            code: "window_mapped",
            subject: window.name,
            message: "it is shown again, and the film goes on with it",
            help: "Go on; nothing has to be done."
        )
    }

    /// The recorded window or monitor has another size than the film.
    init(resized window: CaptureDevice, to size: PixelSize, _ behavior: ResizeBehavior) {
        let consequence =
            switch behavior {
            case .fit: "it is scaled into the film's picture"
            case .crop: "what has no room in the film's picture is cut off"
            }
        self.init(
            code: window.kind == .window ? "window_resized" : "monitor_resized",
            subject: window.name,
            message: "it has \(size) pixels now; \(consequence)",
            help: "Give the \(window.kind.words) its size back for a sharp picture."
        )
    }

    /// The recorded window was closed, and the film goes on.
    init(closed window: CaptureDevice, _ behavior: CloseBehavior) {
        self.init(
            code: "window_closed",
            subject: window.name,
            message: behavior == .wait
                ? "it was closed; the film shows its last picture until such a window is opened again"
                : "it was closed; the film shows its last picture",
            help: behavior == .wait ? "Open the window again, or stop the recording." : "Stop the recording."
        )
    }

    /// A window was opened that is recorded in place of the closed one.
    init(returned window: CaptureDevice) {
        self.init(
            code: "window_back",
            subject: window.name,
            message: "such a window was opened again, and the film goes on with it",
            help: "Go on; nothing has to be done."
        )
    }
}
