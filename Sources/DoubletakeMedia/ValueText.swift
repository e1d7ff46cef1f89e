extension Duration {
    /// Reads a length of time as people write it: `90`, `2.5`, `1m30s`, `400ms`, `00:01:30`; nil for anything else and for
    /// nothing.
    package init?(text: String) {
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

    /// `90`, `1m30s`, `2h`, `400ms`: each unit once, the larger first.
    private static func unitSeconds(_ text: String) -> Double? {
        if text.hasSuffix("ms") { return number(text.dropLast(2)).map { $0 / 1000 } }
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
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(parts.count), let numerator = parts[0],
            let denominator = parts.count == 2 ? parts[1] : 1,
            numerator >= 1, (1...100_000).contains(denominator),
            Self.range.contains(numerator / denominator)
        else { return nil }
        self.init(numerator, per: denominator)
    }
}

extension PixelSize {
    private static let named = [
        "720p": PixelSize(width: 1280, height: 720),
        "1080p": PixelSize(width: 1920, height: 1080),
        "4k": PixelSize(width: 3840, height: 2160),
    ]

    /// The largest side that the encoder takes.
    private static let longestSide = 16_384

    /// Reads a size as people write it: `1280x720`, `720p`, `1080p`, `4K`; nil for anything else.
    package init?(text: String) {
        if let size = Self.named[text.lowercased()] {
            self = size
            return
        }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int(digits: $0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}

extension PixelRect {
    /// Reads a rectangle as X11 writes it, `1280x720+100-50`, or as slurp does, `100,-50 1280x720`; nil for anything
    /// else.
    ///
    /// X11's own `+-50` for a place left of the origin is understood as well.
    package init?(text: String) {
        if let slurp = text.wholeMatch(of: /(-?\d{1,6}),(-?\d{1,6}) (\S+)/) {
            guard let size = PixelSize(text: String(slurp.3)), let x = Int(slurp.1), let y = Int(slurp.2) else {
                return nil
            }
            self.init(x: x, y: y, width: size.width, height: size.height)
            return
        }
        guard let match = text.wholeMatch(of: /(\d+x\d+)(\+-?|-)(\d{1,6})(\+-?|-)(\d{1,6})/),
            let size = PixelSize(text: String(match.1)), let x = Int(match.3), let y = Int(match.5)
        else { return nil }
        self.init(
            x: match.2.contains("-") ? -x : x,
            y: match.4.contains("-") ? -y : y,
            width: size.width,
            height: size.height
        )
    }
}

extension Int {
    /// Reads a number that is written with digits alone.
    fileprivate init?(digits text: Substring) {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        self.init(text)
    }
}
