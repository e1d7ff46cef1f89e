import Doubletake
import DoubletakeControl
import DoubletakeMedia
import DoubletakeWriting

/// What a film's end can't be without.
extension RecordSession {
    /// Longer, and it can't be relied on that a film which is written once has not got it in its file yet.
    private static let longestDropOfStream = Duration.milliseconds(400)

    /// Why the film can't be ended so long before an instant; nil when it can.
    func refusal(ofDropping drop: Duration, at now: MediaTime) async -> ControlAnswer.Refusal? {
        let fileExtension = path.split(separator: ".").last.map(String.init) ?? ""
        let length = await recorder.filmLength(at: now - drop) ?? .zero
        let (reason, help): (String, String)
        if ContainerFormat.named(byExtension: fileExtension)?.finishing == .muxer, drop > Self.longestDropOfStream {
            reason = "what is in an .\(fileExtension) can't be taken out any more"
            help = "Stop it without that, and cut it with `doubletake export --to`."
        } else if length <= .zero {
            let whole = await recorder.filmLength(at: now) ?? .zero
            reason = "the film has only \(RecordingText.number(JSONLine.seconds(whole))) s"
            help = "Leave out less, or throw it away with `doubletake discard`."
        } else if length <= completeLength {
            reason = "the film's newest part has only begun, and the one before is complete"
            help = "Leave out less."
        } else {
            return nil
        }
        return ControlAnswer.Refusal(
            code: ExitStatus.no.rawValue,
            subject: "--drop-last \(RecordingText.number(JSONLine.seconds(drop)))",
            reason: reason,
            help: help
        )
    }
}
