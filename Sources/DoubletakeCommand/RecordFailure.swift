import Doubletake
import DoubletakeControl

/// Why `record` has no film.
enum RecordFailure: Error {
    case recording(RecordingError)
    case usage(UsageError)
    /// Other programs can't reach it by the name that it was to have.
    case control(ControlError)

    /// Runs what can only fail in recording.
    static func wrap<Success>(
        _ body: () async throws(RecordingError) -> Success
    ) async throws(RecordFailure) -> Success {
        do throws(RecordingError) {
            return try await body()
        } catch {
            throw .recording(error)
        }
    }
}
