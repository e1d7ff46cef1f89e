import CLinux
import Glibc

/// An open file of the system.
///
/// The object owns the descriptor. One thread uses it at a time, but for `byteCount` and `synchronize`.
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
    let descriptor: Int32
    private let calls: FileCalls

    /// Opens the file.
    ///
    /// The corresponding C function is `open`.
    public convenience init(path: String, access: Access) throws(SystemCallError) {
        try self.init(path, in: AT_FDCWD, path: path, access: access)
    }

    /// Opens a file of a folder that is open; `path` is what its errors call it.
    ///
    /// The corresponding C function is `openat`.
    init(
        _ name: String,
        in folder: Int32,
        path: String,
        access: Access,
        calls: FileCalls = .system
    ) throws(SystemCallError) {
        let flags =
            switch access {
            case .createNew: O_RDWR | O_CREAT | O_EXCL
            case .readOnly: O_RDONLY
            case .readWrite: O_RDWR
            }
        descriptor = try FileCalls.retrying("open", of: path) { calls.openat(folder, name, flags | O_CLOEXEC, 0o644) }
        self.path = path
        self.calls = calls
        // So that nobody takes the file for one that a dead recorder left. A file that is new has no other lock; where
        // the file system knows no locks there is none.
        if access == .createNew { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    /// Takes the file for this object alone, against others who ask for it too; the kernel gives it back when the
    /// object is gone, or its process.
    ///
    /// The corresponding C function is `flock`. Throws `EWOULDBLOCK` when somebody has it, such as the recorder that
    /// made the file and is still writing it. A file system that knows no locks is no obstacle.
    package func lock() throws(SystemCallError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw .last(call: "flock", subject: path)
    }

    deinit {
        // What matters was synchronised before; a failed close of what was only read, or given up, changes nothing.
        close(descriptor)
    }

    /// The corresponding C function is `fstat`.
    public func byteCount() throws(SystemCallError) -> Int64 {
        Int64(try status().st_size)
    }

    /// What the system knows of the file.
    func status() throws(SystemCallError) -> stat {
        var status = stat()
        _ = try FileCalls.retrying("fstat", of: path) { calls.fstat(descriptor, &status) }
        return status
    }

    /// The corresponding C function is `pread`.
    public func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let start = done
            // SAFETY: the buffer has `count` bytes, and `start` is less.
            let read = try FileCalls.retrying("pread", of: path) {
                unsafe bytes.withUnsafeMutableBytes { buffer in
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
                    return unsafe calls.pread(descriptor, rest, off_t(offset) + off_t(start))
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
            done += try FileCalls.retrying("pwrite", of: path) {
                unsafe bytes.withUnsafeBytes { buffer in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
                    return unsafe calls.pwrite(descriptor, rest, off_t(offset) + off_t(start))
                }
            }
        }
    }

    /// The corresponding C function is `ftruncate`.
    public func truncate(to byteCount: Int64) throws(SystemCallError) {
        _ = try FileCalls.retrying("ftruncate", of: path) { calls.ftruncate(descriptor, off_t(byteCount)) }
    }

    /// The corresponding C function is `fdatasync`: the data and the size, not the times.
    public func synchronize() throws(SystemCallError) {
        _ = try FileCalls.retrying("fdatasync", of: path) { calls.fdatasync(descriptor) }
    }

    /// The corresponding C function is `fallocate`.
    public func reserve(_ byteCount: Int64, at offset: Int64) throws(SystemCallError) {
        _ = try FileCalls.retrying("fallocate", of: path) { doubletake_reserve_room(descriptor, offset, byteCount) }
    }
}
