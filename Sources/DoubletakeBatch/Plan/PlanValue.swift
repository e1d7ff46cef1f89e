import DoubletakeControl
import DoubletakeMedia

/// Something that can stand in a plan, and says of itself how it is written.
protocol PlanValue: SendableMetatype {
    /// What may be written.
    static var schema: PlanSchema { get }

    /// Reads it.
    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError)
}

extension Optional: PlanValue where Wrapped: PlanValue & SendableMetatype {
    static var schema: PlanSchema { Wrapped.schema }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = .some(try Wrapped(node, reader))
    }
}

extension Array: PlanValue where Element: PlanValue & SendableMetatype {
    static var schema: PlanSchema { .list(Element.schema) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = []
        for element in try reader.elements(node, expected: "a list") { append(try Element(element, reader)) }
    }
}

extension Dictionary: PlanValue where Key == String, Value: PlanValue & SendableMetatype {
    static var schema: PlanSchema { .map(Value.schema) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = [:]
        for (name, entry) in try reader.entries(node, expected: "a mapping") {
            self[name] = try Value(entry.value, reader)
        }
    }
}

extension String: PlanValue {
    static var schema: PlanSchema { .text(pattern: nil) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = try reader.text(node)
    }
}

extension Int: PlanValue {
    static var schema: PlanSchema { .integer(minimum: nil) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = try reader.value(node, expected: "a whole number") { Int($0) }
    }
}

extension Bool: PlanValue {
    static var schema: PlanSchema { .flag }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = try reader.choice(node, [("true", true), ("false", false)])
    }
}

extension Duration: PlanValue {
    static var schema: PlanSchema { .text(pattern: "^[0-9.:hms]+$") }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = try reader.value(node, expected: "a time such as 90, 1m30s, 400ms or 00:01:30") { Duration(text: $0) }
    }
}

extension PixelSize: PlanValue {
    static var schema: PlanSchema { .text(pattern: nil) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        self = try reader.value(node, expected: "a size such as 1280x720") { PixelSize(text: $0) }
    }
}

extension KeyDescription: PlanValue {
    static var schema: PlanSchema { .text(pattern: nil) }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        let text = try reader.text(node, expected: "a key such as Return or Ctrl+S")
        do throws(KeyDescriptionError) {
            try self.init(text)
        } catch {
            throw reader.error(node, "\(error.subject): \(error.reason)", help: error.help)
        }
    }
}

/// How fast something is typed: `12/s`.
struct TypingSpeed: PlanValue, Hashable {
    /// Between the beginnings of two keys.
    let interval: Duration

    static var schema: PlanSchema { .text(pattern: "^[0-9.]+/s$") }

    init(keysPerSecond: Double) {
        interval = .nanoseconds(Int64(1e9 / keysPerSecond))
    }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        let rate = try reader.value(node, expected: "keys a second, from 0.1/s to 1000/s") { text -> Double? in
            guard text.hasSuffix("/s"), let rate = Double(text.dropLast(2)), (0.1...1000).contains(rate) else {
                return nil
            }
            return rate
        }
        self.init(keysPerSecond: rate)
    }
}

/// A place in the film's pixels: `[320, 200]`.
struct PlanPoint: PlanValue, Hashable {
    let x: Int
    let y: Int

    static var schema: PlanSchema { .point }

    init(x: Int, y: Int) {
        (self.x, self.y) = (x, y)
    }

    init(_ node: YAMLNode, _ reader: PlanReader) throws(PlanError) {
        let elements = try reader.elements(node, expected: "a point such as [320, 200]")
        guard elements.count == 2 else {
            throw reader.error(node, "a point has two numbers, not \(elements.count)", help: "Write [320, 200].")
        }
        (x, y) = (try Int(elements[0], reader), try Int(elements[1], reader))
    }
}
