import FoundationEssentials

/// What a recorder answers: one line of JSON, as docs/control-protocol.md has it.
public struct ControlAnswer: Codable, Hashable, Sendable {
    /// Why it didn't do what was asked for.
    public struct Refusal: Codable, Hashable, Sendable {
        /// The exit status for a tool that asks: 1 when it can't be done now, 64 for a request that can't be read.
        public var code: Int32
        /// What it is about.
        public var subject: String
        /// What happened.
        public var reason: String
        /// What to do.
        public var help: String

        /// Creates a refusal.
        public init(code: Int32, subject: String, reason: String, help: String) {
            (self.code, self.subject, self.reason, self.help) = (code, subject, reason, help)
        }
    }

    /// Whether it was done.
    public var ok: Bool
    /// Why it wasn't.
    public var error: Refusal?
    /// The recorder's name.
    public var instance: String?
    /// The number of its process.
    public var process: Int32?
    /// What it does now: `armed`, `recording`, `paused` and so on.
    public var state: String?
    /// How long the film is, in seconds.
    public var time: Double?
    /// How large it is.
    public var bytes: Int64?
    /// Where the film is while it is recorded.
    public var part: String?
    /// How much of the time before is kept for replays, in seconds.
    public var kept: Double?
    /// How many bytes of memory that takes.
    public var memory: Int64?
    /// Where the film is, all its parts, after `stop`; where the replay is, after `save-replay`; where in the trash, after `discard` and `retake`.
    public var files: [String]?
    /// The name of the marker that was put into the film.
    public var marker: String?
    /// The layout of the pictures, after `swap`, `layout`, `camera-on` and `camera-off`.
    public var layout: String?
    /// The ids of the devices that are shown then, the one that matters most first.
    public var pictures: [String]?

    /// How loud the tracks are that were meant, after `mute`, `unmute` and `gain`.
    public var sounds: [Sound]?

    /// How loud a track is.
    public struct Sound: Codable, Hashable, Sendable {
        /// What it is called.
        public var track: String
        /// Whether nothing of its source is heard.
        public var muted: Bool
        /// How much louder than it comes it is otherwise, in decibels.
        public var gain: Double

        /// Creates a description.
        public init(track: String, muted: Bool, gain: Double) {
            (self.track, self.muted, self.gain) = (track, muted, gain)
        }
    }

    /// Creates an answer that it was done.
    public init() {
        ok = true
    }

    /// Creates an answer that it wasn't done.
    public init(refusing refusal: Refusal) {
        ok = false
        error = refusal
    }

    /// Reads a line, without its end.
    public init(line: String) throws(ControlError) {
        do {
            self = try JSONDecoder().decode(ControlAnswer.self, from: Data(line.utf8))
        } catch {
            throw .noAnswer
        }
    }

    /// The answer as a line, with its end.
    public var line: String {
        controlLine(self)
    }
}
