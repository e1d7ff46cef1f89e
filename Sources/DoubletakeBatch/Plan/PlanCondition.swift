import DoubletakeMedia

/// What is waited for: all that is written has to be so.
struct PlanCondition: PlanObject, Hashable {
    /// How long is waited when nothing is said.
    static let usualPatience = Duration.seconds(20)

    var window: String?
    var closed: String?
    var output: String?
    var still: Duration?
    var exit: Bool?
    var within: Duration?

    /// One thing that has to be so.
    enum Part: Hashable, Sendable {
        case window(String)
        case closed(String)
        case output(String)
        case exit
        case still(Duration)

        /// For people.
        var words: String {
            switch self {
            case .window(let name): "the window \(name) is shown"
            case .closed(let name): "the window \(name) is closed"
            case .output(let text): "the program has written \(text.debugDescription)"
            case .exit: "the program has ended"
            case .still(let duration): "the picture is still for \(duration.inSeconds)s"
            }
        }
    }

    /// What has to be so, in the order in which it is waited for.
    var parts: [Part] {
        let parts: [Part?] = [
            window.map { .window($0) }, closed.map { .closed($0) }, output.map { .output($0) },
            exit == true ? .exit : nil, still.map { .still($0) },
        ]
        return parts.compactMap(\.self)
    }

    static let subject = "a condition"
    static let schemaName = "condition"

    static var fields: [PlanField<PlanCondition>] {
        [
            PlanField("window", \.window, .optional, "a window is shown: title:TEXT, class:TEXT or an id"),
            PlanField("closed", \.closed, .optional, "no such window is shown any more"),
            PlanField("output", \.output, .optional, "the program has written this text"),
            PlanField("still", \.still, .optional, "the picture has not changed for that long"),
            PlanField("exit", \.exit, .optional, "true: the program has ended"),
            PlanField("within", \.within, .optional, "how long it may take (20s)"),
        ]
    }

    func check(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        if window == nil, closed == nil, output == nil, still == nil, exit == nil {
            throw reader.error(
                node, "nothing is named that could be waited for",
                help: "Write one of: window, closed, output, still, exit.")
        }
        for name in [window, closed].compactMap(\.self) where !Self.isWindow(name) {
            throw reader.error(
                node, "\(name.debugDescription) names no window", help: "Write title:TEXT, class:TEXT or an id.")
        }
    }

    private static func isWindow(_ name: String) -> Bool {
        ["title:", "class:"].contains { name.hasPrefix($0) && name != $0 } || name.hasPrefix("0x") || name == "active"
    }
}
