import DoubletakeMedia
import DoubletakeWriting
import Glibc

/// A film's place in the file system: a part file beside the target while it is recorded, then the target.
///
/// Its folder is held open, so the film follows it when it is renamed; when it is removed, the film is copied elsewhere.
/// Nothing is ever replaced, unless that was asked for, and then only by a film that is complete.
struct FilmFile: Sendable {
    /// A film that has its name.
    struct Published: Hashable, Sendable {
        /// Where it is.
        let path: String
        /// Where it was meant to be, when its folder was removed.
        var lostFolder: String?
    }

    /// The folder that it is made in.
    let folder: any FileFolder
    private let name: FilmName
    private let replacement: FilmReplacement
    private let files: any FileSystem
    /// Where the folder was when it was opened.
    private let openedPath: String?

    /// Checks that a film can be made at `path`, and makes its folder.
    init(
        path: String,
        replacement: FilmReplacement,
        files: any FileSystem = SystemFiles()
    ) throws(RecordingError) {
        guard let name = FilmName(path: path), ContainerFormat.named(byExtension: name.fileExtension) != nil else {
            throw .unknownContainer(path: path)
        }
        try self.init(name, replacement: replacement, files: files)
    }

    /// Checks that a file of any kind can be made, and makes its folder.
    init(
        _ name: FilmName,
        replacement: FilmReplacement,
        files: any FileSystem = SystemFiles()
    ) throws(RecordingError) {
        let path = name.folder + name.film(1)
        self.name = name
        self.replacement = replacement
        self.files = files
        if let mode = Self.mode(of: path), mode & S_IFMT != S_IFREG { throw .notRegularFile(path: path) }
        try Self.makeFolder(name.folderPath)
        do throws(SystemCallError) {
            folder = try files.openFolder(name.folderPath)
            openedPath = try folder.currentPath()
        } catch {
            throw .cannotCreate(error)
        }
    }

    /// What kind of film it is, by its extension; only for films.
    var container: ContainerFormat {
        guard let container = ContainerFormat.named(byExtension: name.fileExtension) else {
            preconditionFailure("\(name.fileExtension) is no film's extension")
        }
        return container
    }

    /// The name that the film gets when no other takes it in the meantime.
    func plannedPath() throws(SystemCallError) -> String {
        switch replacement {
        case .whenComplete: name.folder + name.film(1)
        case .never: name.folder + name.film(try firstFree(from: 1) { name.film($0) })
        }
    }

    /// Makes a part file under the first name that is free, also when somebody else takes one meanwhile.
    ///
    /// - Parameter number: the number that the film's name is to have at least: 1 for the first part of a film.
    func makePart(_ number: Int) throws(SystemCallError) -> PartFile {
        while true {
            let partName = name.part(try firstFree(from: number) { name.part($0) })
            do throws(SystemCallError) {
                let storage = try folder.makeFile(partName)
                return PartFile(name: partName, path: name.folder + partName, storage: storage, number: number)
            } catch {
                if error.errorNumber != EEXIST { throw error }
            }
        }
    }

    /// Removes a part file that nobody wants.
    ///
    /// That it is gone already is no reason to complain, and that it stays costs nothing but its room.
    func discard(_ part: PartFile) {
        do throws(SystemCallError) {
            try folder.remove(part.name, of: part.storage)
        } catch {
            return
        }
    }

    /// Where a part file can be found now.
    func currentPath(of part: PartFile) -> String {
        currentFolder() + part.name
    }

    /// Gives the finished film its name.
    ///
    /// - Parameter refuges: folders for a film whose own one was removed, the best first.
    /// - Returns: where it is then.
    func publish(_ part: PartFile, refuges: [String]) throws(RecordingError) -> Published {
        do throws(SystemCallError) {
            if replacement == .whenComplete, part.number == 1 {
                try folder.rename(part.name, to: name.film(1))
                return Published(path: currentFolder() + name.film(1))
            }
            return try publishUnderFreeName(part)
        } catch {
            if error.errorNumber == ENOENT { return try saveRemoved(part, refuges, because: error) }
            throw .cannotRename(error, playableFile: currentPath(of: part))
        }
    }

    private func publishUnderFreeName(_ part: PartFile) throws(SystemCallError) -> Published {
        var number = part.number
        while true {
            let film = name.film(number)
            if try move(part, toFreeName: film) { return Published(path: currentFolder() + film) }
            number += 1
        }
    }

    /// Moves the part file to a name, unless that is taken: then it answers false.
    private func move(_ part: PartFile, toFreeName film: String) throws(SystemCallError) -> Bool {
        do throws(SystemCallError) {
            // A second name for the same file can't be made where a name is taken, so nothing is ever replaced.
            try folder.link(part.storage, as: film)
        } catch {
            switch error.errorNumber {
            case EEXIST: return false
            // A file system without second names, such as FAT.
            case EPERM, EOPNOTSUPP, EMLINK, EXDEV: return try claim(film, for: part)
            default: throw error
            }
        }
        try folder.remove(part.name, of: part.storage)
        return true
    }

    /// Takes a free name by an empty file, and puts the film in its place.
    private func claim(_ film: String, for part: PartFile) throws(SystemCallError) -> Bool {
        let claim: any ByteStorage
        do throws(SystemCallError) {
            claim = try folder.makeFile(film)
        } catch {
            if error.errorNumber == EEXIST { return false }
            throw error
        }
        do throws(SystemCallError) {
            try folder.rename(part.name, to: film)
        } catch {
            try folder.remove(film, of: claim)
            throw error
        }
        return true
    }

    // MARK: What was removed

    /// Copies a film whose name, or whose folder, was removed while it was recorded, out of its open file.
    private func saveRemoved(
        _ part: PartFile,
        _ refuges: [String],
        because removal: SystemCallError
    ) throws(RecordingError) -> Published {
        var failure = RecordingError.cannotSave(removal, film: name.folder + name.film(1))
        // Where the folder is still there, the film belongs in it.
        let isFolderThere = openedPath != nil && currentFolderPath() != nil
        let places = (isFolderThere ? [currentFolder()] : []) + refuges.map { "\($0)/" }
        for place in places {
            do throws(RecordingError) {
                let file = try FilmFile(path: place + name.film(part.number), replacement: .never, files: files)
                let copy = try Self.copy(part, into: file)
                let path = try file.publish(copy, refuges: []).path
                return Published(path: path, lostFolder: isFolderThere ? nil : name.folderPath)
            } catch {
                failure = .cannotSave(error.systemError ?? removal, film: name.folder + name.film(1))
            }
        }
        throw failure
    }

    /// How much is copied at once: less, and there are more calls; more, and the memory feels it.
    private static let copiedByteCount = 1 << 20

    private static func copy(_ part: PartFile, into file: FilmFile) throws(RecordingError) -> PartFile {
        do throws(SystemCallError) {
            let copy = try file.makePart(part.number)
            do throws(SystemCallError) {
                var offset: Int64 = 0
                while true {
                    let bytes = try part.storage.read(at: offset, count: copiedByteCount)
                    if bytes.isEmpty { break }
                    try copy.storage.write(bytes, at: offset)
                    offset += Int64(bytes.count)
                }
                try copy.storage.synchronize()
                return copy
            } catch {
                file.discard(copy)
                throw error
            }
        } catch {
            throw .cannotCreate(error)
        }
    }

    // MARK: Names

    /// The folder's path with a slash at its end: as it was named, or where it is now if that is elsewhere.
    private func currentFolder() -> String {
        guard let path = currentFolderPath(), path != openedPath else { return name.folder }
        return path.hasSuffix("/") ? path : "\(path)/"
    }

    /// Nil when it was removed, or can't be found out.
    private func currentFolderPath() -> String? {
        do throws(SystemCallError) {
            return try folder.currentPath()
        } catch {
            return nil
        }
    }

    private func firstFree(from first: Int, _ name: (Int) -> String) throws(SystemCallError) -> Int {
        var number = first
        while try folder.contains(name(number)) { number += 1 }
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
