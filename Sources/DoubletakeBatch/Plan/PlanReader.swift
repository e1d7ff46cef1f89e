import DoubletakeMedia

/// Reads the parts of one plan, and knows how to say what is wrong with one.
struct PlanReader: Sendable {
    /// The plan's file, as it was named.
    let file: String

    /// An error about a part of the plan.
    func error(_ node: YAMLNode, _ reason: String, help: String) -> PlanError {
        PlanError(file, at: node.place, reason, help: help)
    }

    /// The text that a node is.
    ///
    /// - Parameter expected: completes "here belongs ...".
    func text(_ node: YAMLNode, expected: String = "a text") throws(PlanError) -> String {
        switch node.content {
        case .scalar(let text, _) where !node.isNothing: return text
        case .scalar: throw error(node, "here belongs \(expected), and nothing is there", help: "Write \(expected).")
        case .mapping:
            throw error(
                node,
                "here belongs \(expected), and a mapping is there",
                help: "Put the text in quotes, since a colon and a space, or a brace, begin a mapping."
            )
        case .sequence:
            throw error(node, "here belongs \(expected), and a list is there", help: "Write \(expected).")
        }
    }

    /// The elements of a list.
    func elements(_ node: YAMLNode, expected: String) throws(PlanError) -> [YAMLNode] {
        guard case .sequence(let elements) = node.content else {
            throw error(node, "here belongs \(expected), and \(node.kind) is there", help: "Write [..., ...].")
        }
        return elements
    }

    /// The keys of a mapping and what they stand for.
    func entries(_ node: YAMLNode, expected: String) throws(PlanError) -> [(key: String, entry: YAMLNode.Entry)] {
        guard case .mapping(let entries) = node.content else {
            throw error(
                node, "here belongs \(expected), and \(node.kind) is there",
                help: "Write keys and values, as in {key: value}.")
        }
        var named: [(key: String, entry: YAMLNode.Entry)] = []
        for entry in entries { named.append((try text(entry.key, expected: "a key"), entry)) }
        return named
    }

    /// The matrix that a node is.
    func matrix(_ node: YAMLNode) throws(PlanError) -> PlanMatrix {
        try PlanMatrix(node, self)
    }

    /// What a text means by `read`; an error that says what it must be when it means nothing.
    func value<Value>(
        _ node: YAMLNode,
        expected: String,
        _ read: (String) -> Value?
    ) throws(PlanError) -> Value {
        let text = try text(node, expected: expected)
        guard let value = read(text) else {
            throw error(node, "\(text.debugDescription) is not \(expected)", help: "Write \(expected).")
        }
        return value
    }

    /// The one of `choices` that a text names.
    func choice<Value>(_ node: YAMLNode, _ choices: [(name: String, value: Value)]) throws(PlanError) -> Value {
        let names = choices.map(\.name)
        let text = try text(node, expected: Self.list(names))
        guard let value = choices.first(where: { $0.name == text })?.value else {
            throw error(
                node,
                "\(text.debugDescription) is not \(Self.list(names))",
                help: Self.suggestion(text, among: names) ?? "Write \(Self.list(names))."
            )
        }
        return value
    }

    /// An error about a key that means nothing here.
    func unknownKey(_ key: YAMLNode, _ name: String, in subject: String, known: [String]) -> PlanError {
        error(
            key,
            "\(subject) has no key \(name.debugDescription)",
            help: Self.suggestion(name, among: known) ?? "Use one of: \(known.joined(separator: ", "))."
        )
    }

    /// `Write "hold", if that is meant.`; nil when nothing is near.
    private static func suggestion(_ name: String, among known: [String]) -> String? {
        guard let nearest = NearestName.nearest(to: name, among: known) else { return nil }
        return "Write \(nearest.debugDescription), if that is meant."
    }

    /// `a, b or c`.
    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
        return names.dropLast().joined(separator: ", ") + " or \(last)"
    }
}
