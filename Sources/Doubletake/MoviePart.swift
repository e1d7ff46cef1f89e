import DoubletakeMedia
import DoubletakeWriting

/// One file of a film while it is written.
final class MoviePart: Sendable {
    /// A part that has its name.
    struct Published: Sendable {
        let film: FilmFile.Published
        let byteCount: Int64
        /// Why it ended before its time; it plays all the same.
        let cut: WriterError?
    }

    /// The file.
    let file: PartFile
    /// What writes into it.
    let writer: AssetWriter
    /// Its tracks.
    let inputs: [AssetWriterInput]

    /// Makes the file.
    init(
        _ number: Int,
        of film: FilmFile,
        tracks: [MovieEncoders.Track],
        metadata: MovieMetadata,
        codecs: any CodecProvider,
        clock: any MediaClock
    ) throws(WriterError) {
        let file: PartFile
        do throws(SystemCallError) {
            file = try film.makePart(number)
        } catch {
            throw .cannotCreate(error)
        }
        self.file = file
        inputs = tracks.map { $0.makeInput() }
        writer = AssetWriter(path: file.path, container: film.container, codecs: codecs, clock: clock) { _ in
            file.storage
        }
        writer.metadata = metadata
        do throws(WriterError) {
            for input in inputs { try writer.add(input) }
            guard writer.startWriting() else { throw writer.error ?? .nothingWritten(path: file.path) }
        } catch {
            film.discard(file)
            throw error
        }
    }

    /// Hands a packet to a track.
    ///
    /// That the writer has failed is told by the writer; the packet has no place to go then.
    func append(_ packet: EncodedPacket, toTrack track: Int) {
        do throws(WriterError) {
            _ = try inputs[track].append(packet)
        } catch {
            preconditionFailure("a part's session is open before its first packet: \(error)")
        }
    }

    /// Puts a marker into the file; false when it is too late for that.
    ///
    /// Waits while the disk can't keep up.
    func append(_ marker: Marker) -> Bool {
        do throws(WriterError) {
            return try writer.append(marker)
        } catch {
            // The film, or this part of it, was ended a moment ago: its end is known by now, and the marker is counted.
            return false
        }
    }

    /// Ends the part, after its last packet.
    func finish(at end: MediaTime) {
        do throws(WriterError) {
            try writer.endFilm(at: end)
        } catch {
            preconditionFailure("a part's session is open until it is ended: \(error)")
        }
        for input in inputs { input.markAsFinished() }
    }

    /// Ends the part without a file, unless it is complete.
    func giveUp(in film: FilmFile) {
        writer.cancelWriting()
        if writer.status == .cancelled { film.discard(file) }
    }

    /// Gives the file its name, once it is written; nil when it was given up.
    ///
    /// - Parameter goesOn: whether the film goes on elsewhere though this file has failed.
    func publish(
        in film: FilmFile,
        refuges: [String],
        goesOn: (WriterError) -> Bool
    ) throws(RecordingError) -> Published? {
        guard writer.status != .cancelled else {
            film.discard(file)
            return nil
        }
        let error = writer.error
        if let error, !writer.isFilePlayable {
            film.discard(file)
            throw .writer(error, playableFile: nil)
        }
        let failure = error.flatMap { goesOn($0) ? nil : $0 }
        let published: FilmFile.Published
        do throws(RecordingError) {
            published = try film.publish(file, refuges: refuges)
        } catch {
            // What was recorded stays where it is when its name can't be had; why it ended says more.
            if case .cannotRename(_, let path) = error, let failure { throw .writer(failure, playableFile: path) }
            throw error
        }
        if let failure { throw .writer(failure, playableFile: published.path) }
        do throws(SystemCallError) {
            return Published(film: published, byteCount: try file.storage.byteCount(), cut: error)
        } catch {
            throw .system(error)
        }
    }
}
