import Glibc

/// An open file of the system.
///
/// The object owns the descriptor; one thread uses it at a time.
public final class FileStorage: ByteStorage {
    /// What is done with the file.
    public enum Access: Sendable {
        /// It is made; it is an error when something of that name exists.
        case createNew
        /// It exists and is read.
        case readOnly
        /// It exists, is read and changed.
        case readWrite
    }

    /// The path that it was opened by.
    public let path: String
    private let descriptor: Int32

    /// Opens the file.
    ///
    /// The corresponding C function is `open`.
    public init(path: String, access: Access) throws(SystemCallError) {
        let flags =
            switch access {
            case .createNew: O_RDWR | O_CREAT | O_EXCL
            case .readOnly: O_RDONLY
            case .readWrite: O_RDWR
            }
        descriptor = try Self.retrying(call: "open", subject: path) { unsafe open(path, flags | O_CLOEXEC, 0o644) }
        self.path = path
    }

    deinit {
        // What matters was synchronised before; a failed close of what was only read, or given up, changes nothing.
        close(descriptor)
    }

    /// The corresponding C function is `fstat`.
    public func byteCount() throws(SystemCallError) -> Int64 {
        var status = stat()
        // SAFETY: the call fills in a local of the right type.
        _ = try Self.retrying(call: "fstat", subject: path) { unsafe fstat(descriptor, &status) }
        return Int64(status.st_size)
    }

    /// The corresponding C function is `pread`.
    public func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let start = done
            // SAFETY: the buffer has `count` bytes, and `start` is less.
            let read = try Self.retrying(call: "pread", subject: path) {
                unsafe bytes.withUnsafeMutableBytes { buffer in
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
                    return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(start))
                }
            }
            if read == 0 { break }
            done += read
        }
        bytes.removeLast(count - done)
        return bytes
    }

    /// The corresponding C function is `pwrite`.
    public func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError) {
        var done = 0
        while done < bytes.count {
            let start = done
            // SAFETY: the array has `bytes.count` bytes, and `start` is less.
            done += try Self.retrying(call: "pwrite", subject: path) {
                unsafe bytes.withUnsafeBytes { buffer in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
                    return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(start))
                }
            }
        }
    }

    /// The corresponding C function is `ftruncate`.
    public func truncate(to byteCount: Int64) throws(SystemCallError) {
        _ = try Self.retrying(call: "ftruncate", subject: path) { ftruncate(descriptor, off_t(byteCount)) }
    }

    /// The corresponding C function is `fdatasync`: the data and the size, not the times.
    public func synchronize() throws(SystemCallError) {
        _ = try Self.retrying(call: "fdatasync", subject: path) { fdatasync(descriptor) }
    }

    /// Makes a call again when a signal came between, and turns -1 into an error.
    private static func retrying<Result: SignedInteger>(
        call name: String,
        subject: String,
        _ call: () -> Result
    ) throws(SystemCallError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw .last(call: name, subject: subject) }
        }
    }
}
