import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB

/// Taps on the preview's picture mean what the table of presses says: random sequences of single and double taps, beside
/// a model of that table.
package struct TapsScenario: Scenario {
    private static let size = PixelSize(width: 640, height: 360)
    private static let doublePressTime = Duration.milliseconds(400)

    private let sequenceCount: Int
    private let gestureCount: Int
    private let bounds: Bounds

    /// What is wanted of times.
    private struct Bounds {
        /// How long after a tap it is said that a film has begun.
        let answer: Duration
        /// How far a film's length may be from that between the taps.
        let length: Duration
    }

    /// Describes the scenario.
    package init(_ form: ScenarioForm = .long) {
        switch form {
        case .long:
            (sequenceCount, gestureCount) = (20, 6)
            // What it takes to say so, and to read it, is beside that.
            bounds = Bounds(answer: Self.doublePressTime + .milliseconds(50), length: .milliseconds(70))
        case .short:
            (sequenceCount, gestureCount) = (2, 5)
            bounds = Bounds(answer: .seconds(5), length: .milliseconds(700))
        }
    }

    /// What a person does.
    private enum Gesture: CaseIterable {
        case single
        case double
        /// The key P, which pauses.
        case pause
    }

    /// The table of presses.
    private struct Model {
        enum State {
            case armed
            case recording
            case paused
        }

        private(set) var state = State.armed

        /// The events that a gesture leads to.
        mutating func take(_ gesture: Gesture) -> [String] {
            let (next, events): (State, [String]) =
                switch (state, gesture) {
                case (.armed, .single): (.recording, ["started"])
                case (.armed, .double): (.armed, ["cancelled"])
                case (.armed, .pause): (.armed, [])
                case (.recording, .single): (.recording, [])
                case (.recording, .double): (.armed, ["finished"])
                case (.recording, .pause): (.paused, ["paused"])
                case (.paused, .single), (.paused, .pause): (.recording, ["resumed"])
                // The first of the two resumes, and the film ends all the same where it was paused.
                case (.paused, .double): (.armed, ["resumed", "finished"])
                }
            state = next
            return events
        }
    }

    /// What was measured over all sequences.
    private struct Findings {
        var goodSequences = 0
        var answers: [Duration] = []
        var lengths: [Duration] = []
        var filmCount = 0
    }

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 800, height: 600))
        let client = try X11TestClient(desktop.screen)
        let recorder = try RunningRecorder(
            [
                tool, "preview", "--json", "--no-sound", "--no-key", "--camera", "test:counter", "--layout", "single",
                "--size", "\(Self.size)", desktop.file("film.mp4"),
            ],
            environment: desktop.environment
        )
        try recorder.awaitEvent("armed")
        var generator = SeededGenerator(seed: 7)
        var findings = Findings()
        for _ in 0..<sequenceCount { try play(recorder, client, &generator, &findings) }
        recorder.send(2)
        var report = ScenarioReport()
        report.add("status", try recorder.awaitEnd(), wanted: 0)
        report.add("sequences as in the table", findings.goodSequences, ofAll: sequenceCount)
        report.add(note: "films", Double(findings.filmCount))
        let answer = findings.answers.max() ?? .seconds(1_000)
        let answerBound = bounds.answer.inSeconds * 1000
        report.add("started after its tap", (answer.inSeconds * 1000).rounded(), unit: " ms", atMost: answerBound)
        let length = findings.lengths.max() ?? .seconds(1_000)
        let lengthBound = bounds.length.inSeconds * 1000
        report.add(
            "a film's length beside that between its taps", (length.inSeconds * 1000).rounded(), unit: " ms",
            atMost: lengthBound)
        let names = try desktop.folder.contents().filter { $0.hasPrefix("film") }
        report.add("files", names.count, wanted: findings.filmCount)
        return report
    }

    /// Plays random gestures, and at last whatever stops.
    private func play(
        _ recorder: RunningRecorder,
        _ client: X11TestClient,
        _ generator: inout SeededGenerator,
        _ findings: inout Findings
    ) throws {
        var (model, isGood) = (Model(), true)
        var (begun, pauseBegan, paused) = (MediaTime.zero, MediaTime.zero, Duration.zero)
        var gestures = (0..<gestureCount).map { _ in Gesture.allCases.randomElement(using: &generator) ?? .single }
        while let gesture = gestures.isEmpty ? (model.state == .armed ? nil : .double) : gestures.removeFirst() {
            let (before, wasPaused) = (recorder.events.count, model.state == .paused)
            let time = try perform(gesture, client, &generator)
            let wanted = model.take(gesture)
            let told = try wanted.map { try recorder.awaitEvent($0) }
            switch wanted.last {
            case "started":
                (begun, paused) = (time, .zero)
                if let told = told.last { findings.answers.append(told.arrival - time) }
            case "paused": pauseBegan = time
            case "resumed": paused += time - pauseBegan
            case "finished":
                let wantedLength = (wasPaused ? pauseBegan : time) - begun - paused
                let length = Duration.seconds(told.last?.numbers["duration"] ?? 0)
                findings.lengths.append(max(length - wantedLength, wantedLength - length))
                findings.filmCount += 1
                try recorder.awaitEvent("armed")
            default: break
            }
            // A gesture is over when no other tap can belong to it, and an event of no use would have come.
            Pace(MonotonicClock()).wait(for: .milliseconds(Int.random(in: 650...800, using: &generator)))
            let kinds = recorder.events[before...].map(\.kind).filter(Self.isOfTaps)
            isGood = isGood && kinds == wanted
        }
        if isGood { findings.goodSequences += 1 }
    }

    private static func isOfTaps(_ kind: String) -> Bool {
        ["started", "cancelled", "paused", "resumed", "finished", "failed", "marker"].contains(kind)
    }

    /// - Returns: when it was done, or the first part of it.
    private func perform(
        _ gesture: Gesture,
        _ client: X11TestClient,
        _ generator: inout SeededGenerator
    ) throws -> MediaTime {
        let clock = MonotonicClock()
        let (x, y) = (Int.random(in: 20..<600, using: &generator), Int.random(in: 20..<340, using: &generator))
        try client.movePointer(x: x, y: y)
        let time = clock.now
        switch gesture {
        case .pause: try client.type(0x70)
        case .single: try client.connection.clickTestButton()
        case .double:
            try client.connection.clickTestButton()
            let pause = Duration.milliseconds(Int.random(in: 80...300, using: &generator))
            Pace(clock).wait(until: time + pause)
            try client.connection.clickTestButton()
        }
        return time
    }
}
