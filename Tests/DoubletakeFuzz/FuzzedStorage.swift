import DoubletakeMedia

/// A file in memory that may claim to be longer than its bytes, and counts what is asked of it.
final class FuzzedStorage: ByteStorage, @unchecked Sendable {
    // @unchecked: by the contract of `ByteStorage` one thread uses it at a time.

    /// The bytes; what follows them is zeros.
    private(set) var bytes: [UInt8]
    /// How long the file is.
    private(set) var length: Int64
    /// How many calls there were.
    private(set) var callCount = 0
    /// The most bytes that were asked for at once.
    private(set) var longestRead = 0

    /// - Parameter zeroCount: how many zeros follow the bytes.
    init(_ bytes: [UInt8], zeroCount: Int64 = 0) {
        self.bytes = bytes
        length = Int64(bytes.count) + zeroCount
    }

    func byteCount() throws(SystemCallError) -> Int64 {
        callCount += 1
        return length
    }

    func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        callCount += 1
        longestRead = max(longestRead, count)
        let count = Int(max(0, min(Int64(count), length - offset)))
        let start = Int(clamping: offset)
        var read = start < bytes.count ? Array(bytes[start..<min(bytes.count, start + count)]) : []
        read += repeatElement(0, count: count - read.count)
        return read
    }

    func write(_ new: [UInt8], at offset: Int64) throws(SystemCallError) {
        callCount += 1
        // Writes far behind the bytes are of no interest; they would only take memory.
        guard offset <= 1 << 24 else {
            length = max(length, offset + Int64(new.count))
            return
        }
        let start = Int(offset)
        if bytes.count < start + new.count { bytes += repeatElement(0, count: start + new.count - bytes.count) }
        bytes.replaceSubrange(start..<start + new.count, with: new)
        length = max(length, Int64(bytes.count))
    }

    func truncate(to byteCount: Int64) throws(SystemCallError) {
        callCount += 1
        length = byteCount
        if Int64(bytes.count) > byteCount { bytes.removeLast(bytes.count - Int(byteCount)) }
    }

    func synchronize() throws(SystemCallError) {
        callCount += 1
    }
}
