/// A file as the writers and the box reader see it: bytes at offsets.
///
/// It is a seam: the product's only conformer is `FileStorage`, tests put one in that fails at the call they choose.
/// One thread uses it at a time; another one may ask for its size, and wait for the disk, meanwhile.
public protocol ByteStorage: AnyObject, Sendable {
    /// How many bytes there are.
    func byteCount() throws(SystemCallError) -> Int64

    /// Reads `count` bytes from `offset` on; fewer only at the end.
    func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8]

    /// Writes all of `bytes` at `offset`.
    func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError)

    /// Cuts or extends it to `byteCount` bytes.
    func truncate(to byteCount: Int64) throws(SystemCallError)

    /// Comes back when what was written is on the disk.
    func synchronize() throws(SystemCallError)

    /// Keeps room on the disk for `byteCount` bytes from `offset` on, without making the file longer; setting its
    /// length gives back what lies behind.
    ///
    /// Throws `EOPNOTSUPP` where that can't be done, and by default does nothing.
    func reserve(_ byteCount: Int64, at offset: Int64) throws(SystemCallError)
}

extension ByteStorage {
    /// Keeps no room.
    public func reserve(_ byteCount: Int64, at offset: Int64) throws(SystemCallError) {}

    /// Gives back the room that is kept behind the end.
    package func releaseRoom() throws(SystemCallError) {
        try truncate(to: try byteCount())
    }

    /// Writes a box, or several, at the end so that whoever reads the file sees all of it or nothing.
    ///
    /// A kill may end a write anywhere, and a box that is torn keeps players from opening the file at all. So the first
    /// eight bytes, a box's size and type, come last: until then there are zeros, which players take for padding. Eight
    /// bytes are written as a whole.
    ///
    /// - Parameters:
    ///   - bytes: begin with a box.
    ///   - end: how many bytes there are.
    package func append(_ bytes: [UInt8], at end: Int64) throws(SystemCallError) {
        let headByteCount = 8
        if bytes.count > headByteCount {
            try write(Array(bytes.dropFirst(headByteCount)), at: end + Int64(headByteCount))
        }
        try write(Array(bytes.prefix(headByteCount)), at: end)
    }
}
