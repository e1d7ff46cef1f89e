import DoubletakeControl
import DoubletakeMedia

/// One step of a take.
struct PlanStep: PlanValue {
    /// What is done.
    enum Action: Hashable, Sendable {
        case wait(Duration)
        /// Nil where the pointer is.
        case click(PlanClick)
        case type(PlanText)
        case key(KeyDescription)
        case move(PlanPoint, over: Duration)
        /// Clicks of the wheel; below zero towards the person.
        case scroll(Int)
        case until(PlanCondition)
        case mark(String)
        case play(file: String, to: PlanSound)
        case layout(String)
        case camera(PlanSwitch)
        case swap
        case pause
        case resume
        case shell(String)
        case screenshot(String)

        /// Whether it can be done where there is no screen.
        var needsNoScreen: Bool {
            switch self {
            case .wait, .mark, .play, .layout, .camera, .swap, .pause, .resume, .shell: true
            case .click, .type, .key, .move, .scroll, .until, .screenshot: false
            }
        }

        /// Whether it is asked of the recorder.
        var needsRecorder: Bool {
            switch self {
            case .mark, .layout, .camera, .swap, .pause, .resume: true
            case .wait, .click, .type, .key, .move, .scroll, .until, .play, .shell, .screenshot: false
            }
        }
    }

    let place: YAMLNode.Place
    let action: Action

    static var schema: PlanSchema { PlanStepKeys.schema }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        place = node.place
        action = try PlanStepKeys(node, reader).action(node, reader)
    }
}

extension PlanStep: PlanContainer {
    static var contents: any PlanValue.Type { PlanStepKeys.self }
}

/// The keys of a step: one that says what is done, and those that say how.
struct PlanStepKeys: PlanObject {
    var wait: Duration?
    var click: PlanClick?
    var type: PlanText?
    var key: KeyDescription?
    var move: PlanTarget?
    var scroll: Int?
    var until: PlanCondition?
    var mark: String?
    var play: String?
    var layout: String?
    var camera: PlanSwitch?
    var swap: Bool?
    var pause: Bool?
    var resume: Bool?
    var shell: String?
    var screenshot: String?

    var over: Duration?
    var within: Duration?
    var track: PlanSound?

    static let subject = "a step"
    static let schemaName = "step"

    static var fields: [PlanField<PlanStepKeys>] {
        [
            PlanField("wait", \.wait, .optional, "does nothing for that long"),
            PlanField("click", \.click, .optional, "clicks: {at: [X, Y], button: left, times: 1}"),
            PlanField("type", \.type, .optional, "types a text, or {secret: VARIABLE}"),
            PlanField("key", \.key, .optional, "presses a key such as Return or Ctrl+S"),
            PlanField("move", \.move, .optional, "moves the pointer: {at: [X, Y]}"),
            PlanField("scroll", \.scroll, .optional, "turns the wheel by so many clicks; below zero is down"),
            PlanField("until", \.until, .optional, "waits until something is so"),
            PlanField("mark", \.mark, .optional, "puts a chapter of that name into the film"),
            PlanField("play", \.play, .optional, "plays a sound file"),
            PlanField("layout", \.layout, .optional, "places the pictures in that way"),
            PlanField("camera", \.camera, .optional, "on or off"),
            PlanField("swap", \.swap, .optional, "true: exchanges the first two pictures"),
            PlanField("pause", \.pause, .optional, "true: pauses the film"),
            PlanField("resume", \.resume, .optional, "true: goes on with it"),
            PlanField("shell", \.shell, .optional, "runs a shell line to its end"),
            PlanField("screenshot", \.screenshot, .optional, "writes what is recorded into a PNG"),
            PlanField("over", \.over, .optional, "how long move takes (300ms)"),
            PlanField("within", \.within, .optional, "how long until may take (20s)"),
            PlanField("track", \.track, .optional, "where play is heard: apps or mic (apps)"),
        ]
    }

    /// What the keys mean together.
    func action(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) -> PlanStep.Action {
        let found = actions()
        guard let action = found.first else {
            throw reader.error(
                node, "nothing is to be done", help: "Write one of: \(Self.actionNames.joined(separator: ", ")).")
        }
        guard found.count == 1 else {
            let names = found.map(\.name).joined(separator: " and ")
            throw reader.error(node, "\(names) can't be one step", help: "Write a step for each.")
        }
        for (name, isGiven, owner) in [
            ("over", over != nil, "move"), ("within", within != nil, "until"), ("track", track != nil, "play"),
        ] where isGiven && action.name != owner {
            throw reader.error(node, "\(name) belongs to \(owner), not to \(action.name)", help: "Leave \(name) out.")
        }
        return action.action
    }

    private static var actionNames: [String] {
        fields.map(\.name).filter { !["over", "within", "track"].contains($0) }
    }

    private func actions() -> [(name: String, action: PlanStep.Action)] {
        var condition = until
        if let within { condition?.within = within }
        let candidates: [(String, PlanStep.Action?)] = [
            ("wait", wait.map { .wait($0) }),
            ("click", click.map { .click($0) }),
            ("type", type.map { .type($0) }),
            ("key", key.map { .key($0) }),
            ("move", move.map { .move($0.at, over: over ?? .milliseconds(300)) }),
            ("scroll", scroll.map { .scroll($0) }),
            ("until", condition.map { .until($0) }),
            ("mark", mark.map { .mark($0) }),
            ("play", play.map { .play(file: $0, to: track ?? .apps) }),
            ("layout", layout.map { .layout($0) }),
            ("camera", camera.map { .camera($0) }),
            ("swap", swap == true ? .swap : nil),
            ("pause", pause == true ? .pause : nil),
            ("resume", resume == true ? .resume : nil),
            ("shell", shell.map { .shell($0) }),
            ("screenshot", screenshot.map { .screenshot($0) }),
        ]
        return candidates.compactMap { name, action in action.map { (name, $0) } }
    }
}

/// A press of a button of the mouse.
struct PlanClick: PlanObject, Hashable {
    enum Button: String, PlanValue, CaseIterable {
        case left
        case middle
        case right

        static var schema: PlanSchema { .choice(allCases.map(\.rawValue)) }

        init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
            self = try reader.choice(node, Self.allCases.map { ($0.rawValue, $0) })
        }
    }

    var at: PlanPoint?
    var button = Button.left
    var times = 1

    static let subject = "a click"
    static let schemaName = "click"

    static var fields: [PlanField<PlanClick>] {
        [
            PlanField("at", \.at, .optional, "where, in the film's pixels (where the pointer is)"),
            PlanField("button", \.button, .optional, "left, middle or right (left)"),
            PlanField("times", \.times, .optional, "2 for a double click (1)"),
        ]
    }

    func check(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        guard (1...10).contains(times) else {
            throw reader.error(node, "times is \(times)", help: "Write a number from 1 to 10.")
        }
    }
}

/// Where the pointer is to go.
struct PlanTarget: PlanObject, Hashable {
    var at = PlanPoint(x: 0, y: 0)

    static let subject = "a move"
    static let schemaName = "move"

    static var fields: [PlanField<PlanTarget>] {
        [PlanField("at", \.at, .required, "where, in the film's pixels")]
    }
}

/// What is typed.
enum PlanText: PlanValue, Hashable {
    case text(String)
    /// What a variable of the environment has, and nobody is to read.
    case secret(variable: String)

    static var schema: PlanSchema { .any([String.schema, .object(name: PlanSecret.schemaName)]) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        if case .mapping = node.content {
            self = .secret(variable: try PlanSecret(node, reader).variable)
        } else {
            self = .text(try reader.text(node))
        }
    }
}

extension PlanText: PlanContainer {
    static var contents: any PlanValue.Type { PlanSecret.self }
}

/// A text that only the environment knows.
struct PlanSecret: PlanObject {
    var variable = ""

    static let subject = "what is typed (a text with a colon in it needs quotes)"
    static let schemaName = "secret"

    static var fields: [PlanField<PlanSecret>] {
        [PlanField("secret", \.variable, .required, "the variable that has it")]
    }
}

/// Where a sound is heard.
enum PlanSound: String, PlanValue, CaseIterable {
    case apps
    case mic

    static var schema: PlanSchema { .choice(allCases.map(\.rawValue)) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = try reader.choice(node, Self.allCases.map { ($0.rawValue, $0) })
    }
}

/// On or off; YAML 1.1 would take both words for truth values.
enum PlanSwitch: String, PlanValue, CaseIterable {
    case on
    case off

    static var schema: PlanSchema { .choice(allCases.map(\.rawValue)) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = try reader.choice(node, Self.allCases.map { ($0.rawValue, $0) })
    }
}
