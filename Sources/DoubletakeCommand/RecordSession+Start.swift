import Doubletake
import DoubletakeControl
import DoubletakeMedia
import DoubletakePreview

/// How a film begins, and what is planned then.
extension RecordSession {
    /// Says what the recorder waits for, and what it will record.
    func sayReady(_ armed: ArmedRecording, _ start: RecordingStart) {
        var text = ReadyText(armed: armed, keys: takenKeys, terminal: terminal, file: path)
        if case .after(let delay) = start { text.startTime = TimeOfDay.text(of: TimeOfDay.now() + delay) }
        text.take = takes.words
        if options.isPressForReplay { text.replay = options.replay }
        report.ready(text)
    }

    /// Begins the first film as the options say.
    func begin(_ start: RecordingStart) async throws(RecordingError) {
        switch start {
        case .key: break
        case .now: try await startNow()
        case .after(let delay):
            // What is counted down is the end of that time.
            let due = armedSince + max(delay - (options.takes.countdown ?? .zero), .zero)
            dueStart = due
            wait(until: due, then: .startIsDue(due))
        }
    }

    /// Begins the film now, or at an instant a little ago; one that records, or is counted down, goes on.
    func startNow(at time: MediaTime? = nil) async throws(RecordingError) {
        guard !isRecording, countdownEnd == nil else { return }
        if let countdown = options.takes.countdown {
            let time = time ?? clock.now
            return beginCountdown(to: time + countdown, at: time)
        }
        try await beginFilm(at: time)
    }

    /// Begins the film at a press, or a countdown to it.
    func startProvisionally(at time: MediaTime) async throws(RecordingError) {
        if let countdown = options.takes.countdown { return beginCountdown(to: time + countdown, at: time) }
        dueStart = nil
        signs.begin(path)
        begin(
            try await recorder.startProvisionally(to: path, replacing: replacement, at: max(time, armedSince))
        )
    }

    private func beginFilm(at time: MediaTime?) async throws(RecordingError) {
        dueStart = nil
        signs.begin(path)
        let start = time.map { max($0, armedSince) }
        let started = try await recorder.startRecording(to: path, replacing: replacement, at: start)
        begin(started)
        _ = control.report(.recordingBegan, at: started.start + started.preroll)
    }

    /// A film never replaces another one of this session.
    private var replacement: FilmReplacement {
        takes.isUsed(path) ? .never : options.replacement
    }

    private func begin(_ started: StartedRecording) {
        self.started = started
        newestStatus = nil
        let films = UnfinishedFilms(environment: context.environment)
        unfinished = films.add(started.partFile)
        for file in started.cameraFiles { unfinishedCameraFiles[file.camera.id] = films.add(file.partFile) }
        planEnd(after: started.preroll, at: started.start + started.preroll)
        guard let time = options.takes.stopTime else { return }
        let now = TimeOfDay.now()
        let next = time.next(after: now)
        stopTime = next
        wait(until: clock.now + (next - now), then: .stopTimeIsDue)
    }

    /// Ends the film if it is the time of day at which it was to end.
    func stopAtTimeOfDay() async throws(RecordingError) -> Step {
        guard isRecording, let stopTime else { return .goOn }
        let left = stopTime - TimeOfDay.now()
        if left > .zero {
            // The clock was put back.
            wait(until: clock.now + left, then: .stopTimeIsDue)
            return .goOn
        }
        // What was recorded after it stays in the film when the clock was put forward, or the machine slept.
        return try await stop(at: left + Self.largestLateness > .zero ? clock.now + left : nil)
    }

    /// Smaller, and a busy machine ends films late; larger, and less of a film is kept when the clock is put forward.
    private static let largestLateness = Duration.seconds(2)

    // MARK: Counting down

    private func beginCountdown(to end: MediaTime, at time: MediaTime) {
        dueStart = nil
        _ = control.report(.countdownBegan, at: time)
        countdownEnd = end
        tellCountdown()
    }

    /// Shows the next number, or begins the film when there is none.
    func goOnWithCountdown() async throws(RecordingError) {
        guard let end = countdownEnd else { return }
        if end > clock.now { return tellCountdown() }
        countdownEnd = nil
        try await beginFilm(at: end)
    }

    /// Tells how many seconds are left, those that have begun included.
    private func tellCountdown() {
        guard let end = countdownEnd else { return }
        let left = end - clock.now
        let seconds = max(Int(left.inSeconds.rounded(.up)), 1)
        let press = takenKeys[.press]?.description ?? (terminal == .present ? "Space" : nil)
        report.countdown(seconds, cancelling: press)
        preview?.update { $0.say("Starts in \(seconds)") }
        remote?.tellFollowers(JSONEvent(countdown: seconds).line)
        wait(until: end - .seconds(seconds - 1), then: .countdownGoesOn)
    }

    /// Calls a countdown off, unless there is none.
    func cancelCountdown(at time: MediaTime) {
        guard countdownEnd != nil else { return }
        _ = control.report(.ended, at: time)
        endCountdown()
    }

    /// Tells that a countdown was called off.
    func endCountdown() {
        countdownEnd = nil
        take(.cancelled)
    }
}
