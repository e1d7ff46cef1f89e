import DoubletakeMedia

/// A file that counts what is done with it.
final class CountingStorage: ByteStorage, @unchecked Sendable {
    // @unchecked: by the contract of `ByteStorage` one thread uses it at a time.

    private let storage: any ByteStorage
    private(set) var readCount = 0
    private(set) var readByteCount = 0
    private(set) var writtenByteCount = 0

    init(_ storage: any ByteStorage) {
        self.storage = storage
    }

    func byteCount() throws(SystemCallError) -> Int64 { try storage.byteCount() }

    func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        let bytes = try storage.read(at: offset, count: count)
        readCount += 1
        readByteCount += bytes.count
        return bytes
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError) {
        try storage.write(bytes, at: offset)
        writtenByteCount += bytes.count
    }

    func truncate(to byteCount: Int64) throws(SystemCallError) { try storage.truncate(to: byteCount) }

    func synchronize() throws(SystemCallError) { try storage.synchronize() }
}
