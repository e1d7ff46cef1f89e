import Doubletake
import DoubletakeControl

extension RecordingWarning {
    /// Other programs can't reach the recorder; everything else works.
    init(unreachableBecause error: ControlError) {
        self.init(
            code: "control_unavailable",
            subject: error.subject,
            message: "stop, pause and so on can't reach this recorder: \(error.reason)",
            help: error.help
        )
    }

    /// A film that was to be thrown away is still there.
    init(notDiscardedBecause error: TrashError) {
        self.init(code: "not_discarded", subject: error.subject, message: error.reason, help: error.help)
    }
}
