import DoubletakeMedia

/// Waits until a take's program and its screen are as the plan wants them.
struct TakeConditions {
    /// How often the windows are looked at.
    private static let interval = Duration.milliseconds(20)

    let stage: TakeStage?
    let program: RunningProgram?
    let surroundings: TakeSurroundings

    private var clock: any MediaClock { surroundings.clock }

    /// Waits until all of a condition is so, one part after the other.
    func wait(for condition: PlanCondition, until deadline: MediaTime) throws(TakeError) {
        let end = min(deadline, clock.now + (condition.within ?? PlanCondition.usualPatience))
        for part in condition.parts { try wait(for: part, until: end) }
    }

    /// Waits until a program that says nothing of when it is ready shows a window.
    func awaitAnyWindow(until deadline: MediaTime) throws(TakeError) {
        let end = min(deadline, clock.now + PlanCondition.usualPatience)
        try poll(until: end, for: "a window is shown") { () throws(TakeError) in try requireStage().hasWindows() }
    }

    private func wait(for part: PlanCondition.Part, until end: MediaTime) throws(TakeError) {
        switch part {
        case .window(let name):
            try poll(until: end, for: part.words) { () throws(TakeError) in
                guard let window = try requireStage().window(name) else { return false }
                try requireStage().focus(window)
                return true
            }
        case .closed(let name):
            try poll(until: end, for: part.words, .evenWithoutProgram) { () throws(TakeError) in
                try requireStage().window(name) == nil
            }
        case .output(let text):
            guard let program else { throw noProgram() }
            try poll(until: end, for: part.words, .evenWithoutProgram) { () throws(TakeError) in
                if program.awaitOutput(text, until: clock.now + Self.interval) { return true }
                if program.status != nil { throw ended(program, before: part.words) }
                return false
            }
        case .exit:
            guard let program else { throw noProgram() }
            try poll(until: end, for: part.words, .evenWithoutProgram) { () throws(TakeError) in
                program.awaitEnd(until: clock.now + Self.interval) != nil
            }
        case .still(let duration):
            let watch = try requireStage().observe()
            guard watch.awaitStillness(of: duration, until: end) else { throw notSo(part.words) }
        }
    }

    /// Whether it is still worth waiting when the take's program has ended.
    private enum Worth {
        case whileProgramRuns
        case evenWithoutProgram
    }

    private func poll(
        until end: MediaTime,
        for words: String,
        _ worth: Worth = .whileProgramRuns,
        _ isSo: () throws(TakeError) -> Bool
    ) throws(TakeError) {
        while try !isSo() {
            // One that has ended well may have left the work to others.
            if worth == .whileProgramRuns, let program, let status = program.status, status != 0 {
                throw ended(program, before: words)
            }
            if clock.now >= end { throw program?.status == nil ? notSo(words) : ended(program, before: words) }
            try surroundings.sleep(until: clock.now + Self.interval)
        }
    }

    private func requireStage() throws(TakeError) -> TakeStage {
        guard let stage else { throw TakeError("the take", "it has no screen", help: "Write display: new.") }
        return stage
    }

    private func noProgram() -> TakeError {
        TakeError("the take", "it starts no program that could be waited for", help: "Write run:, shell: or terminal:.")
    }

    private func ended(_ program: RunningProgram?, before words: String) -> TakeError {
        guard let program else { return notSo(words) }
        let last = program.lastWords
        return TakeError(
            program.name,
            "it ended with status \(program.status ?? 0) before \(words)" + (last.isEmpty ? "" : ": \(last)"),
            help: "Look into the take's log."
        )
    }

    private func notSo(_ words: String) -> TakeError {
        TakeError("the take", "it took too long until \(words)", help: "Allow more time with within:.")
    }
}
