import DoubletakeCapture
import DoubletakeXCB

extension CaptureError {
    /// What an X server's failure means to somebody who wants to record its screen.
    init(_ error: X11Error) {
        if case .system(let error) = error {
            self = .system(error)
        } else {
            self = .unavailable(device: error.subject, reason: error.reason, help: error.help)
        }
    }

    /// A window was to be recorded that nobody can see.
    static func notShown(_ window: CaptureDevice) -> CaptureError {
        .unavailable(
            device: window.name,
            reason: "it isn't shown, so it has no picture",
            help: "Show the window, and record again."
        )
    }

    /// What was there a moment ago isn't any more.
    static func vanished(_ device: CaptureDevice) -> CaptureError {
        .unavailable(
            device: device.name,
            reason: "it was closed or hidden while it was opened",
            help: "Show it, and record again."
        )
    }
}

/// Asks an X server for something; its failures become what they mean to somebody who wants to record its screen.
func explainingFailures<Result>(_ body: () throws(X11Error) -> Result) throws(CaptureError) -> Result {
    do throws(X11Error) {
        return try body()
    } catch {
        throw CaptureError(error)
    }
}
