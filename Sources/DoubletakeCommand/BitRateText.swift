extension Int {
    private static let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6, "g": 1e9, "G": 1e9]

    /// Reads bits a second as people write them: `128000`, `128k`, `2.5M`; nil for anything else.
    init?(bitRateText text: String) {
        let factor = text.last.flatMap { Self.factors[$0] }
        let digits = factor == nil ? text[...] : text.dropLast()
        // Double reads "inf", "0x1p3" and signs as well, which nobody means here.
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let number = Double(digits)
        else { return nil }
        self.init(exactly: (number * (factor ?? 1)).rounded())
    }
}
