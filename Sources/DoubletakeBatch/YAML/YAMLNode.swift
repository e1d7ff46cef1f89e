/// A part of a YAML document, with where it was written.
///
/// What a plain word means (a number, a truth value) is not decided here: that is up to whoever knows what belongs there.
struct YAMLNode: Sendable {
    /// Where something begins in its file; both count from 1.
    struct Place: Hashable, Sendable {
        let line: Int
        let column: Int
    }

    /// One key of a mapping, and what it stands for.
    struct Entry: Sendable {
        let key: YAMLNode
        let value: YAMLNode
    }

    /// What there is.
    enum Content: Sendable {
        /// A text.
        case scalar(String, ScalarStyle)
        /// A list.
        case sequence([YAMLNode])
        /// Keys and what they stand for, in the order in which they were written.
        case mapping([Entry])
    }

    /// How a text was written.
    enum ScalarStyle: Sendable {
        /// As it is.
        case plain
        /// In quotes, or as a block.
        case quoted
    }

    let place: Place
    let content: Content

    /// The text; nil for a list or a mapping.
    var text: String? {
        if case .scalar(let text, _) = content { return text }
        return nil
    }

    /// What a key of a mapping stands for; nil where it isn't, and for what is no mapping.
    func value(of key: String) -> YAMLNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.text == key }?.value
    }

    /// Whether nothing was written: no text, or `~` or `null` without quotes.
    var isNothing: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// What it is, as an error names it.
    var kind: String {
        switch content {
        case .scalar: isNothing ? "nothing" : "a text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
