import Doubletake
import DoubletakeCapture
import DoubletakeControl
import DoubletakeMedia

/// One run of `record`: what is pressed, what the recorder does and what time it is come in one after the other, and
/// are carried out in that order.
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
        case keyUnavailable(KeyDescription, CaptureError)
        /// The pictures are to be shown in another way.
        case arrange(SceneChange)
        /// What is recorded is to be thrown away.
        case discard
        /// Another program asks for something.
        case remote(ControlRequest, ControlServer.Reply)
        /// The person wants to leave, by a key or a signal; what is recorded is finished first.
        case leave
        case event(RecordingEvent)
        /// `control` has something to decide.
        case decisionIsDue
        case durationOver(MediaTime)
    }

    /// What an input leads to.
    enum Step {
        case goOn
        /// The session is over; nil when nothing was recorded.
        case end(FinishedRecording?)
    }

    let path: String
    /// The window that is recorded; nil when it is something else.
    private var shared: SharedPreview?
    /// Whether that window stays when the session is over.
    private let isPreviewKept: Bool
    /// Whether the person wanted to leave.
    private(set) var wasLeft = false
    let options: RecordOptions
    let context: CommandContext
    private(set) var recorder: ScreenRecorder
    var report: RecordReport
    let clock = MonotonicClock()
    private let inputs: AsyncStream<Input>
    let send: AsyncStream<Input>.Continuation
    var control: TakeControl
    /// What is recorded, unless nothing is.
    var started: StartedRecording?
    /// How that stood a moment ago.
    var newestStatus: RecordingStatus?
    /// When the film has the length that was asked for, unless it is paused until then.
    var plannedEnd: MediaTime?
    var unfinished: UnfinishedFilms.Entry?
    /// Files of films that were thrown away: nothing more is told of them.
    var discarded: Set<String> = []
    /// What other programs reach the session through.
    var remote: ControlServer?
    /// Who waits for the end of the film.
    var stopReplies: [ControlServer.Reply] = []
    /// What the armed line says.
    private var readyText: ReadyText?
    private var bounces = KeyBounces()
    /// The parts of the film that are complete while it goes on.
    var completeParts: [String] = []
    private var failure: RecordingError?
    private var finished: FinishedRecording?
    var timers: [Task<Void, Never>] = []

    /// Creates the session; nothing is opened yet.
    ///
    /// - Parameter preview: the window that is recorded, if there is one already; it stays when the session is over.
    init(path: String, options: RecordOptions, context: CommandContext, preview: SharedPreview? = nil) {
        self.path = path
        shared = preview
        isPreviewKept = preview != nil
        self.options = options
        self.context = context
        recorder = context.makeRecorder(options.configuration)
        report = RecordReport(format: options.isJSON ? .json : .text, context: context)
        control = TakeControl(doublePressTime: options.doublePressTime, singlePress: options.singlePress)
        (inputs, send) = AsyncStream.makeStream(of: Input.self)
    }

    /// Records until the film is finished; nil when nothing was recorded.
    func run() async throws(RecordFailure) -> FinishedRecording? {
        try await openPreview()
        let forwarding = forward()
        let terminal = context.listenToTerminal { [send] key, time in
            if let input = Self.input(for: key, at: time) { send.yield(input) }
        }
        defer { terminal?() }
        let result: Result<FinishedRecording?, RecordFailure>
        do throws(RecordFailure) {
            result = .success(try await record(terminal: terminal == nil ? .absent : .present))
        } catch {
            result = .failure(error)
        }
        await drain(forwarding)
        await closePreview()
        unfinished?.remove()
        endRemote(result)
        // A late stop says less than what had ended the recording by then.
        if case .failure(.recording) = result, let failure { throw .recording(failure) }
        return try result.get()
    }

    private func record(terminal: RecordOptions.Terminal) async throws(RecordFailure) -> FinishedRecording? {
        remote = try openRemote()
        let armed = try await RecordFailure.wrap { () throws(RecordingError) in try await self.recorder.prepare() }
        let start = options.resolvedStart(terminal: terminal, errorReader: context.errorReader)
        let taken = try await listenToKeys(start, terminal)
        defer { for key in taken { key.stop() } }
        if start == .key {
            let keys = options.keys.filter { action, _ in taken.contains { $0.action == action } }
            readyText = ReadyText(armed: armed, keys: keys, terminal: terminal, file: path)
            readyText.map { report.ready($0) }
        }
        return try await RecordFailure.wrap { () throws(RecordingError) in
            if start == .now { try await self.startNow() }
            return try await self.workThroughInputs()
        }
    }

    /// The cameras' window; nil when something else is recorded.
    var preview: CameraPreview? {
        shared?.preview
    }

    /// Shows the cameras, if they are to be recorded in a window of their own, and listens to it.
    private func openPreview() async throws(RecordFailure) {
        guard options.cameraOptions.isPreviewed else { return }
        if shared == nil {
            shared = try await RecordFailure.wrap { () throws(RecordingError) in
                try await SharedPreview(self.options.configuration)
            }
        }
        guard let shared else { return }
        recorder = context.makeRecorder(shared.preview.recordedConfiguration)
        shared.listen { [send] in send.yield($0) }
    }

    private func closePreview() async {
        if !isPreviewKept { await shared?.close() }
    }

    // MARK: What comes in

    private func forward() -> [Task<Void, Never>] {
        let (events, interruptions, send) = (recorder.events(), context.interruptions, send)
        let (pauseRequests, clock) = (context.pauseRequests, clock)
        return [
            Task { for await event in events { send.yield(.event(event)) } },
            Task { for await _ in interruptions { send.yield(.leave) } },
            Task { for await _ in pauseRequests { send.yield(.togglePause(clock.now)) } },
        ]
    }

    /// Reports what had come in by the end.
    private func drain(_ forwarding: [Task<Void, Never>]) async {
        // What a person does from here on is for the next session.
        shared?.endListening(quietUntil: clock.now + options.doublePressTime)
        for task in forwarding + timers { task.cancel() }
        for task in forwarding { await task.value }
        send.finish()
        for await input in inputs {
            switch input {
            case .event(let event): take(event)
            case .remote(let request, let reply): answerLate(request, reply)
            case .leave: wasLeft = true
            default: break
            }
        }
        report.end()
    }

    private static func input(for key: TerminalKey, at time: MediaTime) -> Input? {
        switch key {
        case .press: .press(PressEvent(time: time, source: .terminal))
        case .quit: .leave
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
        var reason = "--no-key was given"
        // In an order that stays the same.
        for action in KeyAction.allCases {
            guard let key = options.keys[action] else { continue }
            do throws(CaptureError) {
                let stop = try context.listenToKey(key) { [send] event in
                    switch event {
                    case .pressed(let press) where action == .press: send.yield(.press(press))
                    case .pressed(let press): send.yield(.key(action, press.time))
                    case .unavailable(let error): send.yield(.keyUnavailable(key, error))
                    }
                }
                taken.append((action, stop))
            } catch {
                reason = error.description
                if start == .key || !options.keyTexts.isEmpty {
                    report.warn(RecordingWarning(key: key.description, because: error))
                }
            }
        }
        guard start == .key, terminal == .absent, preview == nil, !taken.contains(where: { $0.action.canStart }) else {
            return taken
        }
        for key in taken { key.stop() }
        try await RecordFailure.wrap { () throws(RecordingError) in try await self.recorder.cancel() }
        throw .usage(.noKeyCanArrive(reason: reason))
    }

    private func workThroughInputs() async throws(RecordingError) -> FinishedRecording? {
        for await input in inputs {
            if case .end(let finished) = try await take(input) { return finished }
            if let deadline = control.deadline { wait(until: deadline, then: .decisionIsDue) }
        }
        return nil
    }

    private func wait(until time: MediaTime, then input: Input) {
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

    private func take(_ input: Input) async throws(RecordingError) -> Step {
        switch input {
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
        case .durationOver(let end):
            return isRecording && end == plannedEnd ? .end(try await recorder.stopRecording(at: end)) : .goOn
        case .leave:
            wasLeft = true
            return try await leave()
        case .arrange(let change):
            await arrange(change)
            return .goOn
        case .discard: return isRecording ? try await discard().step : .goOn
        case .remote(let request, let reply): return try await take(request, reply)
        case .event(let event):
            take(event)
            if let failure { throw failure }
            // It may end by itself, for a limit.
            return finished.map { .end($0) } ?? .goOn
        }
    }

    /// Ends the film, or leaves when none is recorded.
    func leave() async throws(RecordingError) -> Step {
        if !isRecording { wasLeft = true }
        if isRecording { return .end(try await recorder.stopRecording()) }
        try await recorder.cancel()
        return .end(nil)
    }

    func take(_ event: RecordingEvent) {
        preview?.update { $0.take(event) }
        switch event {
        case .part(let part) where discarded.contains(part.file): return
        case .finished(let recording) where discarded.contains(recording.file): return
        default: report.report(event)
        }
        if let remote, let line = JSONEvent(event)?.line { remote.tellFollowers(line) }
        switch event {
        case .failed(let error): failure = error
        case .finished(let recording): finished = recording
        case .part(let part): completeParts.append(part.file)
        case .split(let part):
            unfinished?.remove()
            unfinished = UnfinishedFilms(environment: context.environment).add(part.partFile)
        case .paused: plannedEnd = nil
        case .resumed(let pause): planEnd(after: pause.elapsed, at: pause.instant)
        case .started: context.tellBegun?()
        case .status(let status): newestStatus = status
        case .armed, .levels, .warning, .marker, .cancelled, .arranged, .sound: break
        }
    }

    private func take(_ action: KeyAction, at time: MediaTime) async throws(RecordingError) -> Step {
        guard bounces.isPress(action, at: time) else { return .goOn }
        switch action {
        case .press: return try await perform(control.press(PressEvent(time: time, source: .key)))
        case .start,
            .toggle where !isRecording:
            if !isRecording { try await startNow(at: time) }
        case .stop, .toggle: if isRecording { return .end(try await recorder.stopRecording(at: time)) }
        case .pause: return try await togglePause(at: time)
        case .mark: await mark(at: time)
        case .swap: await arrange(.swap)
        case .camera: await arrange(.camera(.toggled, name: nil))
        case .mute: await toggleMute(at: time)
        case .discard: if isRecording { return try await discard().step }
        }
        return .goOn
    }

    /// Begins the film, now or at an instant a little ago.
    func startNow(at time: MediaTime? = nil) async throws(RecordingError) {
        let started = try await recorder.startRecording(to: path, replacing: options.replacement, at: time)
        begin(started)
        _ = control.report(.recordingBegan, at: started.start)
    }

    private func begin(_ started: StartedRecording) {
        self.started = started
        newestStatus = nil
        unfinished = UnfinishedFilms(environment: context.environment).add(started.partFile)
        planEnd(after: .zero, at: started.start)
    }

    /// Plans the end of a film that is `elapsed` long at an instant, and goes on from there.
    private func planEnd(after elapsed: Duration, at instant: MediaTime) {
        guard let duration = options.duration else { return }
        let end = instant + (duration - elapsed)
        plannedEnd = end
        wait(until: end, then: .durationOver(end))
    }

    /// Whether a film is recorded, paused or not.
    var isRecording: Bool {
        started != nil
    }

    /// Arms the recorder again, after a film.
    func rearm() async throws(RecordingError) {
        _ = control.report(.ended, at: clock.now)
        for timer in timers { timer.cancel() }
        plannedEnd = nil
        let armed = try await recorder.prepare()
        report.ready(readyText ?? ReadyText(armed: armed, keys: [:], terminal: .absent, file: path))
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

    private func perform(_ actions: [TakeControl.Action]) async throws(RecordingError) -> Step {
        for action in actions {
            switch action {
            case .startProvisionally(let time):
                begin(try await recorder.startProvisionally(to: path, replacing: options.replacement, at: time))
            case .confirmStart: await recorder.confirmRecording()
            case .takeBack:
                started = nil
                unfinished?.remove()
                for timer in timers { timer.cancel() }
                try await recorder.takeBackRecording()
            case .stop(let end): return .end(try await recorder.stopRecording(at: end))
            case .mark(let time): await mark(at: time)
            case .resume(let time): await resume(at: time)
            case .cancelCountdown: break
            }
        }
        return .goOn
    }
}
