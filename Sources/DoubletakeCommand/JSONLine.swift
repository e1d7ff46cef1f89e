import FoundationEssentials

/// A value as one line of JSON, as every command prints it: names in snake case, in the order of the alphabet.
enum JSONLine {
    /// The line, without its end.
    static func encode(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            preconditionFailure("numbers and texts can be written as JSON: \(error)")
        }
    }

    /// Seconds with three decimals, of any duration that a file may claim.
    static func seconds(_ duration: Duration) -> Double {
        let parts = duration.components
        return (Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15).rounded() / 1000
    }
}
