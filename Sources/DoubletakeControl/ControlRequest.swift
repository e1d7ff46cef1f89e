import DoubletakeMedia
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
    /// A marker's name, a layout's, a camera's, or that of a source of sound; nil for none.
    public var name: String?
    /// How long a replay shall be; nil for all that is kept.
    public var duration: Duration?
    /// Which sound is meant, of `mute`, `unmute` and `gain`.
    public var sound: ControlledSound?
    /// How loud it is to be, of `gain`.
    public var decibels: Double?
    /// What is wanted after the answer, of `status`.
    public var sequel: Sequel
    /// How much of the film's end is to be left out, of `stop`; nil for nothing.
    public var dropLast: Duration?

    /// More than that is nonsense, and no number of nanoseconds.
    private static let longestDrop = 1e6

    /// Creates a request.
    public init(
        _ verb: ControlVerb,
        name: String? = nil,
        duration: Duration? = nil,
        sequel: Sequel = .none,
        dropLast: Duration? = nil
    ) {
        (self.verb, self.name, self.duration) = (verb, name, duration)
        (self.sequel, self.dropLast) = (sequel, dropLast)
    }

    /// As many seconds as a replay may have.
    private static let durations = 0.001...86_400.0

    private struct Fields: Codable {
        var verb: String
        var name: String?
        var seconds: Double?
        var sound: String?
        var decibels: Double?
        var follow: Bool?
        var dropLast: Double?

        enum CodingKeys: String, CodingKey {
            case verb
            case name
            case seconds
            case sound
            case decibels
            case follow
            case dropLast = "drop_last"
        }
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
        if let seconds = fields.dropLast, !(0...Self.longestDrop).contains(seconds) {
            throw .badRequest("drop_last is no number of seconds from 0 to 1000000")
        }
        if let seconds = fields.seconds, !Self.durations.contains(seconds) {
            throw .badRequest("its seconds must be more than none, and at most a day")
        }
        self.init(
            verb,
            name: fields.name,
            duration: fields.seconds.map { .seconds($0) },
            sequel: fields.follow == true ? .events : .none,
            dropLast: fields.dropLast.map { .seconds($0) }
        )
        if let sound = fields.sound {
            self.sound = ControlledSound(rawValue: sound)
            if self.sound == nil { throw .badRequest("there is no sound \(sound.debugDescription.prefix(40))") }
        }
        decibels = fields.decibels
    }

    /// The request as a line, with its end.
    public var line: String {
        controlLine(
            Fields(
                verb: verb.rawValue,
                name: name,
                seconds: duration?.inSeconds,
                sound: sound?.rawValue,
                decibels: decibels,
                follow: sequel == .events ? true : nil,
                dropLast: dropLast?.inSeconds
            )
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
