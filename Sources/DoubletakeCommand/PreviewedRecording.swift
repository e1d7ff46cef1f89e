import Doubletake
import DoubletakeComposition
import DoubletakeControl
import DoubletakeMedia
import DoubletakePreview

extension RecordSession.Input {
    /// What a person does with the preview's window, as what it means for a recording.
    init?(_ event: PreviewEvent) {
        switch event {
        case .tap(let time): self = .press(PressEvent(time: time, source: .previewTap))
        case .button(.record, let time): self = .key(.start, time)
        case .button(.stop, let time): self = .key(.stop, time)
        case .button(.swap, _): self = .arrange(.swap)
        case .button(.layout, _): self = .arrange(.nextLayout)
        case .closed: self = .leave
        // What is recorded is the window, whose own loss is told of by its source.
        case .lost: return nil
        }
    }
}

extension PreviewStatus {
    /// Takes what has happened into what the preview tells.
    mutating func take(_ event: RecordingEvent) {
        switch event {
        case .armed:
            // Where the last film is stays to be read.
            if phase != .done { text = "Ready" }
            (phase, elapsed) = (.ready, .zero)
        case .started: (phase, text) = (.recording, "Recording")
        case .status(let status): elapsed = status.elapsed
        case .paused(let pause): (phase, elapsed, text) = (.paused, pause.elapsed, "Paused")
        case .resumed: (phase, text) = (.recording, "Recording")
        case .cancelled: (phase, elapsed, text) = (.ready, .zero, "Ready")
        case .finished(let finished):
            (phase, elapsed, text) = (.done, finished.duration, "Saved to \(finished.file)")
        case .failed(let error): (phase, text) = (.done, "\(error.subject): \(error.reason)")
        case .warning(let warning): text = "\(warning.subject): \(warning.message)"
        case .levels, .marker, .arranged, .sound, .split, .part: break
        }
    }
}
