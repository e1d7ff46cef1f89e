import DoubletakeMedia

/// One take as the plan has it: what is started, what is done with it, and how it is recorded.
struct PlanTake: PlanObject {
    var name = ""
    var display: PlanDisplay?
    var scale: Int?
    var env: [String: String] = [:]
    var run: [String]?
    var shell: String?
    var terminal: PlanTerminal?
    var ready: PlanCondition?
    var setup: [PlanStep] = []
    var steps: [PlanStep] = []
    var cleanup: [PlanStep] = []
    var start: PlanStart?
    var cue: String?
    var record = PlanRecordOptions()
    var typing: TypingSpeed?
    var stop: PlanStop?
    var check: PlanCheck?
    var retries: Int?
    var timeout: Duration?
    var output: String?
    var exports: [PlanExport] = []
    var matrix: PlanMatrix?

    static let subject = "a take"
    static let schemaName = "take"

    static var fields: [PlanField<PlanTake>] {
        sharedFields(\.self) + [
            PlanField("name", \.name, .required, "what the take is called; part of file names"),
            PlanField("matrix", \.matrix, .optional, "this take once for each combination of these values"),
            PlanField("run", \.run, .optional, "the program and its arguments, a list of texts"),
            PlanField("shell", \.shell, .optional, "a shell line in place of run"),
            PlanField("terminal", \.terminal, .optional, "a terminal with a program in place of run"),
            PlanField("setup", \.setup, .optional, "steps before the film"),
            PlanField("steps", \.steps, .optional, "what is done while it is filmed"),
            PlanField("cleanup", \.cleanup, .optional, "steps after the film, whatever has happened"),
            PlanField("cue", \.cue, .optional, "what is shown to the presenter before the film"),
            PlanField("exports", \.exports, .optional, "files that are made of the film"),
        ]
    }

    /// The keys that `defaults` may have as well.
    static func sharedFields<Object>(_ take: WritableKeyPath<Object, PlanTake>) -> [PlanField<Object>] {
        [
            PlanField(
                "display", take.appending(path: \.display), .optional,
                "new, or its size, for a screen and sound of the take's own (1280x720); current; none for cameras only"),
            PlanField("scale", take.appending(path: \.scale), .optional, "how large programs draw: 1 or 2 (1)"),
            PlanField("env", take.appending(path: \.env), .optional, "variables of the environment"),
            PlanField("ready", take.appending(path: \.ready), .optional, "what is waited for before the film begins"),
            PlanField("start", take.appending(path: \.start), .optional, "auto, or key for a presenter's press (auto)"),
            PlanField("record", take.appending(path: \.record), .optional, "options of `record` without their dashes"),
            PlanField("typing", take.appending(path: \.typing), .optional, "how fast is typed (12/s)"),
            PlanField("stop", take.appending(path: \.stop), .optional, "when the film ends (1s after the last step)"),
            PlanField("check", take.appending(path: \.check), .optional, "what the film has to be like"),
            PlanField("retries", take.appending(path: \.retries), .optional, "how often a failed take is repeated (0)"),
            PlanField("timeout", take.appending(path: \.timeout), .optional, "how long a take may last (2m)"),
            PlanField("output", take.appending(path: \.output), .optional, "the film ({name}.mp4)"),
        ]
    }

    func check(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        if let fault = Self.fault(inName: name) {
            throw reader.error(
                node, "\(name.debugDescription) is no name for a take: \(fault)", help: "Use letters, digits, - and _.")
        }
        let programs = [run == nil ? nil : "run", shell == nil ? nil : "shell", terminal == nil ? nil : "terminal"]
        let given = programs.compactMap(\.self)
        if given.count > 1 {
            throw reader.error(
                node, "\(given.joined(separator: " and ")) both say what is started", help: "Keep one of them.")
        }
        if let run, run.first?.isEmpty != false {
            throw reader.error(node, "run names no program", help: "Write run: [PROGRAM, ARGUMENT, ...].")
        }
        if display == PlanDisplay.none, !given.isEmpty || !steps.allSatisfy(\.action.needsNoScreen) {
            throw reader.error(
                node, "a take with display: none has no screen for a program or a click", help: "Write display: new.")
        }
        if let scale, !(1...4).contains(scale) {
            throw reader.error(node, "scale is \(scale)", help: "Write a number from 1 to 4.")
        }
        if let retries, !(0...20).contains(retries) {
            throw reader.error(node, "retries is \(retries)", help: "Write a number from 0 to 20.")
        }
    }

    /// What is wrong with a take's name, which becomes the name of folders; nil for nothing.
    static func fault(inName name: String) -> String? {
        if name.isEmpty || name == "." || name == ".." { return "it names no file" }
        if name.contains("/") { return "it has a / in it" }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "it has a control character in it"
        }
        return name.utf8.count > 100 ? "it is longer than 100 bytes" : nil
    }
}

/// What holds for all takes that don't say otherwise.
struct PlanDefaults: PlanObject {
    var take = PlanTake()

    static let subject = "defaults"
    static let schemaName = "defaults"

    static var fields: [PlanField<PlanDefaults>] { PlanTake.sharedFields(\.take) }
}

/// Where a take is played.
enum PlanDisplay: PlanValue, Hashable {
    /// On an X server and a sound server of its own; nil for the size that the plan's defaults say.
    case new(PixelSize?)
    /// On the person's own.
    case current
    /// Nowhere: only cameras are recorded.
    case none

    static var schema: PlanSchema { .any([.choice(["new", "current", "none"]), .text(pattern: "^[0-9]+x[0-9]+$")]) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = try reader.value(node, expected: "new, current, none, or a size such as 1280x720") { text in
            switch text {
            case "new": .new(nil)
            case "current": .current
            case "none": .some(.none)
            default: PixelSize(text: text).map { .new($0) }
            }
        }
    }
}

/// A terminal that is recorded.
struct PlanTerminal: PlanObject, Hashable {
    var command = ""
    var size: PixelSize?
    var font: String?

    static let subject = "a terminal"
    static let schemaName = "terminal"

    static var fields: [PlanField<PlanTerminal>] {
        [
            PlanField("command", \.command, .required, "the program in it, a shell line"),
            PlanField("size", \.size, .optional, "columns and rows (100x28)"),
            PlanField("font", \.font, .optional, "the font and its size (DejaVu Sans Mono 14)"),
        ]
    }
}

/// How a film begins.
enum PlanStart: String, PlanValue, CaseIterable {
    /// By itself.
    case auto
    /// When the presenter presses the key.
    case key

    static var schema: PlanSchema { .choice(allCases.map(\.rawValue)) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = try reader.choice(node, Self.allCases.map { ($0.rawValue, $0) })
    }
}

/// How a film ends.
struct PlanStop: PlanObject, Hashable {
    enum Occasion: String, PlanValue, CaseIterable {
        /// The program ends.
        case exit
        /// The presenter presses the key twice.
        case key

        static var schema: PlanSchema { .choice(allCases.map(\.rawValue)) }

        init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
            self = try reader.choice(node, Self.allCases.map { ($0.rawValue, $0) })
        }
    }

    var hold: Duration?
    var when: Occasion?

    static let subject = "stop"
    static let schemaName = "stop"

    static var fields: [PlanField<PlanStop>] {
        [
            PlanField("hold", \.hold, .optional, "how long the film goes on after the last step (1s)"),
            PlanField("when", \.when, .optional, "exit: when the program ends; key: at two presses of the key"),
        ]
    }
}

/// What a film has to be like to be good.
struct PlanCheck: PlanObject, Hashable {
    var minimumDuration: Duration?
    var maximumDuration: Duration?
    var sound: Bool?
    var changes: Bool?

    static let subject = "check"
    static let schemaName = "check"

    static var fields: [PlanField<PlanCheck>] {
        [
            PlanField("min-duration", \.minimumDuration, .optional, "the shortest that it may be"),
            PlanField("max-duration", \.maximumDuration, .optional, "the longest that it may be"),
            PlanField("sound", \.sound, .optional, "true: something is heard; false: nothing is"),
            PlanField("changes", \.changes, .optional, "true: the picture changes"),
        ]
    }
}

/// A file that is made of a finished film.
struct PlanExport: PlanObject, Hashable {
    var file = ""
    var from: Duration?
    var to: Duration?
    var speed: String?
    var size: PixelSize?

    static let subject = "an export"
    static let schemaName = "export"

    static var fields: [PlanField<PlanExport>] {
        [
            PlanField("file", \.file, .required, "its name; the extension says what: gif, webm, mp4, mov, mkv, png"),
            PlanField("from", \.from, .optional, "where the part begins (the film's beginning)"),
            PlanField("to", \.to, .optional, "where it ends (the film's end)"),
            PlanField("speed", \.speed, .optional, "2 shows it in half the time (1)"),
            PlanField("size", \.size, .optional, "fits the picture into that size"),
        ]
    }

    func check(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        if let speed, Double(speed).map((0.1...100).contains) != true {
            throw reader.error(node, "the speed \(speed) is not from 0.1 to 100", help: "Write a number such as 1.5.")
        }
    }
}
