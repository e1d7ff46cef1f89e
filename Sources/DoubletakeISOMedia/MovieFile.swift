internal import DoubletakeMedia

/// The bytes of a movie, and how many there were when it was opened.
struct MovieFile {
    let storage: any ByteStorage
    let byteCount: Int64

    init(_ storage: any ByteStorage) throws(ISOMediaError) {
        self.storage = storage
        do throws(SystemCallError) {
            byteCount = try storage.byteCount()
        } catch {
            throw .storage(error)
        }
    }

    /// Reads exactly `count` bytes; the caller has compared the range with `byteCount`.
    func bytes(at offset: Int64, count: Int) throws(ISOMediaError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try storage.read(at: offset, count: count)
        } catch {
            throw .storage(error)
        }
        // Somebody shortened the file since it was opened.
        guard bytes.count == count else { throw .cutShort(box: nil, offset: offset + Int64(bytes.count)) }
        return bytes
    }

    /// Reads a box whole.
    func box(_ header: BoxHeader) throws(ISOMediaError) -> Box {
        guard header.byteCount <= Limits.wholeBoxByteCount else {
            throw .boxTooLarge(box: header.type, offset: header.offset, byteCount: header.byteCount)
        }
        return Box(header: header, bytes: try bytes(at: header.offset, count: Int(header.byteCount))[...])
    }
}
