import DoubletakeMedia

/// A plan of takes, as its file has it, every take written out.
package struct Plan: Sendable {
    /// The plan's file, as it was named.
    package let file: String
    /// The takes, in the plan's order.
    package let takes: [PlannedTake]

    /// The most takes that a plan makes; more are a slip of the matrix.
    private static let mostTakes = 100_000

    /// Reads a plan.
    ///
    /// - Parameters:
    ///   - text: the file's bytes.
    ///   - file: what it is called in errors; what the plan names is relative to its folder.
    ///   - recordOptions: what a take's arguments of `record` mean, or what is wrong with them.
    package init(
        _ text: [UInt8],
        file: String,
        recordOptions: ([String]) -> Result<RecordedTake, BatchFault>
    ) throws(PlanError) {
        let reader = PlanReader(file: file)
        let root: YAMLNode
        do throws(YAMLDocument.Failure) {
            root = try YAMLDocument(text).root
        } catch {
            throw PlanError(
                file, at: error.place, "the plan can't be read: \(error.reason)", help: "Correct the plan there.")
        }
        let source = try PlanSource(root, reader)
        self.file = file
        takes = try Self.takes(of: source, reader, recordOptions)
    }

    /// Describes plans to editors, as JSON Schema.
    package static var schema: String {
        var definitions = PlanSchemaDefinitions()
        definitions.add(PlanSource.self)
        let schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "A plan of takes for doubletake batch",
            "$ref": .text("#/$defs/\(PlanSource.schemaName)"),
            "$defs": .object(definitions.definitions),
        ]
        return JSONText.pretty(schema)
    }

    private static func takes(
        of source: PlanSource,
        _ reader: PlanReader,
        _ recordOptions: ([String]) -> Result<RecordedTake, BatchFault>
    ) throws(PlanError) -> [PlannedTake] {
        var takes: [PlannedTake] = []
        var names: [String: YAMLNode.Place] = [:]
        var outputs: [String: String] = [:]
        for template in source.takes {
            for take in try expand(template.node, source, reader) {
                if let other = names.updateValue(template.node.place, forKey: take.name) {
                    throw reader.error(
                        template.node, "the take in line \(other.line) is called \(take.name.debugDescription) as well",
                        help: "Give one of them another name.")
                }
                if let other = outputs.updateValue(take.name, forKey: take.output) {
                    throw reader.error(
                        template.node, "\(take.name) and \(other) would both be \(take.output)",
                        help: "Write {name} into the output.")
                }
                do throws(BatchFault) {
                    let picture = try recordOptions(take.recordArguments).get().picture
                    takes.append(take.placed(at: takes.count + 1, showing: picture))
                } catch {
                    throw reader.error(
                        take.recordPlace ?? template.node, "record: \(error.subject): \(error.reason)", help: error.help
                    )
                }
            }
        }
        return takes
    }

    private static func expand(
        _ node: YAMLNode,
        _ source: PlanSource,
        _ reader: PlanReader
    ) throws(PlanError) -> [PlannedTake] {
        var whole = node
        if let defaults = source.defaults { whole = whole.completed(by: defaults.node, merging: ["env", "record"]) }
        // The rest is read once its braces are filled in.
        guard let nameNode = whole.value(of: "name") else {
            _ = try PlanTake(whole, reader)
            return []
        }
        let (ownName, ownMatrix) = (try String(nameNode, reader), try whole.value(of: "matrix").map(reader.matrix))
        let matrices = [source.matrix, ownMatrix].compactMap(\.self)
        let size = matrices.reduce(1) { count, matrix in
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: matrix.size)
            return isTooLarge ? .max : product
        }
        guard size <= mostTakes else {
            throw reader.error(node, "its matrix makes more than \(mostTakes) takes", help: "Leave some values out.")
        }
        let combinations = matrices.reduce([[]] as [PlanMatrix.Combination]) { combinations, matrix in
            combinations.flatMap { combination in matrix.combinations.map { combination + $0 } }
        }
        guard !combinations.isEmpty else {
            throw reader.error(node, "its matrix excludes every combination", help: "Leave something of it.")
        }
        let newDisplaySize = try defaultSize(source, reader)
        var takes: [PlannedTake] = []
        for combination in combinations {
            let name = ([ownName] + combination.map { PlannedTake.fileName($0.value) }).joined(separator: "-")
            let values = Dictionary(combination.map { ($0.name, $0.value) } + [("name", name)]) { $1 }
            takes.append(
                PlannedTake(
                    try PlanTake(whole.filled(with: values), reader),
                    name: name,
                    combination: combination,
                    outputPattern: whole.value(of: "output")?.text,
                    newDisplaySize: newDisplaySize
                )
            )
        }
        return takes
    }

    private static func defaultSize(_ source: PlanSource, _ reader: PlanReader) throws(PlanError) -> PixelSize {
        guard let defaults = source.defaults,
            case .new(let size?) = try PlanDefaults(defaults.node, reader).take.display
        else { return PlannedTake.usualDisplaySize }
        return size
    }
}

/// A plan's outermost keys.
struct PlanSource: PlanObject {
    var version: Int?
    var defaults: PlanTemplate<PlanDefaults>?
    var matrix: PlanMatrix?
    var takes: [PlanTemplate<PlanTake>] = []

    static let subject = "a plan"
    static let schemaName = "plan"

    static var fields: [PlanField<PlanSource>] {
        [
            PlanField("version", \.version, .required, "1"),
            PlanField("defaults", \.defaults, .optional, "what holds for all takes that don't say otherwise"),
            PlanField("matrix", \.matrix, .optional, "every take once for each combination of these values"),
            PlanField("takes", \.takes, .required, "the takes, a list"),
        ]
    }

    func check(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        guard version == 1 else {
            throw reader.error(node, "it is of version \(version ?? 0), and 1 is understood", help: "Write version: 1.")
        }
        guard !takes.isEmpty else {
            throw reader.error(
                node, "it has no takes", help: "Write one, or make an example with `doubletake batch init`.")
        }
        if let defaults { _ = try PlanDefaults(defaults.node, reader) }
    }
}

/// An object that is read only once its braces are filled in.
struct PlanTemplate<Object: PlanObject>: PlanValue, PlanContainer {
    let node: YAMLNode

    static var schema: PlanSchema { Object.schema }
    static var contents: any PlanValue.Type { Object.self }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        _ = try reader.entries(node, expected: Object.subject)
        self.node = node
    }
}
