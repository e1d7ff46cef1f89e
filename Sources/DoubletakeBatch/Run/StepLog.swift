import DoubletakeMedia

/// What was done when, in the film's time.
struct StepLog: Sendable {
    /// One step.
    struct Entry: Sendable, Codable {
        /// From the film's beginning, in seconds; nil for a step that isn't filmed.
        let time: Double?
        /// How long it took, in seconds.
        let duration: Double
        /// What was done, in words, without secrets.
        let step: String
        /// The line of the plan.
        let line: Int
    }

    private(set) var entries: [Entry] = []

    mutating func add(_ step: PlanStep, from start: Duration?, for duration: Duration) {
        entries.append(
            Entry(
                time: start.map { Self.rounded($0) },
                duration: Self.rounded(duration),
                step: step.action.words,
                line: step.place.line
            )
        )
    }

    /// All steps as JSON.
    var json: String {
        JSONText.pretty(entries)
    }

    /// The filmed steps as captions in WebVTT.
    var captions: String {
        let filmed = entries.filter { $0.time != nil }
        let cues = filmed.enumerated().map { index, entry in
            let start = entry.time ?? 0
            let next = index + 1 < filmed.count ? filmed[index + 1].time : nil
            let end = max(next ?? start + max(entry.duration, 1), start + 0.001)
            // A caption must have no arrow in it, and ends at an empty line.
            let text = entry.step.replacing("-->", with: "->").replacing("\n", with: " ")
            return "\(Self.clock(start)) --> \(Self.clock(end))\n\(text)\n"
        }
        return (["WEBVTT\n"] + cues).joined(separator: "\n")
    }

    private static func rounded(_ duration: Duration) -> Double {
        (duration.inSeconds * 1000).rounded() / 1000
    }

    /// `00:01:02.345`.
    private static func clock(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        func padded(_ number: Int, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(width - text.count, 0)) + text
        }
        let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
        let (whole, rest) = (milliseconds / 1000 % 60, milliseconds % 1000)
        return "\(padded(hours, 2)):\(padded(minutes, 2)):\(padded(whole, 2)).\(padded(rest, 3))"
    }
}

extension PlanStep.Action {
    /// What is done, for people; a secret stays one.
    var words: String {
        switch self {
        case .wait(let duration): "wait \(duration.inSeconds)s"
        case .click(let click):
            "click" + (click.button == .left ? "" : " \(click.button.rawValue)")
                + (click.at.map { " at \($0.x),\($0.y)" } ?? "") + (click.times > 1 ? " \(click.times) times" : "")
        case .type(.text(let text)): "type \(text.debugDescription)"
        case .type(.secret(let variable)): "type the secret \(variable)"
        case .key(let key): "press \(key)"
        case .move(let point, _): "move to \(point.x),\(point.y)"
        case .scroll(let clicks): "scroll \(clicks)"
        case .until(let condition): "wait until \(condition.words)"
        case .mark(let name): "mark \(name.debugDescription)"
        case .play(let file, let sound): "play \(file) to \(sound.rawValue)"
        case .layout(let name): "layout \(name)"
        case .camera(let state): "camera \(state.rawValue)"
        case .swap: "swap"
        case .pause: "pause"
        case .resume: "resume"
        case .shell(let line): "shell \(line)"
        case .screenshot(let file): "screenshot \(file)"
        }
    }
}

extension PlanCondition {
    /// What is waited for, for people.
    var words: String {
        parts.map(\.words).joined(separator: " and ")
    }
}
