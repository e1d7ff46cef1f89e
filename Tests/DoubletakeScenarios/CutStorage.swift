import DoubletakeMedia

/// A file that was cut off at some byte: it has the beginning of another one, without a copy of it, and remembers what
/// is changed.
final class CutStorage: ByteStorage, @unchecked Sendable {
    // @unchecked: by the contract of `ByteStorage` one thread uses it at a time.

    private let original: [UInt8]
    /// How much of the original there is.
    private var headByteCount: Int
    /// What follows that.
    private var tail: [UInt8] = []
    private var patches: [(offset: Int, bytes: [UInt8])] = []

    init(_ original: [UInt8], cutAt byteCount: Int) {
        self.original = original
        headByteCount = byteCount
    }

    /// All bytes.
    var bytes: [UInt8] { contents(0..<headByteCount + tail.count) }

    /// Which bytes of the original were written over; nil when none was.
    var changedRange: Range<Int>? {
        guard let first = patches.map(\.offset).min(), let end = patches.map({ $0.offset + $0.bytes.count }).max()
        else { return nil }
        return first..<end
    }

    func byteCount() throws(SystemCallError) -> Int64 { Int64(headByteCount + tail.count) }

    func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        let end = min(Int(offset) + count, headByteCount + tail.count)
        return contents(min(Int(offset), end)..<end)
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError) {
        let start = Int(offset)
        let inHead = max(0, min(bytes.count, headByteCount - start))
        if inHead > 0 { patches.append((start, Array(bytes.prefix(inHead)))) }
        let rest = bytes.dropFirst(inHead)
        guard !rest.isEmpty else { return }
        let place = start + inHead - headByteCount
        let missing = place + rest.count - tail.count
        if missing > 0 { tail += [UInt8](repeating: 0, count: missing) }
        tail.replaceSubrange(place..<place + rest.count, with: rest)
    }

    func truncate(to byteCount: Int64) throws(SystemCallError) {
        let tailByteCount = max(0, Int(byteCount) - headByteCount)
        headByteCount = min(headByteCount, Int(byteCount))
        tail = Array(tail.prefix(tailByteCount)) + [UInt8](repeating: 0, count: max(0, tailByteCount - tail.count))
    }

    func synchronize() throws(SystemCallError) {}

    private func contents(_ range: Range<Int>) -> [UInt8] {
        let inHead = min(range.lowerBound, headByteCount)..<min(range.upperBound, headByteCount)
        let tailStart = max(0, range.lowerBound - headByteCount)
        var bytes = original[inHead] + tail[tailStart..<tailStart + range.count - inHead.count]
        for patch in patches {
            for (index, byte) in patch.bytes.enumerated() where inHead.contains(patch.offset + index) {
                bytes[bytes.startIndex + patch.offset + index - range.lowerBound] = byte
            }
        }
        return Array(bytes)
    }
}
