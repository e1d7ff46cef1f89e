/// Goes through the numbers of a table by reads of some kilobytes: the tables of a long movie are large.
struct TableWalk {
    /// How much is read at once.
    ///
    /// Smaller, and there are more system calls; larger, and it only takes memory.
    private static let windowByteCount: Int64 = 1 << 16

    private let file: MovieFile
    /// The box that holds the table.
    let box: BoxHeader
    private var window: [UInt8] = []
    private var place = 0
    private var nextOffset: Int64

    /// Begins behind the version and the flags of a full box (ISO/IEC 14496-12, 4.2).
    init(_ file: MovieFile, in box: BoxHeader) throws(ISOMediaError) {
        self.file = file
        self.box = box
        nextOffset = box.contentOffset
        _ = try uint32()
    }

    /// How many bytes of the box are left.
    var byteCount: Int64 { box.end - nextOffset + Int64(window.count - place) }

    mutating func uint32() throws(ISOMediaError) -> UInt32 {
        if window.count - place < 4 { try fill() }
        defer { place += 4 }
        let high = UInt32(window[place]) << 24 | UInt32(window[place + 1]) << 16
        return high | UInt32(window[place + 2]) << 8 | UInt32(window[place + 3])
    }

    mutating func uint64() throws(ISOMediaError) -> UInt64 {
        let high = UInt64(try uint32())
        return high << 32 | UInt64(try uint32())
    }

    /// A number of entries that are `entryByteCount` bytes each: no more than the box has room for.
    mutating func entryCount(entryByteCount: Int64) throws(ISOMediaError) -> Int {
        let count = Int(try uint32())
        guard Int64(count) * entryByteCount <= byteCount else { throw malformed("it lists \(count) entries") }
        return count
    }

    /// An error that names the box.
    func malformed(_ reason: String) -> ISOMediaError {
        .malformed(box: box.type, offset: box.offset, reason: reason)
    }

    private mutating func fill() throws(ISOMediaError) {
        guard byteCount >= 4 else { throw malformed("it ends too soon") }
        let rest = window[place...]
        let count = min(Self.windowByteCount, box.end - nextOffset)
        let more = try file.bytes(at: nextOffset, count: Int(count))
        nextOffset += count
        window = rest + more
        place = 0
    }
}
