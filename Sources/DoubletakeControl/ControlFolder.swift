import DoubletakeMedia
import Glibc

/// The folder with the sockets of a user's recorders, one each, named for their instances.
///
/// Nobody else may use the folder. A recorder that died leaves its socket, on which nobody listens any more.
public struct ControlFolder: Hashable, Sendable {
    /// Its path.
    public let path: String
    /// The user to whom it belongs.
    let owner: UInt32

    /// Names the folder; nothing is touched.
    public init(path: String) {
        self.init(path: path, owner: geteuid())
    }

    init(path: String, owner: UInt32) {
        (self.path, self.owner) = (path, owner)
    }

    private static let ending = ".sock"
    /// The address of a socket has room for 107 bytes, and the folder takes some of it.
    private static let longestName = 40

    /// Whether a recorder can be called so: letters, digits, dots, dashes and underscores, and no dot at the beginning.
    public static func isInstanceName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestName && text.first != "."
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar))
            }
    }

    func socketPath(of instance: String) -> String {
        "\(path)/\(instance)\(Self.ending)"
    }

    /// The names of the recorders that run, in the order of the alphabet.
    public func instances() throws(ControlError) -> [String] {
        guard try isThere() else { return [] }
        return try names().filter { isAlive($0) }
    }

    /// Makes the folder, and checks that it is the owner's alone.
    func make() throws(ControlError) {
        // SAFETY: the string is passed for the time of the call.
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(.last(call: "mkdir", subject: path)) }
        guard try isThere() else { throw .system(SystemCallError(call: "mkdir", subject: path, errorNumber: ENOENT)) }
    }

    /// Whether there is a folder of the owner's alone.
    private func isThere() throws(ControlError) -> Bool {
        var status = Glibc.stat()
        // SAFETY: the call fills in a local of the right type.
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw .system(.last(call: "lstat", subject: path))
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == owner, status.st_mode & 0o077 == 0 else {
            throw .foreignFolder(path)
        }
        return true
    }

    private func names() throws(ControlError) -> [String] {
        // SAFETY: the stream is closed below, and an entry is used until the next one is read.
        guard let folder = unsafe opendir(path) else { throw .system(.last(call: "opendir", subject: path)) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name.hasSuffix(Self.ending) else { continue }
            let instance = String(name.dropLast(Self.ending.count))
            if Self.isInstanceName(instance) { names.append(instance) }
        }
        return names.sorted()
    }

    /// Whether somebody listens; who doesn't get to answer is alive as well.
    private func isAlive(_ instance: String) -> Bool {
        do throws(SystemCallError) {
            _ = try LocalSocket.connected(to: socketPath(of: instance))
            return true
        } catch {
            return error.errorNumber != ECONNREFUSED && error.errorNumber != ENOENT
        }
    }

    /// Listens under a name that no living recorder has; removes what dead ones left.
    func listen(as instance: String) throws(ControlError) -> LocalSocket {
        try make()
        return try whileLocked { () throws(ControlError) in
            for name in try names() where !isAlive(name) {
                // SAFETY: the string is passed for the time of the call. That it stays is no harm.
                _ = unsafe unlink(socketPath(of: name))
            }
            do throws(SystemCallError) {
                return try LocalSocket.listening(at: socketPath(of: instance), backlog: ControlServer.capacity)
            } catch {
                throw error.errorNumber == EADDRINUSE ? .nameTaken(instance) : .system(error)
            }
        }
    }

    /// Takes a name back from the folder, which the caller listens under.
    func release(_ instance: String) {
        // SAFETY: the string is passed for the time of the call. While the caller listens nobody else takes the name.
        _ = unsafe unlink(socketPath(of: instance))
    }

    /// Two recorders that begin at once must not remove each other's socket.
    private func whileLocked<Result>(_ body: () throws(ControlError) -> Result) throws(ControlError) -> Result {
        let lock = "\(path)/.lock"
        // SAFETY: the string is passed for the time of the call.
        let file = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(.last(call: "open", subject: lock)) }
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            if errno != EINTR { throw .system(.last(call: "flock", subject: lock)) }
        }
        return try body()
    }
}
