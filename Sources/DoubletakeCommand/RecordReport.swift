import Doubletake
import DoubletakeMedia

/// Tells of a recording: as lines for people on standard error, or as JSON objects on standard output.
struct RecordReport {
    /// Who reads it.
    enum Format {
        /// A person.
        case text
        /// A program.
        case json
        /// Somebody who wants to know of errors and films alone.
        case quiet
    }

    private let format: Format
    private let context: CommandContext
    private var line: StatusLine
    /// What is recorded, for the status line.
    private var started: StartedRecording?
    /// What the status line says while the recorder is armed, without the levels.
    private var readyText: ReadyText?
    /// Whether the status line has a countdown.
    private var isCounting = false
    /// Whether there is a film already.
    private var hasFilms = false

    init(format: Format, context: CommandContext) {
        self.format = format
        self.context = context
        line = StatusLine(context: context)
    }

    /// Says what the recorder waits for, and what it will record.
    mutating func ready(_ text: ReadyText) {
        guard format == .text else { return }
        readyText = text
        line.draw(text.line(levels: nil), onPipe: .printed)
    }

    /// Says what a person has chosen, so that it can be named the next time.
    mutating func chosen(_ choice: PictureChooser.Choice) {
        switch format {
        case .json: context.out(JSONEvent(chosen: choice).line)
        case .text:
            switch choice {
            case .region(let region): line.print("Chosen: --region \(region)")
            case .window(let window): line.print("Chosen: --window \(window.choice)")
            }
        case .quiet: break
        }
    }

    /// Says how many seconds are left until a film begins, and what calls it off.
    mutating func countdown(_ seconds: Int, cancelling key: String?) {
        switch format {
        case .json: context.out(JSONEvent(countdown: seconds).line)
        case .text:
            let text = (["Starts in \(seconds)"] + (key.map { ["\($0) calls it off"] } ?? [])).joined(separator: " | ")
            line.draw(text, onPipe: isCounting ? .left : .printed)
            isCounting = true
        case .quiet: break
        }
    }

    /// Tells of a failure after which the recorder goes on.
    mutating func fail(_ error: RecordingError) {
        isCounting = false
        line.clear()
        context.error(error)
    }

    /// Names the files of a film.
    mutating func films(_ files: [String]) {
        line.clear()
        if !files.isEmpty { hasFilms = true }
        if format == .json { return }
        for file in files { context.out(file) }
    }

    /// Tells of something that the recorder doesn't know of.
    mutating func warn(_ warning: RecordingWarning) {
        report(.warning(warning))
    }

    /// Tells of an event.
    mutating func report(_ event: RecordingEvent) {
        switch format {
        case .json:
            if let text = JSONEvent(event)?.line { context.out(text) }
        case .text: note(event)
        case .quiet: break
        }
    }

    /// Tells of a film that was thrown away.
    mutating func discarded(_ files: [String]) {
        switch format {
        case .json: context.out(JSONEvent(discarded: files).line)
        case .text: for file in files { line.print("Moved to the trash: \(file)") }
        case .quiet: break
        }
    }

    /// Tells of a replay that was saved, where people and programs look for films.
    mutating func saved(_ clip: ExportedClip) {
        switch format {
        case .json: context.out(JSONEvent(replay: clip).line)
        case .text:
            let seconds = (clip.duration.inSeconds * 1000).rounded() / 1000
            line.print("Saved the last \(seconds) s, \(RecordingText.bytes(clip.byteCount)).")
            context.out(clip.file)
            if let readyText { line.draw(readyText.line(levels: nil), onPipe: .left) }
        case .quiet: context.out(clip.file)
        }
    }

    /// Leaves the terminal as it was.
    mutating func end() {
        line.clear()
    }

    private mutating func note(_ event: RecordingEvent) {
        switch event {
        case .levels(let levels):
            if let readyText, !isCounting { line.draw(readyText.line(levels: levels), onPipe: .left) }
        case .started(let started):
            self.started = started
            (readyText, isCounting) = (nil, false)
            line.print(Self.text(of: started))
        case .status(let status):
            if let started { line.draw(RecordingText.line(status, started), onPipe: .left) }
        case .warning(let warning):
            line.print("doubletake: warning: \(warning.subject): \(warning.message)")
            line.print("  help: \(warning.help)")
        case .marker(let marker): line.print("\(marker.name) is at \(RecordingText.time(marker.time)).")
        case .paused(let pause): line.print("Paused at \(RecordingText.time(pause.elapsed)).")
        case .resumed(let pause): line.print("Recording again from \(RecordingText.time(pause.elapsed)) on.")
        case .cancelled:
            (started, isCounting) = (nil, false)
            let words = hasFilms ? "It was not recording." : "It was not recording; nothing is kept."
            line.print(readyText?.replay == nil ? words : "Nothing more is kept for replays.")
        case .arranged(let arrangement):
            line.print("Layout \(arrangement.layout): \(arrangement.pictures.joined(separator: ", ")).")
        case .sound(let settings): for setting in settings { line.print(setting.words) }
        case .split(let part):
            line.print("It goes on in \(part.partFile) from \(RecordingText.time(part.start)) on.")
        case .finished(let finished): line.print(Self.text(of: finished))
        case .armed, .part, .failed:
            // `ready` says more; a failure is the command's own to tell.
            break
        }
    }

    private static func text(of started: StartedRecording) -> String {
        let size =
            started.codedSize == started.displaySize
            ? "\(started.displaySize)" : "\(started.displaySize) (encoded as \(started.codedSize))"
        let tracks = started.tracks.map(\.name).joined(separator: ", ")
        let seconds = (started.preroll.inSeconds * 1000).rounded() / 1000
        let preroll = started.preroll > .zero ? ", with \(seconds) s from before" : ""
        return "Recording \(size) at \(started.frameRate) fps: \(tracks)\(preroll). Ctrl-C stops."
    }

    private static func text(of finished: FinishedRecording) -> String {
        let statistics = finished.statistics
        let seconds = (finished.duration.inSeconds * 1000).rounded() / 1000
        let parts = finished.parts.count > 1 ? " in \(finished.parts.count) parts" : ""
        var text = "Recorded \(seconds) s\(parts), \(statistics.frames) frames, \(statistics.framesDropped) dropped."
        let pauses = statistics.pauses
        if pauses > 0 {
            let duration = RecordingText.time(statistics.pausedDuration)
            text +=
                " \(pauses == 1 ? "A pause" : "\(pauses) pauses") of \(duration) \(pauses == 1 ? "is" : "are") left out."
        }
        return finished.end.words.map { "\(text) \($0)" } ?? text
    }
}
