/// A named instant that a person, a plan or a program set while recording; players show it as a chapter.
public struct Marker: Hashable, Sendable {
    /// How many bytes of UTF-8 a name has at most.
    ///
    /// Players show a line of it. Fewer, and a name in a script of three bytes a letter is cut in mid-sentence; more, and
    /// room that a film's size limit leaves goes to what nobody reads.
    public static let longestNameByteCount = 255

    /// The instant.
    public let time: MediaTime
    /// What it is called.
    public let name: String

    /// Creates a marker.
    ///
    /// - Parameter name: any text, of which one line is made: control characters become spaces, and what is longer than
    ///   `longestNameByteCount` is cut between two characters.
    public init(time: MediaTime, name: String) {
        self.time = time
        self.name = Self.line(name)
    }

    private static func line(_ text: String) -> String {
        // One more than can be kept: the character that this may tear is one that doesn't fit.
        let scalars = text.unicodeScalars.prefix(longestNameByteCount + 1).map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        let whole = String(String.UnicodeScalarView(scalars))
        let line = prefix(of: whole) { $0.utf8.count }
        if !line.isEmpty || whole.isEmpty { return String(line) }
        // A letter under so many accents that it fills the line.
        return String(prefix(of: whole.unicodeScalars) { UTF8.width($0) })
    }

    /// The longest beginning that has room.
    private static func prefix<Elements: Collection>(
        of elements: Elements,
        _ byteCount: (Elements.Element) -> Int
    ) -> Elements.SubSequence {
        var left = longestNameByteCount
        return elements.prefix { element in
            left -= byteCount(element)
            return left >= 0
        }
    }
}
