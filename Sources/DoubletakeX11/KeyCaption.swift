import DoubletakeMedia

/// What the film says of what was typed last, for a while after it was.
///
/// It is a value without threads: the time comes in.
struct KeyCaption {
    /// A part of the caption.
    enum Part: Hashable {
        /// A text that was typed.
        case text(String)
        /// A key, or keys that were held together, and how often in a row.
        case keys(String, count: Int)
    }

    /// How long it stays after the last key: long enough to be read, and shorter than a pause in which one thinks.
    static let duration = Duration.milliseconds(1_600)
    /// Who types on for longer than that sees the newest part; with more the caption would be wider than any picture.
    private static let mostCharacters = 48
    private static let mostParts = 6
    /// What stands for the beginning of a text that is too long.
    static let dots: Character = "…"

    private(set) var parts: [Part] = []
    /// When it goes away; nil when there is none.
    private(set) var end: MediaTime?

    /// Adds a key that was pressed at `time`, which is not before the last one's.
    mutating func add(_ key: TypedKey, at time: MediaTime) {
        expire(by: time)
        end = max(end ?? time, time + Self.duration)
        switch (key, parts.last) {
        case (.character(let character), .text(let text)):
            parts[parts.count - 1] = .text(Self.shortened(text + String(character)))
        case (.character(let character), _): parts.append(.text(String(character)))
        case (.named(let name), .keys(let last, let count)) where last == name:
            parts[parts.count - 1] = .keys(name, count: count + 1)
        case (.named(let name), _): parts.append(.keys(name, count: 1))
        }
        parts = parts.suffix(Self.mostParts)
    }

    private static func shortened(_ text: String) -> String {
        text.count <= mostCharacters ? text : String(dots) + text.suffix(mostCharacters - 1)
    }

    /// Takes away what has been shown for long enough.
    mutating func expire(by time: MediaTime) {
        guard let end, time >= end else { return }
        parts = []
        self.end = nil
    }
}

extension KeyCaption.Part {
    /// What is written.
    var label: String {
        switch self {
        // A space alone would be an empty box.
        case .text(let text): text.allSatisfy(\.isWhitespace) ? "Space" : text
        case .keys(let name, 1): name
        case .keys(let name, let count): "\(name) ×\(count)"
        }
    }
}
