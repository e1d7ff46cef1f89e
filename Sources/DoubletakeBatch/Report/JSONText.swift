import FoundationEssentials

/// Values as JSON for people and programs: names in snake case, in the order of the alphabet.
enum JSONText {
    /// The value in lines, with an end of line.
    static func pretty(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        } catch {
            preconditionFailure("texts and finite numbers can be written as JSON: \(error)")
        }
    }
}
