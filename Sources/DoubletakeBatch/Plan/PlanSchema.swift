/// What may stand at a place of a plan: what the JSON Schema for editors is made of.
indirect enum PlanSchema: Sendable {
    /// A text of any kind; the pattern is a regular expression, nil for any text.
    case text(pattern: String?)
    /// A whole number not below that.
    case integer(minimum: Int?)
    /// `true` or `false`.
    case flag
    /// One of these words.
    case choice([String])
    /// A list.
    case list(PlanSchema)
    /// Two whole numbers.
    case point
    /// Keys of the author's own.
    case map(PlanSchema)
    /// One of several.
    case any([PlanSchema])
    /// Known keys; described once under its name.
    case object(name: String)

    /// As JSON Schema has it.
    var json: JSONValue {
        switch self {
        case .text(let pattern):
            // A word without quotes may look like a number to who checks it.
            guard let pattern else { return ["type": ["string", "number", "boolean"]] }
            return ["type": ["string", "number"], "pattern": .text(pattern)]
        case .integer(let minimum):
            guard let minimum else { return ["type": "integer"] }
            return ["type": "integer", "minimum": .number(Double(minimum))]
        case .flag: return ["type": "boolean"]
        case .choice(let words): return ["enum": .list(words.map { .text($0) })]
        case .list(let element): return ["type": "array", "items": element.json]
        case .point:
            return ["type": "array", "items": ["type": "integer"], "minItems": 2, "maxItems": 2]
        case .map(let value): return ["type": "object", "additionalProperties": value.json]
        case .any(let schemas): return ["anyOf": .list(schemas.map(\.json))]
        case .object(let name): return ["$ref": .text("#/$defs/\(name)")]
        }
    }
}
