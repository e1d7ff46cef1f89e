/// Four characters that name the type of a box or the kind of a track (ISO/IEC 14496-12, 4.2).
package struct FourCC: RawRepresentable, Hashable, Sendable {
    /// The four bytes, the first in the highest place.
    package let rawValue: UInt32

    /// Creates a code from any four bytes.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

extension FourCC: ExpressibleByStringLiteral {
    /// Creates a code from a literal of exactly four ASCII characters.
    package init(stringLiteral value: String) {
        precondition(value.utf8.count == 4, "a four-character code has four characters")
        rawValue = value.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension FourCC: CustomStringConvertible {
    /// The characters, or the number when they can't be printed.
    package var description: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
        if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
            return String(decoding: bytes, as: UTF8.self)
        }
        let digits = String(rawValue, radix: 16)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
