import Glibc

/// A folder of the system, held open, so that it can be found again whatever it is called.
///
/// The object owns the descriptor.
public final class SystemFolder: FileFolder {
    /// Linux's `O_PATH`, which Swift doesn't see: a folder that may be written to but not listed can be opened, too.
    private static let pathOnly: Int32 = 0o10000000

    /// The path that it was opened by.
    public let path: String
    private let descriptor: Int32

    /// Opens a folder that exists.
    ///
    /// The corresponding C function is `open`.
    public init(path: String) throws(SystemCallError) {
        descriptor = try FileCalls.retrying("open", of: path) {
            unsafe open(path, Self.pathOnly | O_DIRECTORY | O_CLOEXEC)
        }
        self.path = path
    }

    deinit {
        // Nothing was written by it.
        close(descriptor)
    }

    /// The corresponding C function is `readlink`, of the descriptor's entry in `/proc`.
    public func currentPath() throws(SystemCallError) -> String? {
        var status = stat()
        // SAFETY: the call fills in a local of the right type.
        _ = try FileCalls.retrying("fstat", of: path) { unsafe fstat(descriptor, &status) }
        // A folder without a name left; what `/proc` says of it then is no path.
        if status.st_nlink == 0 { return nil }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try FileCalls.retrying("readlink", of: path) {
            // SAFETY: the array is passed with its own length.
            unsafe readlink(Self.entry(descriptor), &bytes, bytes.count)
        }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The corresponding C function is `fstatat`.
    public func contains(_ name: String) throws(SystemCallError) -> Bool {
        try status(name) != nil
    }

    /// The corresponding C function is `openat`.
    public func makeFile(_ name: String) throws(SystemCallError) -> any ByteStorage {
        try FileStorage(name, in: descriptor, path: subject(name), access: .createNew)
    }

    /// The corresponding C function is `linkat`.
    public func link(_ file: any ByteStorage, as name: String) throws(SystemCallError) {
        // By its descriptor, so that it is the file that was written, whatever has its name by now.
        let entry = Self.entry(try storage(file).descriptor)
        _ = try FileCalls.retrying("link", of: subject(name)) {
            unsafe linkat(AT_FDCWD, entry, descriptor, name, AT_SYMLINK_FOLLOW)
        }
    }

    /// The corresponding C function is `renameat`.
    public func rename(_ name: String, to newName: String) throws(SystemCallError) {
        _ = try FileCalls.retrying("rename", of: subject(newName)) {
            unsafe renameat(descriptor, name, descriptor, newName)
        }
    }

    /// The corresponding C function is `unlinkat`.
    public func remove(_ name: String, of file: any ByteStorage) throws(SystemCallError) {
        let own = try storage(file).status()
        guard let found = try status(name), found.st_ino == own.st_ino, found.st_dev == own.st_dev else { return }
        _ = try FileCalls.retrying("unlink", of: subject(name)) { unsafe unlinkat(descriptor, name, 0) }
    }

    /// The corresponding C function is `fstatvfs`.
    public func space() throws(SystemCallError) -> VolumeSpace {
        var volume = statvfs()
        // SAFETY: the call fills in a local of the right type.
        _ = try FileCalls.retrying("statvfs", of: path) { unsafe fstatvfs(descriptor, &volume) }
        let unit = UInt64(volume.f_frsize)
        return VolumeSpace(
            availableByteCount: Self.bytes(UInt64(volume.f_bavail), unit),
            totalByteCount: Self.bytes(UInt64(volume.f_blocks), unit)
        )
    }

    /// The process's limit or that of the file system, whichever is less.
    ///
    /// The corresponding C function is `getrlimit`, of `RLIMIT_FSIZE`.
    public func largestFile() throws(SystemCallError) -> Int64? {
        var limit = rlimit()
        var status = stat()
        // SAFETY: the calls fill in locals of the right types.
        _ = try FileCalls.retrying("getrlimit", of: path) {
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        }
        _ = try FileCalls.retrying("fstat", of: path) { unsafe fstat(descriptor, &status) }
        let ownLimit = limit.rlim_cur == rlim_t.max ? nil : Int64(clamping: limit.rlim_cur)
        return [ownLimit, MountTable.current().largestFile(onDevice: UInt64(status.st_dev))].compactMap { $0 }.min()
    }

    private func status(_ name: String) throws(SystemCallError) -> stat? {
        var status = stat()
        do throws(SystemCallError) {
            // SAFETY: the call fills in a local of the right type.
            _ = try FileCalls.retrying("stat", of: subject(name)) { unsafe fstatat(descriptor, name, &status, 0) }
            return status
        } catch {
            if error.errorNumber == ENOENT { return nil }
            throw error
        }
    }

    private func storage(_ file: any ByteStorage) throws(SystemCallError) -> FileStorage {
        guard let file = file as? FileStorage else { preconditionFailure("a folder's files are those that it made") }
        return file
    }

    private func subject(_ name: String) -> String {
        if path == "." { return name }
        return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }

    private static func entry(_ descriptor: Int32) -> String {
        "/proc/self/fd/\(descriptor)"
    }

    private static func bytes(_ count: UInt64, _ unit: UInt64) -> Int64 {
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        return overflow ? .max : Int64(clamping: product)
    }
}

/// The folders of the system.
public struct SystemFiles: FileSystem {
    /// Creates the value.
    public init() {}

    /// Opens a folder that exists.
    public func openFolder(_ path: String) throws(SystemCallError) -> any FileFolder {
        try SystemFolder(path: path)
    }
}
