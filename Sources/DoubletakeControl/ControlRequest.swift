import FoundationEssentials

/// What another program asks of a recorder: one line of JSON, as docs/control-protocol.md has it.
public struct ControlRequest: Hashable, Sendable {
    /// What is wanted after the answer.
    public enum Sequel: Hashable, Sendable {
        /// Nothing.
        case none
        /// All that happens from then on, until the recorder ends.
        case events
    }

    /// The longest line that is read, without its end.
    ///
    /// Shorter, and the longest name of a marker doesn't fit with all its characters escaped; longer, and who sends
    /// nonsense takes more memory.
    public static let longestLine = 4_096

    /// What is wanted.
    public var verb: ControlVerb
    /// A marker's name, a layout's, or a camera's; nil for none.
    public var name: String?
    /// How long a replay shall be; nil for all that is kept.
    public var duration: Duration?
    /// What is wanted after the answer, of `status`.
    public var sequel: Sequel

    /// Creates a request.
    public init(_ verb: ControlVerb, name: String? = nil, duration: Duration? = nil, sequel: Sequel = .none) {
        (self.verb, self.name, self.duration, self.sequel) = (verb, name, duration, sequel)
    }

    /// As many seconds as a replay may have.
    private static let durations = 0.001...86_400.0

    private struct Fields: Codable {
        var verb: String
        var name: String?
        var seconds: Double?
        var follow: Bool?
    }

    /// Reads a line, without its end; fields that it doesn't know are left out, as a later version may have more.
    public init(line: some Collection<UInt8>) throws(ControlError) {
        guard line.count <= Self.longestLine else { throw .badRequest("it is longer than \(Self.longestLine) bytes") }
        let fields: Fields
        do {
            fields = try JSONDecoder().decode(Fields.self, from: Data(line))
        } catch {
            throw .badRequest("it is no object with a verb in one line of JSON")
        }
        guard let verb = ControlVerb(rawValue: fields.verb) else {
            throw .badRequest("there is no verb \(fields.verb.debugDescription.prefix(40))")
        }
        var duration: Duration?
        if let seconds = fields.seconds {
            guard Self.durations.contains(seconds) else {
                throw .badRequest("its seconds must be more than none, and at most a day")
            }
            duration = .seconds(seconds)
        }
        self.init(verb, name: fields.name, duration: duration, sequel: fields.follow == true ? .events : .none)
    }

    /// The request as a line, with its end.
    public var line: String {
        let seconds = duration.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
        return controlLine(
            Fields(verb: verb.rawValue, name: name, seconds: seconds, follow: sequel == .events ? true : nil)
        )
    }
}

/// A message as a line of JSON with its end, its fields in the order of the alphabet.
func controlLine(_ message: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        return String(decoding: try encoder.encode(message), as: UTF8.self) + "\n"
    } catch {
        preconditionFailure("texts and finite numbers can be written as JSON: \(error)")
    }
}
