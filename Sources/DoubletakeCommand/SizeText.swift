extension Int64 {
    /// Reads a size as people write it: `500000`, `500k`, `1.5M`, `4G`, in units of 1000; nil for anything else.
    init?(sizeText text: String) {
        let units: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12]
        var digits = text[...]
        var factor = 1.0
        if let unit = text.last.flatMap({ units[$0] }) {
            factor = unit
            digits = digits.dropLast()
        }
        // Double reads "inf", "0x1p3" and signs as well, which nobody means here.
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let value = Double(digits), value * factor < 1e18
        else { return nil }
        self = Int64((value * factor).rounded())
    }
}
