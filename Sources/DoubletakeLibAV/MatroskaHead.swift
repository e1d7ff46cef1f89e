package import DoubletakeMedia

/// What the first bytes of a Matroska file say.
package enum MatroskaHead {
    /// How much of a file is looked at.
    ///
    /// Less, and an unusually long header hides what is looked for; more is never needed.
    private static let byteCount = 256

    /// Whether the file's writer didn't come to its end: then nobody knows how long its segment is.
    ///
    /// - Returns: nil when it is no Matroska file.
    package static func isUnfinished(_ storage: any ByteStorage) throws(SystemCallError) -> Bool? {
        let bytes = try storage.read(at: 0, count: byteCount)
        // EBML and Segment: RFC 8794, 11.2.1, and RFC 9559, 5.1.
        guard let header = element([0x1a, 0x45, 0xdf, 0xa3], in: bytes[...]), let length = header.length,
            length <= header.content.count,
            let segment = element([0x18, 0x53, 0x80, 0x67], in: header.content.dropFirst(length))
        else { return nil }
        return segment.length == nil
    }

    /// An element at the beginning: its length (nil when it is unknown: RFC 8794, 6.2), and what follows its head.
    private static func element(
        _ identifier: [UInt8],
        in bytes: ArraySlice<UInt8>
    ) -> (length: Int?, content: ArraySlice<UInt8>)? {
        guard bytes.starts(with: identifier), let first = bytes.dropFirst(identifier.count).first, first != 0 else {
            return nil
        }
        // As many bytes follow as there are zeros before the first one (RFC 8794, 4.1).
        let count = 1 + first.leadingZeroBitCount
        let lengthBytes = bytes.dropFirst(identifier.count).prefix(count)
        guard lengthBytes.count == count else { return nil }
        let unknown = UInt64(1) << (7 * count) - 1
        let value = lengthBytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & unknown
        return (value == unknown ? nil : Int(value), bytes.dropFirst(identifier.count + count))
    }
}
