/// A cursor over the contents of a box: big-endian numbers, and boxes in boxes.
///
/// It never leaves the box.
struct BoxReader {
    private let box: Box
    private var position: Int

    init(_ box: Box) {
        self.box = box
        position = box.bytes.startIndex + box.header.headerByteCount
    }

    /// How many bytes are left.
    var byteCount: Int { box.bytes.endIndex - position }

    /// What is left.
    var rest: ArraySlice<UInt8> { box.bytes[position...] }

    mutating func uint8() throws(ISOMediaError) -> UInt8 {
        box.bytes[try advance(by: 1)]
    }

    mutating func uint32() throws(ISOMediaError) -> UInt32 {
        let start = try advance(by: 4)
        let high = UInt32(box.bytes[start]) << 24 | UInt32(box.bytes[start + 1]) << 16
        return high | UInt32(box.bytes[start + 2]) << 8 | UInt32(box.bytes[start + 3])
    }

    mutating func int32() throws(ISOMediaError) -> Int32 {
        Int32(bitPattern: try uint32())
    }

    mutating func uint64() throws(ISOMediaError) -> UInt64 {
        let high = UInt64(try uint32())
        return high << 32 | UInt64(try uint32())
    }

    mutating func int64() throws(ISOMediaError) -> Int64 {
        Int64(bitPattern: try uint64())
    }

    mutating func fourCC() throws(ISOMediaError) -> FourCC {
        FourCC(rawValue: try uint32())
    }

    mutating func bytes(_ count: Int) throws(ISOMediaError) -> ArraySlice<UInt8> {
        let start = try advance(by: count)
        return box.bytes[start..<start + count]
    }

    /// The head of a "full box": its version and 24 flags (ISO/IEC 14496-12, 4.2).
    ///
    /// - Parameter versions: those whose layout the caller knows.
    mutating func versionAndFlags(versions: ClosedRange<UInt8>) throws(ISOMediaError) -> (version: UInt8, flags: UInt32)
    {
        let word = try uint32()
        let version = UInt8(word >> 24)
        guard versions.contains(version) else { throw box.malformed("its version is \(version)") }
        return (version, word & 0xFF_FFFF)
    }

    /// A number of entries that are `entryByteCount` bytes each: no more than the box has room for, or than `limit`.
    mutating func entryCount(entryByteCount: Int, limit: Int) throws(ISOMediaError) -> Int {
        let count = Int(try uint32())
        guard count <= limit, count * entryByteCount <= byteCount else {
            throw box.malformed("it lists \(count) entries")
        }
        return count
    }

    /// The next box in this one; nil at the end.
    mutating func nextBox() throws(ISOMediaError) -> Box? {
        guard byteCount > 0 else { return nil }
        let offset = box.header.offset + Int64(position - box.bytes.startIndex)
        let start = BoxStart(
            rest.prefix(BoxStart.longestHeader),
            at: offset,
            end: box.header.end,
            isTopLevel: false
        )
        guard case .complete(let header) = start else {
            throw box.malformed("what stands at byte \(offset) in it is no box, or a larger one")
        }
        return Box(header: header, bytes: try bytes(Int(header.byteCount)))
    }

    /// Moves on, and gives the index at which the cursor was.
    private mutating func advance(by count: Int) throws(ISOMediaError) -> Int {
        guard count <= byteCount else { throw box.malformed("it ends too soon") }
        defer { position += count }
        return position
    }
}
