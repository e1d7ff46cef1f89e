import DoubletakeMedia

/// The head of an element, of which a Matroska file is made (RFC 8794, 6).
struct EBMLElement {
    /// What it is, with the bits that say how many bytes that takes.
    let identifier: UInt32
    /// How long its head is.
    let headByteCount: Int
    /// How long its content is; nil when that was unknown.
    let byteCount: Int?

    /// The most bytes of a head in Matroska: four for what it is, eight for its length (RFC 9559, 25).
    static let longestHead = 12

    /// The head of a file: EBML (RFC 8794, 11.2.1).
    static let fileHead: UInt32 = 0x1a45_dfa3
    /// All that is in a film: Segment (RFC 9559, 5.1).
    static let segment: UInt32 = 0x1853_8067
    /// What readers skip: Void (RFC 8794, 11.3.2).
    static let voidIdentifier: UInt32 = 0xec

    /// Reads the head with which `bytes` begin; nil when there is none.
    static func head(of bytes: ArraySlice<UInt8>) -> EBMLElement? {
        // As many bytes follow as there are zeros before the first one (RFC 8794, 4.1).
        guard let first = bytes.first else { return nil }
        let identifierCount = 1 + first.leadingZeroBitCount
        let identifierBytes = bytes.prefix(identifierCount)
        guard identifierCount <= 4, identifierBytes.count == identifierCount,
            let firstOfLength = bytes.dropFirst(identifierCount).first, firstOfLength != 0
        else { return nil }
        let count = 1 + firstOfLength.leadingZeroBitCount
        let lengthBytes = bytes.dropFirst(identifierCount).prefix(count)
        guard lengthBytes.count == count else { return nil }
        let unknown = UInt64(1) << (7 * count) - 1
        let length = lengthBytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & unknown
        return EBMLElement(
            identifier: identifierBytes.reduce(0) { $0 << 8 | UInt32($1) },
            headByteCount: identifierCount + count,
            byteCount: length == unknown ? nil : Int(length)
        )
    }

    /// Where the first element in the segment of a file begins; nil when it is no Matroska file.
    static func segmentContentOffset(in storage: any ByteStorage) throws(SystemCallError) -> Int64? {
        try segmentHead(in: storage).map { $0.contentOffset }
    }

    /// The segment of a file, and where its content begins; nil when it is no Matroska file.
    static func segmentHead(
        in storage: any ByteStorage
    ) throws(SystemCallError) -> (element: EBMLElement, contentOffset: Int64)? {
        guard let file = head(of: try storage.read(at: 0, count: longestHead)[...]), file.identifier == fileHead,
            let length = file.byteCount, length <= longestFileHead
        else { return nil }
        let offset = Int64(file.headByteCount + length)
        guard let element = head(of: try storage.read(at: offset, count: longestHead)[...]),
            element.identifier == segment
        else { return nil }
        return (element, offset + Int64(element.headByteCount))
    }

    /// The most bytes that a file's head says: ours takes fewer than forty.
    ///
    /// Fewer, and an unusually long one is taken for something else; more, and numbers of a damaged file are believed.
    private static let longestFileHead = 256

    /// An element that readers skip, with a length of seven bytes.
    static func void(_ content: [UInt8]) -> [UInt8] {
        voidHead(byteCount: content.count) + content
    }

    /// The head of an element that readers skip, in eight bytes.
    static func voidHead(byteCount: Int) -> [UInt8] {
        [UInt8(voidIdentifier), 0x02] + (0..<6).reversed().map { UInt8(truncatingIfNeeded: byteCount >> (8 * $0)) }
    }
}
