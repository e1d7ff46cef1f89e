import DoubletakeMedia

/// Something in a plan with known keys, all of which stand in one table: it is read by it, and described to editors.
protocol PlanObject: PlanValue {
    /// What errors call it: `a take`.
    static var subject: String { get }
    /// What the JSON Schema calls it.
    static var schemaName: String { get }
    /// Its keys.
    static var fields: [PlanField<Self>] { get }

    /// With nothing written.
    init()
    /// Checks what the keys mean together.
    func check(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError)
}

/// One key of a plan's object.
struct PlanField<Object> {
    /// Whether the key may be left out.
    enum Need {
        case optional
        case required
    }

    let name: String
    /// A sentence for who writes a plan.
    let summary: String
    let schema: PlanSchema
    let need: Need
    let read: (inout Object, YAMLNode, PlanReader) throws(PlanError) -> Void
    /// Adds what it refers to; see `PlanSchema.object`.
    let describe: (inout PlanSchemaDefinitions) -> Void

    /// A key whose value lies in a property.
    init<Value: PlanValue>(
        _ name: String,
        _ property: WritableKeyPath<Object, Value>,
        _ need: Need = .optional,
        _ summary: String
    ) {
        self.name = name
        self.summary = summary
        self.need = need
        schema = Value.schema
        read = { (object, node, reader) throws(PlanError) in
            object[keyPath: property] = try Value(node, reader)
        }
        describe = { $0.add(Value.self) }
    }
}

/// The objects that a schema refers to.
struct PlanSchemaDefinitions {
    private(set) var definitions: [String: JSONValue] = [:]

    /// Adds a type and what it refers to, once.
    mutating func add(_ type: any PlanValue.Type) {
        if let list = type as? any PlanContainer.Type { return add(list.contents) }
        guard let object = type as? any PlanObject.Type else { return }
        add(object: object)
    }

    private mutating func add<Object: PlanObject>(object: Object.Type) {
        guard definitions[Object.schemaName] == nil else { return }
        var properties: [String: JSONValue] = [:]
        definitions[Object.schemaName] = .nothing
        for field in Object.fields {
            var schema: JSONValue = ["description": .text(field.summary)]
            if case .object(var keys) = schema, case .object(let own) = field.schema.json {
                keys.merge(own) { $1 }
                schema = .object(keys)
            }
            properties[field.name] = schema
            field.describe(&self)
        }
        let required = Object.fields.filter { $0.need == .required }.map { JSONValue.text($0.name) }
        definitions[Object.schemaName] = [
            "type": "object", "additionalProperties": false, "properties": .object(properties),
            "required": .list(required),
        ]
    }
}

/// Something that is described by what it holds.
protocol PlanContainer: PlanValue {
    static var contents: any PlanValue.Type { get }
}

extension Optional: PlanContainer where Wrapped: PlanValue & SendableMetatype {
    static var contents: any PlanValue.Type { Wrapped.self }
}

extension Array: PlanContainer where Element: PlanValue & SendableMetatype {
    static var contents: any PlanValue.Type { Element.self }
}

extension Dictionary: PlanContainer where Key == String, Value: PlanValue & SendableMetatype {
    static var contents: any PlanValue.Type { Value.self }
}

extension PlanObject {
    static var schema: PlanSchema { .object(name: schemaName) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self.init()
        let fields = Self.fields
        let entries = try reader.entries(node, expected: Self.subject)
        for (name, entry) in entries {
            guard let field = fields.first(where: { $0.name == name }) else {
                throw reader.unknownKey(entry.key, name, in: Self.subject, known: fields.map(\.name))
            }
            try field.read(&self, entry.value, reader)
        }
        for field in fields where field.need == .required && !entries.contains(where: { $0.key == field.name }) {
            throw reader.error(
                node, "\(Self.subject) lacks its \(field.name)", help: "Write \(field.name): \(field.summary)")
        }
        try check(node, reader)
    }

    func check(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {}
}
