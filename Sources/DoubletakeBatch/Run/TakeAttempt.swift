import Doubletake
import DoubletakeControl
import DoubletakeMedia
import Glibc

/// One attempt at a take, from its screen to its checked film.
///
/// One thread runs it.
struct TakeAttempt {
    /// What came of it.
    struct Outcome: Sendable {
        let film: String
        let duration: Duration
        let steps: StepLog
    }

    /// What the person has to know.
    enum Notice: Sendable {
        /// The presenter may press the key.
        case cue(String?)
        /// A failed take's screen stays until the batch is ended.
        case kept(display: String)
    }

    /// How long the recorder has to be there, and to finish a film.
    private static let recorderPatience = Duration.seconds(30)

    let take: PlannedTake
    let tools: BatchTools
    let picture: PictureSelection
    let planFolder: String
    /// Where the film lies until it is good, and the log.
    let folder: String
    let log: TakeLog
    let interruption: ConditionLock<Bool>
    let visibility: DisplayVisibility
    /// Told what the person has to know while it goes on.
    let tell: @Sendable (Notice) -> Void
    /// What the name of its folder for sockets begins with.
    let socketFolderPrefix: String
    /// What marks the attempt's processes.
    let mark: String

    private var clock: any MediaClock { tools.clock }

    /// Runs it; whatever comes of it, nothing of it lives on.
    ///
    /// - Parameter steps: takes what was done, also when the take fails.
    func run(noting steps: (StepLog) -> Void) throws(TakeError) -> Outcome {
        let sockets = try BatchFiles.makeSocketFolder(socketFolderPrefix)
        defer {
            LeftoverProcesses(mark: mark).end(clock)
            BatchFiles.removeFolder(sockets)
        }
        let deadline = clock.now + take.timeout
        var variables = environment
        var display: PrivateDisplay?
        if case .new(let size) = take.display {
            let made = try PrivateDisplay(
                size: size, scale: take.scale, visibility: visibility, folder: sockets, environment: variables,
                log: log, clock: clock)
            variables = made.environment
            display = made
        }
        defer { display?.end() }
        variables.merge(take.environment) { $1 }
        let surroundings = TakeSurroundings(
            clock: clock, log: log, variables: tools.environment, environment: variables, planFolder: planFolder,
            interruption: interruption)
        let stage =
            take.display == .none
            ? nil
            : TakeStage(
                display: display?.name, picture: picture, hasWindowManager: display?.hasWindowManager ?? true,
                clock: clock)
        defer { stage?.close() }
        do throws(TakeError) {
            return try play(on: stage, in: surroundings, sockets: sockets, until: deadline, noting: steps)
        } catch {
            if let display, visibility == .keptOnFailure, error != .interrupted, error != .retake {
                tell(.kept(display: display.name))
                try surroundings.sleep(until: MediaTime(nanoseconds: .max))
            }
            throw error
        }
    }

    private func play(
        on stage: TakeStage?,
        in surroundings: TakeSurroundings,
        sockets: String,
        until deadline: MediaTime,
        noting note: (StepLog) -> Void
    ) throws(TakeError) -> Outcome {
        var setup = StepPlayer(take, on: stage, program: nil, in: surroundings, until: deadline)
        defer { setup.close() }
        try setup.play(take.setup)
        let program = try startProgram(in: surroundings)
        defer { program?.end() }
        let outcome: Result<Outcome, TakeError>
        do throws(TakeError) {
            let conditions = TakeConditions(stage: stage, program: program, surroundings: surroundings)
            if let ready = take.ready {
                try conditions.wait(for: ready, until: deadline)
            } else if program != nil, stage != nil {
                try conditions.awaitAnyWindow(until: deadline)
            }
            // Not while it is filmed: that takes a moment.
            _ = try stage?.injector()
            outcome = .success(
                try film(on: stage, program, in: surroundings, sockets: sockets, until: deadline, noting: note))
        } catch {
            outcome = .failure(error)
        }
        try cleanUp(on: stage, program, in: surroundings, after: outcome)
        return try outcome.get()
    }

    /// Plays the steps that come last in any case; that they fail is told unless something else has failed before.
    private func cleanUp(
        on stage: TakeStage?,
        _ program: RunningProgram?,
        in surroundings: TakeSurroundings,
        after outcome: Result<Outcome, TakeError>
    ) throws(TakeError) {
        guard !take.cleanup.isEmpty else { return }
        var player = StepPlayer(
            take, on: stage, program: program, in: surroundings, until: clock.now + .seconds(30))
        defer { player.close() }
        do throws(TakeError) {
            try player.play(take.cleanup)
        } catch {
            log.note("cleanup: \(error.description)")
            if case .success = outcome { throw error }
        }
    }

    private func film(
        on stage: TakeStage?,
        _ program: RunningProgram?,
        in surroundings: TakeSurroundings,
        sockets: String,
        until deadline: MediaTime,
        noting note: (StepLog) -> Void
    ) throws(TakeError) -> Outcome {
        let recorder = try startRecorder(in: surroundings, sockets: sockets)
        defer { recorder.end() }
        if take.start == .key {
            try recorder.awaitArmed(until: clock.now + Self.recorderPatience)
            log.note("cue: \(take.cue ?? "")")
            tell(.cue(take.cue))
        }
        let started = try awaitStart(of: recorder, in: surroundings, until: deadline)
        var player = StepPlayer(
            take, on: stage, recorder: recorder, film: started, program: program, in: surroundings, until: deadline)
        defer {
            player.close()
            note(player.log)
        }
        do throws(TakeError) {
            try player.play(take.steps)
        } catch {
            // A step may have failed for that alone.
            try recorder.checkRetake()
            throw error
        }
        try end(recorder, after: &player, program, in: surroundings, until: deadline)
        try player.checkPlayers()
        let finished = try recorder.awaitFinish(until: clock.now + Self.recorderPatience)
        let duration = try FilmCheck(wanted: take.check).check(finished)
        return Outcome(film: finished.file, duration: duration, steps: player.log)
    }

    private func awaitStart(
        of recorder: RecorderProcess,
        in surroundings: TakeSurroundings,
        until deadline: MediaTime
    ) throws(TakeError) -> RecorderProcess.Started {
        guard take.start == .key else {
            return try recorder.awaitStart(until: min(deadline, clock.now + Self.recorderPatience))
        }
        // A presenter takes the time that it takes.
        while true {
            do throws(TakeError) {
                return try recorder.awaitStart(until: clock.now + .milliseconds(200))
            } catch {
                if recorder.isOver { throw error }
                if surroundings.interruption.read({ $0 }) { throw .interrupted }
            }
        }
    }

    /// Ends the film when the plan wants it to.
    private func end(
        _ recorder: RecorderProcess,
        after player: inout StepPlayer,
        _ program: RunningProgram?,
        in surroundings: TakeSurroundings,
        until deadline: MediaTime
    ) throws(TakeError) {
        switch take.stop {
        case .afterSteps(let hold): try player.hold(hold)
        case .programEnds:
            guard let program else {
                throw TakeError(
                    take.name, "it starts no program whose end could end it", help: "Write stop: {hold: 2s}.")
            }
            guard try surroundings.awaitEnd(of: program, until: deadline) != nil else {
                throw surroundings.timedOut(take)
            }
        case .key:
            while !recorder.isOver {
                try surroundings.sleep(until: clock.now + .milliseconds(50))
            }
        }
        try recorder.checkRetake()
        if !recorder.isOver { try recorder.ask(.stop) }
    }

    private func startProgram(in surroundings: TakeSurroundings) throws(TakeError) -> RunningProgram? {
        guard let program = take.program else { return nil }
        let words: [String]
        switch program {
        case .words(let given): words = given
        case .shell(let line): words = ["/bin/sh", "-c", line]
        case .terminal(let terminal): words = Self.words(terminal)
        }
        log.note("starts \(words)")
        let launch = ProgramLaunch(words, environment: surroundings.environment, folder: planFolder)
        return try RunningProgram(launch, called: words[0], log: log, clock: clock)
    }

    /// xterm is on every desktop, and looks the same everywhere.
    private static func words(_ terminal: PlanTerminal) -> [String] {
        let font = terminal.font ?? "DejaVu Sans Mono 14"
        let space = font.lastIndex(of: " ")
        let size = space.flatMap { Int(font[font.index(after: $0)...]) } ?? 14
        let face = space.map { String(font[..<$0]) } ?? font
        let geometry = terminal.size.map { "\($0.width)x\($0.height)" } ?? "100x28"
        let looks = ["-fa", face, "-fs", "\(size)", "-geometry", geometry, "-u8", "+sb", "-bc"].dropLast()
        return ["xterm"] + looks + ["-e", "/bin/sh", "-c", terminal.command]
    }

    private func startRecorder(in surroundings: TakeSurroundings, sockets: String) throws(TakeError) -> RecorderProcess
    {
        // The presenter's keys come first: the plan may name others.
        let start = take.start == .key ? ["--start=key", "--key=F9", "--key=discard=F8"] : ["--start=now", "--no-key"]
        let fileExtension = take.output.split(separator: ".").last.map(String.init) ?? "mp4"
        var environment = surroundings.environment
        environment["XDG_RUNTIME_DIR"] = sockets
        return try RecorderProcess(
            tools.recorder,
            arguments: start + take.recordArguments + ["--overwrite", "--output=\(folder)/film.\(fileExtension)"],
            environment: environment,
            runtimeFolder: sockets,
            log: log,
            clock: clock
        )
    }

    /// What all of the take's processes have: the batch's own, and what makes pictures the same each time.
    private var environment: [String: String] {
        var variables = tools.environment
        variables[LeftoverProcesses.variable] = mark
        guard case .new = take.display else { return variables }
        variables["LC_ALL"] = "C.UTF-8"
        variables["TZ"] = "UTC"
        variables["SOURCE_DATE_EPOCH"] = variables["SOURCE_DATE_EPOCH"] ?? "0"
        variables["XCURSOR_THEME"] = "default"
        variables["XCURSOR_SIZE"] = "\(24 * take.scale)"
        variables["GDK_SCALE"] = "\(take.scale)"
        variables["QT_SCALE_FACTOR"] = "\(take.scale)"
        // A screen that is shown is a window on the person's own.
        let own = visibility == .hidden ? ["DISPLAY", "XAUTHORITY"] : []
        for name in own + ["WAYLAND_DISPLAY", "PULSE_SERVER", "DBUS_SESSION_BUS_ADDRESS"] { variables[name] = nil }
        return variables
    }
}
