import DoubletakeControl
import DoubletakeMedia
import Glibc

/// Plays the steps of a take, one after the other, at the times that the plan gives them.
///
/// What takes a known time begins when the one before was to be over, however long that really took; what waits for
/// something sets the clock anew. So a film is the same each time. One thread uses it.
struct StepPlayer {
    /// How smoothly the pointer moves: as often as a screen shows something new.
    private static let glideInterval = Duration.nanoseconds(16_666_667)
    /// How long programs have to learn what was put on free keys; shorter, and a slow one types something else.
    private static let keyboardPatience = Duration.milliseconds(300)

    let take: PlannedTake
    let stage: TakeStage?
    let recorder: RecorderProcess?
    let filmSize: PixelSize?
    /// When the film began; nil for steps that aren't filmed.
    let filmStart: MediaTime?
    let program: RunningProgram?
    let surroundings: TakeSurroundings
    /// The instant by which the take has to be over.
    let deadline: MediaTime
    private(set) var log = StepLog()
    /// When the next step is to begin.
    private var due: MediaTime
    private var pauseStart: MediaTime?
    private var pausedDuration = Duration.zero
    private var players: [RunningProgram] = []

    private var clock: any MediaClock { surroundings.clock }

    init(
        _ take: PlannedTake,
        on stage: TakeStage?,
        recorder: RecorderProcess? = nil,
        film: RecorderProcess.Started? = nil,
        program: RunningProgram?,
        in surroundings: TakeSurroundings,
        until deadline: MediaTime
    ) {
        self.take = take
        self.stage = stage
        self.recorder = recorder
        filmSize = film?.size
        filmStart = film?.instant
        self.program = program
        self.surroundings = surroundings
        self.deadline = deadline
        due = film?.instant ?? surroundings.clock.now
    }

    /// Plays them; throws with the step's line at the first that fails.
    mutating func play(_ steps: [PlanStep]) throws(TakeError) {
        for step in steps {
            let start = clock.now
            surroundings.log.note("step: \(step.action.words)")
            do throws(TakeError) {
                try play(step.action)
            } catch {
                add(step, from: start)
                throw TakeError(
                    "\(error.subject) (step in line \(step.place.line): \(step.action.words))", error.reason,
                    help: error.help)
            }
            add(step, from: start)
        }
    }

    /// Waits until the last step is over, and a while longer.
    mutating func hold(_ duration: Duration) throws(TakeError) {
        try rest(duration)
    }

    /// Ends what still plays.
    func close() {
        for player in players { player.end() }
    }

    private mutating func add(_ step: PlanStep, from start: MediaTime) {
        let now = pauseStart ?? start
        log.add(step, from: filmStart.map { now - $0 - pausedDuration }, for: clock.now - start)
    }

    private mutating func play(_ action: PlanStep.Action) throws(TakeError) {
        switch action {
        case .wait(let duration): try rest(duration)
        case .click(let click): try play(click)
        case .type(let text): try type(text)
        case .key(let key):
            let hands = try hands()
            try TakeError.wrap { () throws(InputError) in try hands.press(key) }
        case .move(let point, let duration): try glide(to: point, over: duration)
        case .scroll(let clicks):
            let hands = try hands()
            for _ in 0..<abs(clicks) {
                try TakeError.wrap { () throws(InputError) in try hands.click(button: clicks > 0 ? 4 : 5) }
                try rest(.milliseconds(40))
            }
        case .until(let condition):
            try TakeConditions(stage: stage, program: program, surroundings: surroundings)
                .wait(for: condition, until: deadline)
            due = clock.now
        case .mark(let name): try ask(.mark, name: name)
        case .play(let file, let sound): try play(file, to: sound)
        case .layout(let name): try ask(.layout, name: name)
        case .camera(let state): try ask(state == .on ? .cameraOn : .cameraOff)
        case .swap: try ask(.swap)
        case .pause:
            try ask(.pause)
            pauseStart = pauseStart ?? clock.now
        case .resume:
            try ask(.resume)
            if let start = pauseStart { pausedDuration += clock.now - start }
            pauseStart = nil
            due = clock.now
        case .shell(let line): try run(line)
        case .screenshot(let file): try screenshot(file)
        }
    }

    private func ask(_ verb: ControlVerb, name: String? = nil) throws(TakeError) {
        guard let recorder else {
            throw TakeError("the film", "it isn't recorded here", help: "Move the step to steps:.")
        }
        try recorder.ask(verb, name: name)
    }

    private func hands() throws(TakeError) -> any InputInjector {
        guard let stage else { throw TakeError("the take", "it has no screen", help: "Write display: new.") }
        return try stage.injector()
    }

    /// Lets the plan's time go on, and waits for it.
    private mutating func rest(_ duration: Duration) throws(TakeError) {
        due = due + duration
        try recorder?.checkRetake()
        try surroundings.sleep(until: min(due, deadline))
        if clock.now >= deadline { throw surroundings.timedOut(take) }
        // A machine that was too busy for a while doesn't hurry through what follows.
        if clock.now - due > .milliseconds(100) { due = clock.now }
    }

    private mutating func play(_ click: PlanClick) throws(TakeError) {
        let hands = try hands()
        if let point = click.at { try glide(to: point, over: .milliseconds(200)) }
        let button =
            switch click.button {
            case .left: 1
            case .middle: 2
            case .right: 3
            }
        for _ in 0..<click.times {
            try TakeError.wrap { () throws(InputError) in try hands.click(button: button) }
            try rest(.milliseconds(80))
        }
    }

    /// Moves as a hand does: it speeds up and slows down.
    private mutating func glide(to point: PlanPoint, over duration: Duration) throws(TakeError) {
        let hands = try hands()
        guard let stage else { return }
        let target = try stage.place(of: point, filmSize: filmSize)
        let start = try TakeError.wrap { () throws(InputError) in try hands.pointerPosition() }
        let count = max(1, Int((duration / Self.glideInterval).rounded()))
        for step in 1...count {
            let part = Double(step) / Double(count)
            let eased = part * part * (3 - 2 * part)
            let x = Double(start.x) + Double(target.x - start.x) * eased
            let y = Double(start.y) + Double(target.y - start.y) * eased
            try TakeError.wrap { () throws(InputError) in
                try hands.movePointer(x: Int(x.rounded()), y: Int(y.rounded()))
            }
            try rest(.nanoseconds(Int64((duration / count).inSeconds * 1e9)))
        }
    }

    private mutating func type(_ text: PlanText) throws(TakeError) {
        let hands = try hands()
        let characters: String
        switch text {
        case .text(let text): characters = text
        case .secret(let variable):
            guard let secret = surroundings.variables[variable] else {
                throw TakeError(variable, "this variable isn't set", help: "Set it in the environment of the batch.")
            }
            characters = secret
        }
        let isNew = try TakeError.wrap { () throws(InputError) in try hands.prepare(toType: characters) }
        if isNew {
            try surroundings.sleep(until: clock.now + Self.keyboardPatience)
            due = clock.now
        }
        for character in characters.unicodeScalars {
            try TakeError.wrap { () throws(InputError) in try hands.type(character) }
            try rest(take.typing.interval)
        }
    }

    private func run(_ line: String) throws(TakeError) {
        let launch = ProgramLaunch(
            ["/bin/sh", "-c", line], environment: surroundings.environment, folder: surroundings.planFolder)
        let program = try RunningProgram(launch, called: "shell", log: surroundings.log, clock: clock)
        defer { program.end() }
        guard let status = try surroundings.awaitEnd(of: program, until: deadline) else {
            throw surroundings.timedOut(take)
        }
        guard status == 0 else {
            throw TakeError(
                "the shell line", "it ended with status \(status): \(program.lastWords)", help: "Correct the line.")
        }
    }

    /// Begins to play a file; it goes on beside the next steps.
    private mutating func play(_ file: String, to sound: PlanSound) throws(TakeError) {
        let path = BatchFiles.path(file, in: surroundings.planFolder)
        guard BatchFiles.isReadable(path) else {
            throw TakeError(
                path, "this sound file can't be read", help: "Correct its name; it is relative to the plan.")
        }
        let device = sound == .mic ? ["--device=voice"] : []
        let launch = ProgramLaunch(["paplay"] + device + [path], environment: surroundings.environment)
        players.append(try RunningProgram(launch, called: "paplay", log: surroundings.log, clock: clock))
    }

    /// What was played has been played to its end.
    func checkPlayers() throws(TakeError) {
        for player in players {
            if let status = player.status, status != 0 {
                throw TakeError(
                    "paplay", "it ended with status \(status): \(player.lastWords)", help: "Use another file.")
            }
        }
    }

    private func screenshot(_ file: String) throws(TakeError) {
        guard let stage else { throw TakeError("the take", "it has no screen", help: "Write display: new.") }
        try TakePicture.write(stage, to: surroundings.outputPath(file), until: deadline)
    }
}
