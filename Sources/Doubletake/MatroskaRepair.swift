import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeWriting
import Glibc

/// Makes a whole film of what an interrupted recording left: a Matroska or WebM file without an index.
///
/// Its packets are copied into a film beside it, which takes its place when it is complete; nothing is decoded.
enum MatroskaRepair {
    /// The kind of a film that is repaired here; nil for others.
    static func container(of path: String) -> ContainerFormat? {
        let container = FilmName(path: path).flatMap { ContainerFormat.named(byExtension: $0.fileExtension) }
        return container?.finishing == .muxer ? container : nil
    }

    /// Repairs the film; `NAME.part.mkv` then gets a name `NAME.mkv` that is free.
    static func repair(_ path: String, _ container: ContainerFormat) throws(RepairError) -> RepairedFilm {
        let (file, isUnfinished) = try lockedFile(path)
        let target: FilmFile
        if let name = FilmName(path: path)?.filmOfPart {
            target = try MovieRepair.destination(name, replacing: .never)
            if !isUnfinished {
                let film = try MovieRepair.publish(MovieRepair.existingPart(path), as: target)
                return try description(.alreadyFinished, at: film)
            }
        } else {
            guard isUnfinished else { return try description(.alreadyFinished, at: path) }
            target = try MovieRepair.destination(path, replacing: .whenComplete)
        }
        let copied = try copy(path, file, container, to: target)
        let film = try MovieRepair.publish(copied.part, as: target)
        // SAFETY: the string is passed for the time of the call. What was copied and can't be removed does no harm.
        if film != path { _ = unsafe unlink(path) }
        return description(.finished, copied.duration, at: film)
    }

    /// Repairs a copy of the film, and leaves the film as it is.
    static func repair(
        _ path: String,
        _ container: ContainerFormat,
        into output: String
    ) throws(RepairError) -> RepairedFilm {
        let (file, isUnfinished) = try lockedFile(path)
        let target = try MovieRepair.destination(output, replacing: .never)
        let copied = try copy(path, file, container, to: target)
        let film = try MovieRepair.publish(copied.part, as: target)
        return description(isUnfinished ? .finished : .alreadyFinished, copied.duration, at: film)
    }

    /// The film, locked, and whether its recorder didn't finish it.
    private static func lockedFile(_ path: String) throws(RepairError) -> (file: FileStorage, isUnfinished: Bool) {
        let file = try MovieRepair.open(path, .readOnly)
        try MovieRepair.lock(file)
        let isUnfinished: Bool?
        do throws(SystemCallError) {
            isUnfinished = try MatroskaHead.isUnfinished(file)
        } catch {
            throw .inputOutput(
                path: path, reason: "\(error.call): \(error.reason)", help: "Look at the disk that it is on.")
        }
        guard let isUnfinished else {
            throw .notRepairable(
                path: path,
                reason: "it is no Matroska file, or its beginning is missing",
                help: "Repair a file that a recorder has written."
            )
        }
        return (file, isUnfinished)
    }

    private static func copy(
        _ path: String,
        _ file: FileStorage,
        _ container: ContainerFormat,
        to target: FilmFile
    ) throws(RepairError) -> (part: PartFile, duration: Duration) {
        let part: PartFile
        do throws(SystemCallError) {
            part = try target.makePart(1)
        } catch {
            throw .output(.cannotCreate(error))
        }
        do throws(LibAVRemuxer.Failure) {
            let duration = try LibAVRemuxer.copy(path, file, container, into: part.storage, subject: part.path)
            if duration > .zero { return (part, duration) }
            throw .unreadable(reason: "nothing in it can be played")
        } catch {
            target.discard(part)
            switch error {
            case .unreadable(let reason):
                throw .notRepairable(
                    path: path, reason: reason, help: "Play what can be played of it, for example with mpv.")
            case .unwritable(let error):
                throw .inputOutput(path: path, reason: "\(error)", help: error.help)
            }
        }
    }

    private static func description(
        _ outcome: RepairedFilm.Outcome,
        at path: String
    ) throws(RepairError) -> RepairedFilm {
        do throws(ReaderError) {
            let tracks = try AssetReader(path: path).tracks
            return description(outcome, tracks.map(\.duration).max() ?? .zero, at: path)
        } catch {
            throw .notRepairable(path: path, reason: error.reason, help: error.help)
        }
    }

    private static func description(
        _ outcome: RepairedFilm.Outcome,
        _ duration: Duration,
        at path: String
    ) -> RepairedFilm {
        RepairedFilm(
            outcome: outcome,
            file: path,
            duration: duration,
            droppedByteCount: 0,
            skippedFragmentCount: 0,
            firstDamage: nil
        )
    }
}
