import Doubletake
import DoubletakeMedia
import FoundationEssentials

/// Tells of a recording: as lines for people on standard error, or as JSON objects on standard output.
struct RecordReport: Sendable {
    let isJSON: Bool
    let context: CommandContext

    func report(_ event: RecordingEvent) {
        if isJSON {
            context.out(JSONEvent(event).line)
        } else {
            note(event)
        }
    }

    private func note(_ event: RecordingEvent) {
        switch event {
        case .started(let started):
            let size =
                started.codedSize == started.displaySize
                ? "\(started.displaySize)" : "\(started.displaySize) (encoded as \(started.codedSize))"
            let tracks = started.tracks.map(\.name).joined(separator: ", ")
            context.note("Recording \(size) at \(started.frameRate) fps: \(tracks). Ctrl-C stops.")
        case .warning(let warning):
            context.note("doubletake: warning: \(warning.subject): \(warning.message)")
            context.note("  help: \(warning.help)")
        case .finished(let finished):
            let statistics = finished.statistics
            let seconds = (finished.duration.inSeconds * 1000).rounded() / 1000
            context.note("Recorded \(seconds) s, \(statistics.frames) frames, \(statistics.framesDropped) dropped.")
        case .status, .failed:
            // A status line is for a terminal; a failure is the command's own to tell.
            break
        }
    }
}
