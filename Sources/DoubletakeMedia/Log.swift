/// Where a library's remarks for developers go: to whoever passed one in, and by default nowhere.
///
/// What a person should know is an event or an error, never a log line. It may be used from any thread.
public struct Log: Sendable {
    /// How much a line matters.
    public enum Level: Int, Comparable, Sendable {
        /// For someone who looks for a fault in this package.
        case debug
        /// For someone who operates it.
        case info
        /// Something is wrong and was dealt with.
        case warning

        /// Whether `lhs` matters less than `rhs`.
        public static func < (lhs: Level, rhs: Level) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }

    /// Nil when nobody wants any line.
    private let threshold: Level?
    private let write: @Sendable (_ level: Level, _ room: String, _ line: String) -> Void

    /// Creates a log whose lines from `threshold` up go to `write`, with the room that they come from.
    public init(
        from threshold: Level,
        write: @escaping @Sendable (_ level: Level, _ room: String, _ line: String) -> Void
    ) {
        self.threshold = threshold
        self.write = write
    }

    private init() {
        threshold = nil
        write = { _, _, _ in }
    }

    /// The log that drops every line.
    public static let off = Log()

    /// Writes a line; `line` is only made when somebody wants it.
    public func callAsFunction(_ level: Level, _ room: String, _ line: @autoclosure () -> String) {
        if let threshold, level >= threshold { write(level, room, line()) }
    }
}
