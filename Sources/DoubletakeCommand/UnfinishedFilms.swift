import DoubletakeMedia
import FoundationEssentials
import Glibc

/// The list of films that are being recorded, so that one whose recorder was killed is found by the next.
///
/// Each is a small file with the film's path, in the folder where programs keep their state. The recorder holds a lock
/// on it while it lives; a file without one was left by a recorder that is dead.
struct UnfinishedFilms: Sendable {
    private let folder: String?

    /// The list of the user whose environment that is.
    init(environment: [String: String]) {
        folder = StateFolder.path(environment: environment).map { "\($0)/unfinished" }
    }

    /// A film that is on the list for as long as this is held.
    final class Entry: Sendable {
        private let path: String
        private let lock: Int32

        fileprivate init(path: String, lock: Int32) {
            (self.path, self.lock) = (path, lock)
        }

        /// Takes the film off the list: it is finished.
        func remove() {
            // SAFETY: the string is passed for the time of the call.
            _ = unsafe unlink(path)
        }

        deinit {
            close(lock)
        }
    }

    /// Puts a film on the list; nil when there is no place for one, which is no reason not to record.
    func add(_ film: String) -> Entry? {
        guard let folder, makeFolder(folder) else { return nil }
        let path = "\(folder)/\(getpid())-\(MonotonicClock().now.nanoseconds)"
        // SAFETY: the string is passed for the time of the call.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        let entry = Entry(path: path, lock: file)
        let film = film.hasPrefix("/") ? film : "\(FileManager.default.currentDirectoryPath)/\(film)"
        let bytes = Array(film.utf8)
        // SAFETY: the call reads the buffer that it is given, of the given length.
        let written = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0, written == bytes.count else {
            entry.remove()
            return nil
        }
        return entry
    }

    /// The films that dead recorders left and that are still there.
    ///
    /// Those that are not are taken off the list.
    func left() -> [String] {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
        return names.sorted().compactMap { abandonedFilm("\(folder)/\($0)") }
    }

    /// Takes the film off the list, if a dead recorder left it there: it was repaired.
    func forget(_ film: String) {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        for name in names { _ = abandonedFilm("\(folder)/\(name)", forgetting: Self.identity(of: film)) }
    }

    private func abandonedFilm(_ path: String, forgetting repaired: FileIdentity? = nil) -> String? {
        // SAFETY: the strings are passed for the time of the calls, here and below.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0, let text = FileManager.default.contents(atPath: path) else {
            return nil
        }
        let film = String(decoding: text, as: UTF8.self)
        let identity = Self.identity(of: film)
        if identity != nil, identity != repaired { return film }
        _ = unsafe unlink(path)
        return nil
    }

    /// What a file is, whichever of its names is used.
    private struct FileIdentity: Equatable {
        let device: dev_t
        let number: ino_t
    }

    /// Which file is at a path; nil when none is.
    private static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        // SAFETY: the call fills in a local of the right type.
        guard unsafe stat(path, &status) == 0 else { return nil }
        return FileIdentity(device: status.st_dev, number: status.st_ino)
    }

    private func makeFolder(_ path: String) -> Bool {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            return true
        } catch {
            return false
        }
    }
}
