import DoubletakeISOMedia
import DoubletakeMedia
import Glibc

/// Makes an ordinary film of what an interrupted recording left: an MP4 or QuickTime file in fragments, or a Matroska or
/// WebM file without an index.
///
/// A file that can't be made better is never changed. The calls block: as long as the index takes, or as a copy does.
public enum MovieRepair {
    /// How much of a film is copied at once.
    ///
    /// Smaller, and there are more system calls; larger, and it only takes memory.
    private static let copiedByteCount = 1 << 20

    /// Finishes the film, MP4 and QuickTime in place; `NAME.part.mp4` then gets a name `NAME.mp4` that is free.
    public static func repair(_ path: String) throws(RepairError) -> RepairedFilm {
        if let container = MatroskaRepair.container(of: path) { return try MatroskaRepair.repair(path, container) }
        let finished = try finishedMovie(at: path)
        let film = if let finished { finished } else { try finishInPlace(path) }
        return description(of: film, at: try published(path))
    }

    /// Finishes a copy of the film, and leaves the film as it is.
    ///
    /// - Parameter output: where the copy goes; when something is there it gets a number.
    public static func repair(_ path: String, into output: String) throws(RepairError) -> RepairedFilm {
        if let container = MatroskaRepair.container(of: path) {
            return try MatroskaRepair.repair(path, container, into: output)
        }
        // What can't be repaired should not be copied first.
        _ = try finishedMovie(at: path)
        let source = try open(path, .readOnly)
        let target = try destination(output)
        let part: PartFile
        do throws(SystemCallError) {
            part = try target.makePart(1)
        } catch {
            throw .output(.cannotCreate(error))
        }
        let film: FinishedMovie
        do throws(RepairError) {
            try copy(source, to: part.storage)
            film = try finish(part.storage, path: part.path)
        } catch {
            target.discard(part)
            throw error
        }
        return description(of: film, at: try publish(part, as: target))
    }

    /// What is in the film; nil when it is in fragments.
    ///
    /// Throws when somebody is still at it, also at giving it its name.
    private static func finishedMovie(at path: String) throws(RepairError) -> FinishedMovie? {
        let file = try open(path, .readOnly)
        let isUnfinished: Bool
        do throws(ISOMediaError) {
            isUnfinished = try MovieLayout.isUnfinished(file)
        } catch {
            throw failure(error, path: path)
        }
        // A finished film that has its name needs nothing, whoever still has it open.
        if isUnfinished || FilmName(path: path)?.filmOfPart != nil { try lock(file) }
        if isUnfinished { return nil }
        do throws(ISOMediaError) {
            return try MovieFinisher.finish(file)
        } catch {
            throw failure(error, path: path)
        }
    }

    static func lock(_ file: FileStorage) throws(RepairError) {
        do throws(SystemCallError) {
            try file.lock()
        } catch {
            throw .inUse(path: file.path)
        }
    }

    static func open(_ path: String, _ access: FileStorage.Access) throws(RepairError) -> FileStorage {
        var status = stat()
        // SAFETY: the call fills in a local of the right type.
        guard unsafe stat(path, &status) == 0 else { throw cannotOpen(.last(call: "stat", subject: path)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notFound(path: path, reason: "it is not a file") }
        do throws(SystemCallError) {
            return try FileStorage(path: path, access: access)
        } catch {
            throw cannotOpen(error)
        }
    }

    private static func cannotOpen(_ error: SystemCallError) -> RepairError {
        switch error.errorNumber {
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .notFound(path: error.subject, reason: error.reason)
        case EACCES, EPERM, EROFS: .notPermitted(error)
        default:
            .inputOutput(
                path: error.subject, reason: "\(error.call): \(error.reason)", help: "Look at the disk that it is on.")
        }
    }

    private static func finishInPlace(_ path: String) throws(RepairError) -> FinishedMovie {
        let file = try open(path, .readWrite)
        try lock(file)
        let film = try finish(file, path: path)
        do throws(SystemCallError) {
            // A recorder that died couldn't give back what it had kept for the index.
            try file.releaseRoom()
        } catch {
            throw .inputOutput(
                path: path,
                reason: "\(error.call): \(error.reason)",
                help: "Play the film: it is finished, and only takes more room than it needs."
            )
        }
        return film
    }

    private static func finish(_ storage: any ByteStorage, path: String) throws(RepairError) -> FinishedMovie {
        do throws(ISOMediaError) {
            return try MovieFinisher.finish(storage)
        } catch {
            throw failure(error, path: path)
        }
    }

    private static func failure(_ error: ISOMediaError, path: String) -> RepairError {
        switch error {
        case .storage, .indexNotWritten: .inputOutput(path: path, reason: "\(error)", help: error.help)
        default: .notRepairable(path: path, reason: "\(error)", help: error.help)
        }
    }

    // MARK: Copies and names

    private static func copy(_ source: FileStorage, to copy: any ByteStorage) throws(RepairError) {
        do throws(SystemCallError) {
            var offset: Int64 = 0
            while true {
                let bytes = try source.read(at: offset, count: copiedByteCount)
                if bytes.isEmpty { return }
                try copy.write(bytes, at: offset)
                offset += Int64(bytes.count)
            }
        } catch {
            throw .inputOutput(
                path: error.subject,
                reason: "\(error.call): \(error.reason)",
                help: "Make room on the disk, or choose another place with -o."
            )
        }
    }

    static func destination(
        _ path: String,
        replacing replacement: FilmReplacement = .never
    ) throws(RepairError) -> FilmFile {
        do throws(RecordingError) {
            return try FilmFile(path: path, replacement: replacement)
        } catch {
            throw .output(error)
        }
    }

    /// Gives a film that still has the name of a part file the one that it was recorded for.
    private static func published(_ path: String) throws(RepairError) -> String {
        guard let film = FilmName(path: path)?.filmOfPart else { return path }
        return try publish(existingPart(path), as: destination(film))
    }

    /// A part file that a recorder left.
    static func existingPart(_ path: String) throws(RepairError) -> PartFile {
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return PartFile(name: String(path[nameStart...]), path: path, storage: try open(path, .readOnly), number: 1)
    }

    static func publish(_ part: PartFile, as film: FilmFile) throws(RepairError) -> String {
        do throws(RecordingError) {
            return try film.publish(part, refuges: []).path
        } catch {
            throw .output(error)
        }
    }

    private static func description(of film: FinishedMovie, at path: String) -> RepairedFilm {
        RepairedFilm(
            outcome: film.outcome == .finished ? .finished : .alreadyFinished,
            file: path,
            duration: film.duration,
            droppedByteCount: film.droppedByteCount,
            skippedFragmentCount: film.skippedFragmentCount,
            firstDamage: film.firstDamage.map { "\($0)" }
        )
    }
}
