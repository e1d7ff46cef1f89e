import DoubletakeMedia

extension Duration {
    /// Reads a length of time as people write it: `90`, `2.5`, `1m30s`, `00:01:30`; nil for anything else and for
    /// nothing.
    init?(text: String) {
        let seconds = text.contains(":") ? Self.clockSeconds(text) : Self.unitSeconds(text)
        guard let seconds, seconds > 0, seconds < 1e9 else { return nil }
        self = .nanoseconds(Int64((seconds * 1e9).rounded()))
    }

    /// `1:30` or `00:01:30`.
    private static func clockSeconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Self.number($0) }
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for part in parts {
            guard let part else { return nil }
            seconds = seconds * 60 + part
        }
        return seconds
    }

    /// `90`, `1m30s`, `2h`: each unit once, the larger first.
    private static func unitSeconds(_ text: String) -> Double? {
        var rest = text[...]
        var seconds = 0.0
        for (unit, factor) in [("h", 3600.0), ("m", 60.0), ("s", 1.0)] {
            guard let end = rest.firstIndex(of: Character(unit)) else { continue }
            guard let value = number(rest[..<end]) else { return nil }
            seconds += value * factor
            rest = rest[rest.index(after: end)...]
        }
        if rest.isEmpty { return text.isEmpty ? nil : seconds }
        guard rest.count == text.count else { return nil }
        return number(rest)
    }

    private static func number(_ text: Substring) -> Double? {
        // Double reads "inf", "0x1p3" and signs as well, which nobody means here.
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(text)
    }
}

extension FrameRate {
    /// The rates that encoders and players take.
    private static let range = 1...480

    /// Reads a rate as people write it: `30`, `30000/1001`; nil for anything else.
    init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(parts.count), let numerator = parts[0],
            let denominator = parts.count == 2 ? parts[1] : 1,
            numerator >= 1, (1...100_000).contains(denominator),
            Self.range.contains(numerator / denominator)
        else { return nil }
        self.init(numerator, per: denominator)
    }
}
