/// What a person has set for all programs of a display.
package struct X11Resources: Hashable, Sendable {
    private let values: [String: String]

    /// The dots an inch that are meant where nobody says anything.
    private static let usualDotsPerInch = 96.0

    /// Reads lines such as `Xft.dpi:	192`.
    package init(_ text: String) {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            values[Self.trimmed(parts[0])] = Self.trimmed(parts[1])
        }
        self.values = values
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// How much larger than usual everything is to be, from 1 to 4 in steps of a quarter, by `Xft.dpi`.
    package var scale: Double {
        guard let dotsPerInch = values["Xft.dpi"].flatMap(Double.init), dotsPerInch.isFinite else { return 1 }
        return min(max((dotsPerInch / Self.usualDotsPerInch * 4).rounded() / 4, 1), 4)
    }
}

extension X11Connection {
    /// What is set for all programs at the moment.
    ///
    /// The corresponding property is `RESOURCE_MANAGER` of the root.
    package func resources() throws(X11Error) -> X11Resources {
        X11Resources(try text("RESOURCE_MANAGER", of: screen.root))
    }
}
