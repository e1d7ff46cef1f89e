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
}

/// Asks an X server for something; its failures become what they mean to somebody who wants to record its screen.
func explainingFailures<Result>(_ body: () throws(X11Error) -> Result) throws(CaptureError) -> Result {
    do throws(X11Error) {
        return try body()
    } catch {
        throw CaptureError(error)
    }
}
