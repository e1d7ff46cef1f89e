/// Options of `record` as a plan has them: without dashes, each with a value, several, or `true`.
struct PlanRecordOptions: PlanValue {
    /// One option.
    struct Option: Sendable {
        let name: String
        /// Nothing for an option that stands alone.
        let values: [String]
        let key: YAMLNode
    }

    var options: [Option] = []

    static var schema: PlanSchema { .map(.any([.text(pattern: nil), .list(.text(pattern: nil))])) }

    init() {}

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        for (name, entry) in try reader.entries(node, expected: "options of record") {
            let values: [String]
            switch entry.value.content {
            case .sequence: values = try [String](entry.value, reader)
            case .scalar("true", .plain): values = []
            default: values = [try reader.text(entry.value, expected: "a value of --\(name)")]
            }
            if case .sequence = entry.value.content, values.isEmpty { continue }
            options.append(Option(name: name, values: values, key: entry.key))
        }
    }

    /// As `record` takes them.
    var arguments: [String] {
        options.flatMap { option in
            option.values.isEmpty ? ["--\(option.name)"] : option.values.map { "--\(option.name)=\($0)" }
        }
    }
}
