import Doubletake
import DoubletakeBatch
import DoubletakeCapture
import DoubletakeControl
import DoubletakeMedia
import DoubletakePreview

/// One run of `record`: what is pressed, what the recorder does and what time it is come in one after the other, and
/// are carried out in that order, film after film.
actor RecordSession {
    /// What comes in.
    enum Input: Sendable {
        case press(PressEvent)
        /// A key was pressed that does one thing.
        case key(KeyAction, MediaTime)
        /// A marker is wanted at that instant.
        case mark(MediaTime)
        /// A film that is recorded is to be paused, and one that is paused to go on.
        case togglePause(MediaTime)
        /// What was until that instant is to be saved.
        case saveReplay(MediaTime)
        case keyUnavailable(KeyDescription, CaptureError)
        /// The pictures are to be shown in another way.
        case arrange(SceneChange)
        /// Something is to be done with the preview's window.
        case preview(PreviewEvent)
        /// What is recorded is to be thrown away.
        case discard
        /// Another program asks for something.
        case remote(ControlRequest, ControlServer.Reply)
        /// The person wants to stop what is recorded, or to leave when nothing is.
        case quit(MediaTime)
        /// The person wants to leave, by a signal or with the window; what is recorded is finished first.
        case leave
        case event(RecordingEvent)
        /// `control` has something to decide.
        case decisionIsDue
        case durationOver(MediaTime)
        /// The film begins by itself, if it was not begun otherwise.
        case startIsDue(MediaTime)
        /// It may be the time of day at which the film ends.
        case stopTimeIsDue
        /// A countdown shows the next number, or is over.
        case countdownGoesOn
    }

    /// What an input leads to.
    enum Step {
        case goOn
        /// The film is over; nil when it was thrown away.
        case end(FinishedRecording?)
        /// The session is over, and nothing is recorded.
        case leave
    }

    /// Where the present film goes, or the next one.
    var path: String
    /// The window that is recorded; nil when it is something else.
    private var sessionPreview: SessionPreview?
    /// Whether the person wanted to leave.
    var wasLeft = false
    let options: RecordOptions
    let context: CommandContext
    private(set) var recorder: ScreenRecorder
    var report: RecordReport
    let clock = MonotonicClock()
    let inputs: AsyncStream<Input>
    /// What came while a film was being ended; it comes next.
    var deferred: [Input] = []
    var takes: TakeSequence
    let send: AsyncStream<Input>.Continuation
    var control: TakeControl
    /// When the recorder was ready for the present film, or the next one: none can begin before.
    var armedSince = MediaTime.zero
    /// When the film begins by itself, if it does.
    var dueStart: MediaTime?
    /// When a countdown will be over, while there is one.
    var countdownEnd: MediaTime?
    /// What is recorded, unless nothing is.
    var started: StartedRecording?
    /// How that stood a moment ago.
    var newestStatus: RecordingStatus?
    /// When the film has the length that was asked for, unless it is paused until then.
    var plannedEnd: MediaTime?
    /// The time of day at which the film ends, as time since 1970.
    var stopTime: Duration?
    /// Whether it was said that the film is long.
    var isReminded = false
    var unfinished: UnfinishedFilms.Entry?
    /// The same of the cameras' own films, by their cameras.
    var unfinishedCameraFiles: [String: UnfinishedFilms.Entry] = [:]
    /// Files of films that were thrown away: nothing more is told of them.
    var discarded: Set<String> = []
    /// What other programs reach the session through.
    var remote: ControlServer?
    /// Who waits for the end of the film.
    var stopReplies: [ControlServer.Reply] = []
    /// Who waits until the recorder is armed again, or has ended, after a film was thrown away.
    var discardReplies: [(reply: ControlServer.Reply, answer: ControlAnswer)] = []
    /// What is done with films that are complete.
    var uses: [Task<Void, Never>] = []
    /// What the desktop is to tell when nothing is recorded any more.
    var notices: [FilmNotice.News] = []
    /// The keys that were taken.
    var takenKeys: [KeyAction: KeyDescription] = [:]
    /// Whether the terminal's keys are listened to.
    var terminal = RecordOptions.Terminal.absent
    private var bounces = KeyBounces()
    /// What is being done with the preview's cameras, one after the other.
    var choosing: Task<Void, Never>?
    /// The last film that is complete.
    var lastFilm: String?
    /// How loud the sources were a moment ago, where there is a preview.
    var newestLevels: [SoundLevel] = []
    /// The newest replay that is being saved, and those before it.
    var saving: Task<Void, Never>?
    /// The parts of the film that are complete while it goes on.
    var completeParts: [String] = []
    /// The film's length at the end of the last of them.
    var completeLength = Duration.zero
    /// The parts of the cameras' own films that are complete while it goes on.
    var completeCameraParts: [String] = []
    /// What the recorder has told: that it is armed, and of the film's end or of a start that failed.
    var isArmedTold = false
    var failure: RecordingError?
    var finished: FinishedRecording?
    var timers: [Task<Void, Never>] = []
    /// What shows that it records.
    var signs: RecordSigns

    /// Creates the session; nothing is opened yet.
    ///
    /// - Parameter path: where the first film goes.
    init(path: String, options: RecordOptions, context: CommandContext) {
        self.path = path
        self.options = options
        takes = TakeSequence(options.takes.count)
        self.context = context
        var configuration = options.keeping(options.configuration, for: path)
        // The status line is drawn once a second, with the levels of a status.
        configuration.levelMeters = .whileArmed
        recorder = context.makeRecorder(configuration)
        report = RecordReport(format: options.reportFormat, context: context)
        control = TakeControl(
            doublePressTime: options.doublePressTime,
            singlePress: options.singlePress,
            stopGesture: options.takes.stopGesture
        )
        signs = RecordSigns(options.configuration, context: context)
        (inputs, send) = AsyncStream.makeStream(of: Input.self)
    }

    /// Records until the last film is finished; nil when nothing was recorded at last.
    func run() async throws(RecordFailure) -> FinishedRecording? {
        try await openPreview()
        let forwarding = forward()
        let listening = context.listenToTerminal { [send] key, time in
            if let input = Self.input(for: key, at: time) { send.yield(input) }
        }
        defer { listening?() }
        terminal = listening == nil ? .absent : .present
        let result: Result<FinishedRecording?, RecordFailure>
        do throws(RecordFailure) {
            result = .success(try await record())
        } catch {
            result = .failure(error)
        }
        await saving?.value
        await choosing?.value
        await drain(forwarding)
        signs.end()
        await sessionPreview?.close()
        forgetUnfinished()
        endRemote(result)
        // A late stop says less than what had ended the recording by then.
        if case .failure(.recording) = result, let failure { throw .recording(failure) }
        return try result.get()
    }

    private func record() async throws(RecordFailure) -> FinishedRecording? {
        remote = try openRemote()
        let armed = try await RecordFailure.wrap { () throws(RecordingError) in try await self.recorder.prepare() }
        armedSince = clock.now
        // The takes of a batch are nobody's last region.
        if context.environment[Batch.takeVariable] == nil {
            RememberedRegion(environment: context.environment).remember(options.configuration.picture)
        }
        let start = options.resolvedStart(terminal: terminal, errorReader: context.errorReader)
        signs.arm(armed, start)
        let taken = try await listenToKeys(start, terminal)
        defer { for key in taken { key.stop() } }
        takenKeys = options.keys.filter { action, _ in taken.contains { $0.action == action } }
        if start != .now { sayReady(armed, start) }
        if start != .now, options.replay != nil { context.tellBegun?() }
        return try await RecordFailure.wrap { () throws(RecordingError) in
            try await self.workThroughInputs(from: start)
        }
    }

    /// The cameras' window; nil when something else is recorded.
    var preview: CameraPreview? {
        sessionPreview?.preview
    }

    /// Shows the cameras, if they are to be recorded in a window of their own, and listens to it.
    private func openPreview() async throws(RecordFailure) {
        guard options.cameraOptions.isPreviewed else { return }
        let opened = try await RecordFailure.wrap { () throws(RecordingError) in
            try await SessionPreview(self.options.configuration)
        }
        sessionPreview = opened
        recorder = context.makeRecorder(options.keeping(opened.preview.recordedConfiguration, for: path))
        await recorder.recordCameras(of: opened.preview)
        opened.listen { [send] in send.yield($0) }
    }

    // MARK: What comes in

    private func forward() -> [Task<Void, Never>] {
        let (events, interruptions, send) = (recorder.events(), context.interruptions, send)
        let (pauseRequests, replayRequests, clock) = (context.pauseRequests, context.replayRequests, clock)
        return [
            Task { for await event in events { send.yield(.event(event)) } },
            Task { for await _ in interruptions { send.yield(.leave) } },
            Task { for await _ in pauseRequests { send.yield(.togglePause(clock.now)) } },
            Task { for await _ in replayRequests { send.yield(.saveReplay(clock.now)) } },
        ]
    }

    /// Reports what had come in by the end.
    private func drain(_ forwarding: [Task<Void, Never>]) async {
        for task in forwarding + timers { task.cancel() }
        for task in forwarding { await task.value }
        send.finish()
        for await input in inputs { deferred.append(input) }
        for input in deferred {
            switch input {
            case .event(let event): take(event)
            case .remote(let request, let reply): answerLate(request, reply)
            default: break
            }
        }
        report.end()
    }

    private static func input(for key: TerminalKey, at time: MediaTime) -> Input? {
        switch key {
        case .press: .press(PressEvent(time: time, source: .terminal))
        case .quit: .quit(time)
        case .mark: .mark(time)
        case .pause: .togglePause(time)
        case .discard: .discard
        case .swap: .arrange(.swap)
        case .camera: .arrange(.camera(.toggled, name: nil))
        }
    }

    /// Listens to the keys, and answers with those that can be had.
    private func listenToKeys(
        _ start: RecordingStart,
        _ terminal: RecordOptions.Terminal
    ) async throws(RecordFailure) -> [(action: KeyAction, stop: CommandContext.Stop)] {
        var taken: [(action: KeyAction, stop: CommandContext.Stop)] = []
        var cause: CaptureError?
        // In an order that stays the same.
        for action in KeyAction.allCases {
            guard let key = options.keys[action] else { continue }
            do throws(CaptureError) {
                let stop = try context.listenToKey(key, options.keyMode) { [send] event in
                    switch event {
                    case .pressed(let press) where action == .press: send.yield(.press(press))
                    case .pressed(let press): send.yield(.key(action, press.time))
                    case .unavailable(let error): send.yield(.keyUnavailable(key, error))
                    }
                }
                taken.append((action, stop))
            } catch {
                cause = error
                if start == .key || !options.keyTexts.isEmpty {
                    report.warn(RecordingWarning(key: key.description, because: error))
                }
            }
        }
        guard start == .key, options.replay == nil, terminal == .absent, preview == nil,
            !taken.contains(where: { $0.action.canStart })
        else {
            return taken
        }
        for key in taken { key.stop() }
        try await RecordFailure.wrap { () throws(RecordingError) in try await self.recorder.cancel() }
        throw .usage(.noKeyCanArrive(because: cause))
    }

    func wait(until time: MediaTime, then input: Input) {
        timers.append(
            Task { [clock, send] in
                do {
                    try await Task.sleep(for: time - clock.now)
                    send.yield(input)
                } catch {
                    // Cancelled: the session is over.
                }
            }
        )
    }

    // MARK: What is done

    func take(_ input: Input) async throws(RecordingError) -> Step {
        switch input {
        case .press(let press) where options.isPressForReplay && !isRecording:
            if bounces.isPress(.press, at: press.time) { saveReplay(nil, endingAt: press.time) }
            return .goOn
        case .press(let press): return try await perform(control.press(press))
        case .key(let action, let time): return try await take(action, at: time)
        case .mark(let time):
            await mark(at: time)
            return .goOn
        case .keyUnavailable(let key, let error):
            report.warn(RecordingWarning(key: key.description, because: error))
            return .goOn
        case .decisionIsDue: return try await perform(control.advance(to: clock.now))
        case .togglePause(let time): return try await togglePause(at: time)
        case .saveReplay(let time):
            saveReplay(nil, endingAt: time)
            return .goOn
        case .durationOver(let end):
            return isRecording && end == plannedEnd ? try await stop(at: end) : .goOn
        case .startIsDue(let time):
            if time == dueStart { try await startNow(at: time) }
            return .goOn
        case .stopTimeIsDue: return try await stopAtTimeOfDay()
        case .countdownGoesOn:
            try await goOnWithCountdown()
            return .goOn
        case .quit(let time): return try await leave(at: time)
        case .leave:
            wasLeft = true
            return try await leave()
        case .arrange(let change):
            await arrange(change)
            return .goOn
        case .preview(let event):
            await take(event)
            return .goOn
        case .discard: return try await discardOrCancel()
        case .remote(let request, let reply): return try await take(request, reply)
        case .event(let event):
            take(event)
            if let failure { throw failure }
            // It may end by itself, for a limit.
            return finished.map { .end($0) } ?? .goOn
        }
    }

    func take(_ event: RecordingEvent) {
        signs.take(event)
        switch event {
        case .part(let part) where discarded.contains(part.file): return
        case .finished(let recording) where discarded.contains(recording.file):
            finished = recording
            return
        default: report.report(event)
        }
        preview?.update { $0.take(event) }
        if let remote, let line = JSONEvent(event)?.line { remote.tellFollowers(line) }
        switch event {
        case .failed(let error): failure = failure ?? error
        case .finished(let recording):
            finished = recording
            lastFilm = recording.file
        case .levels(let levels): newestLevels = levels
        case .part(let part) where part.camera != nil: completeCameraParts.append(part.file)
        case .part(let part):
            completeParts.append(part.file)
            completeLength = part.start + part.duration
        case .split(let part):
            if let camera = part.camera {
                unfinishedCameraFiles[camera.id]?.remove()
                unfinishedCameraFiles[camera.id] = UnfinishedFilms(environment: context.environment).add(part.partFile)
                break
            }
            unfinished?.remove()
            unfinished = UnfinishedFilms(environment: context.environment).add(part.partFile)
        case .paused: plannedEnd = nil
        case .resumed(let pause): planEnd(after: pause.elapsed, at: pause.instant)
        case .started: context.tellBegun?()
        case .status(let status):
            newestStatus = status
            look(after: status.elapsed)
        case .armed: isArmedTold = true
        case .warning, .marker, .cancelled, .arranged, .sound: break
        }
    }

    private func take(_ action: KeyAction, at time: MediaTime) async throws(RecordingError) -> Step {
        guard bounces.isPress(action, at: time) else { return .goOn }
        switch action {
        case .press: return try await perform(control.press(PressEvent(time: time, source: .key)))
        case .start,
            .toggle where !isRecording && countdownEnd == nil:
            try await startNow(at: time)
        case .stop, .toggle:
            if isRecording { return try await stop(at: time) }
            cancelCountdown(at: time)
        case .pause: return try await togglePause(at: time)
        case .mark: await mark(at: time)
        case .swap: await arrange(.swap)
        case .camera: await arrange(.camera(.toggled, name: nil))
        case .mute: await toggleMute(at: time)
        case .discard: return try await discardOrCancel()
        }
        return .goOn
    }

    /// Plans the end of a film that is `elapsed` long at an instant, and goes on from there.
    func planEnd(after elapsed: Duration, at instant: MediaTime) {
        guard let duration = options.duration else { return }
        // What was before the press doesn't count.
        let end = instant + (duration + (started?.preroll ?? .zero) - elapsed)
        plannedEnd = end
        wait(until: end, then: .durationOver(end))
    }

    /// Whether a film is recorded, paused or not.
    var isRecording: Bool {
        started != nil
    }

    /// Pauses what is recorded, or goes on.
    func togglePause(at time: MediaTime) async throws(RecordingError) -> Step {
        guard isRecording else { return .goOn }
        let isPaused = await recorder.state == .paused
        let step = try await perform(control.report(isPaused ? .resumed : .paused, at: time))
        // What it was part of may have ended by itself.
        guard case .goOn = step, isRecording else { return step }
        if isPaused { await resume(at: time) } else { await pause(at: time) }
        return .goOn
    }

    private func pause(at time: MediaTime) async {
        do throws(RecordingError) {
            try await recorder.pause(at: time)
            plannedEnd = nil
        } catch {
            // It is just ending by itself, of which its own event tells; as below.
        }
    }

    private func resume(at time: MediaTime) async {
        do throws(RecordingError) {
            try await recorder.resume(at: time)
        } catch {
            // See above.
        }
    }

    /// Marks what is recorded; while nothing is, there is nothing to mark.
    private func mark(at time: MediaTime) async {
        guard isRecording else { return }
        do throws(RecordingError) {
            try await recorder.mark(at: time)
        } catch {
            // It may have ended by itself a moment ago, which is told of anyway.
            if case .wrongState = error { return }
            report.warn(RecordingWarning(noMarkerBecause: error))
        }
    }

    func perform(_ actions: [TakeControl.Action]) async throws(RecordingError) -> Step {
        for action in actions {
            switch action {
            case .startProvisionally(let time): try await startProvisionally(at: time)
            case .confirmStart: await recorder.confirmRecording()
            case .takeBack:
                forgetFilm()
                try await recorder.takeBackRecording()
            case .stop(let end): return .end(try await recorder.stopRecording(at: end))
            case .mark(let time): await mark(at: time)
            case .resume(let time): await resume(at: time)
            case .cancelCountdown: endCountdown()
            }
        }
        return .goOn
    }
}
