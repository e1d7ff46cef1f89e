import DoubletakeMedia
import DoubletakeWriting
import Glibc

/// A film's place in the file system: a part file beside the target while it is recorded, then the target.
///
/// Nothing is ever replaced, unless that was asked for, and then only by a film that is complete.
struct FilmFile: Sendable {
    /// What kind of file it is, by its extension.
    let container: ContainerFormat
    private let name: FilmName
    private let replacement: FilmReplacement

    /// Checks that a film can be made at `path`, and makes its folder.
    init(path: String, replacement: FilmReplacement) throws(RecordingError) {
        guard let name = FilmName(path: path), let container = ContainerFormat.named(byExtension: name.fileExtension)
        else { throw .unknownContainer(path: path) }
        self.name = name
        self.container = container
        self.replacement = replacement
        if let mode = Self.mode(of: path), mode & S_IFMT != S_IFREG { throw .notRegularFile(path: path) }
        try Self.makeFolder(name.folderPath)
    }

    /// The name that the film gets when no other takes it in the meantime.
    var plannedPath: String {
        switch replacement {
        case .whenComplete: name.film(1)
        case .never: name.film(Self.firstFree { name.film($0) })
        }
    }

    /// The path of a part file that doesn't exist.
    ///
    /// Whoever makes it says so when it does by then, and asks again.
    func freePartPath() -> String {
        name.part(Self.firstFree { name.part($0) })
    }

    /// Gives the finished film its name.
    ///
    /// - Returns: the name that it got.
    func publish(_ part: String) throws(RecordingError) -> String {
        if replacement == .whenComplete {
            // SAFETY: both strings are passed for the time of the call.
            guard unsafe rename(part, name.film(1)) == 0 else { throw failedRename(of: part) }
            return name.film(1)
        }
        var number = 1
        while true {
            let film = name.film(number)
            if try move(part, toFreeName: film) { return film }
            number += 1
        }
    }

    /// Moves the part file to a name, unless that is taken: then it answers false.
    private func move(_ part: String, toFreeName film: String) throws(RecordingError) -> Bool {
        // A second name for the same file can't be made where a name is taken, so nothing is ever replaced.
        // SAFETY: strings are passed for the time of the calls, here and below.
        if unsafe link(part, film) == 0 {
            guard unsafe unlink(part) == 0 else { throw failedRename(of: film) }
            return true
        }
        if errno == EEXIST { return false }
        // A file system without second names, such as FAT: the name is claimed by an empty file first.
        guard [EPERM, EOPNOTSUPP, EMLINK].contains(errno) else { throw failedRename(of: part) }
        let claim = unsafe open(film, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard claim >= 0 else {
            if errno == EEXIST { return false }
            throw failedRename(of: part)
        }
        close(claim)
        guard unsafe rename(part, film) == 0 else { throw failedRename(of: part) }
        return true
    }

    private func failedRename(of part: String) -> RecordingError {
        .cannotRename(.last(call: "rename", subject: name.film(1)), playableFile: part)
    }

    /// The size of a file in bytes; nil when there is none.
    static func byteCount(of path: String) -> Int64? {
        var status = Glibc.stat()
        // SAFETY: the call fills in a local of the right type.
        return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    private static func firstFree(_ path: (Int) -> String) -> Int {
        var number = 1
        while mode(of: path(number)) != nil { number += 1 }
        return number
    }

    /// The mode of what is at `path`, a link's target for a link; nil when there is nothing.
    private static func mode(of path: String) -> mode_t? {
        var status = Glibc.stat()
        // SAFETY: the call fills in a local of the right type.
        return unsafe stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// Makes a folder with all those above it; `path` has no slash at its end, unless it is the root.
    private static func makeFolder(_ path: String) throws(RecordingError) {
        if let mode = mode(of: path) {
            guard mode & S_IFMT == S_IFDIR else {
                throw .cannotCreate(SystemCallError(call: "mkdir", subject: path, errorNumber: ENOTDIR))
            }
            // SAFETY: the string is passed for the time of the call, here and below.
            guard unsafe access(path, W_OK | X_OK) == 0 else {
                throw .cannotCreate(.last(call: "access", subject: path))
            }
            return
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeFolder(String(path[..<slash])) }
        // That somebody else made it in the meantime is as good.
        if unsafe mkdir(path, 0o777) != 0, errno != EEXIST { throw .cannotCreate(.last(call: "mkdir", subject: path)) }
    }
}
