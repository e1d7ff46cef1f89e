/// Values of which a take is made once for each combination.
struct PlanMatrix: PlanValue {
    /// A value for each name, in the plan's order.
    typealias Combination = [(name: String, value: String)]

    /// The key that no name can be.
    private static let exclusion = "exclude"

    private var axes: [(name: String, values: [String])] = []
    private var excluded: [[String: String]] = []

    static var schema: PlanSchema { .map(.any([.list(.text(pattern: nil)), .list(.map(.text(pattern: nil)))])) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        var exclusion: YAMLNode?
        for (name, entry) in try reader.entries(node, expected: "names and their values") {
            if name == Self.exclusion {
                exclusion = entry.value
                continue
            }
            guard Self.isName(name) else {
                throw reader.error(
                    entry.key, "\(name.debugDescription) can't be put into braces",
                    help: "Use letters, digits, - and _, but not the word name.")
            }
            let values = try [String](entry.value, reader)
            guard !values.isEmpty else {
                throw reader.error(entry.value, "\(name) has no values", help: "Write at least one.")
            }
            axes.append((name, values))
        }
        guard let exclusion else { return }
        excluded = try [[String: String]](exclusion, reader)
        for name in excluded.flatMap(\.keys) where !axes.contains(where: { $0.name == name }) {
            throw reader.error(
                exclusion, "exclude names \(name.debugDescription), which has no values",
                help: "Use one of: \(axes.map(\.name).joined(separator: ", ")).")
        }
    }

    private static func isName(_ text: String) -> Bool {
        text != "name" && !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
            }
    }

    /// How many combinations there are before any is left out; `Int.max` for more than can be counted.
    var size: Int {
        axes.reduce(1) { count, axis in
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: axis.values.count)
            return isTooLarge ? .max : product
        }
    }

    /// All combinations but the excluded ones, the last name changing first.
    var combinations: [Combination] {
        let all = axes.reduce([[]] as [Combination]) { combinations, axis in
            combinations.flatMap { combination in
                axis.values.map { combination + [(name: axis.name, value: $0)] }
            }
        }
        return all.filter { combination in
            !excluded.contains { rule in
                rule.allSatisfy { name, value in combination.contains { $0.name == name && $0.value == value } }
            }
        }
    }
}
