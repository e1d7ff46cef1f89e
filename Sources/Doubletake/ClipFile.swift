import DoubletakeMedia
import DoubletakeWriting

/// Writes what was kept in memory into a file of its own.
struct ClipFile {
    private let film: FilmFile
    private let part: MoviePart
    private let start: MediaTime
    private let end: MediaTime
    private let limits: RecordingLimits

    /// Makes the file and hands all packets to its writer.
    ///
    /// Blocks while the disk is busy; when it throws, no file is left.
    init(
        _ film: FilmFile,
        _ clip: PacketRing.Clip,
        endingAt end: MediaTime,
        tracks: [MovieEncoders.Track],
        configuration: RecordingConfiguration,
        codecs: any CodecProvider,
        clock: any MediaClock
    ) throws(RecordingError) {
        self.film = film
        self.end = end
        start = clip.start
        limits = configuration.limits
        try DiskGuard(film, limits: limits) { _ in }.checkBeforeRecording()
        do throws(WriterError) {
            part = try MoviePart(
                1,
                of: film,
                tracks: tracks,
                metadata: configuration.metadata,
                codecs: codecs,
                clock: clock
            )
            do throws(WriterError) {
                try part.writer.startSession(atSourceTime: start)
            } catch {
                part.giveUp(in: film)
                throw error
            }
        } catch {
            throw .writer(error, playableFile: nil)
        }
        // What came meanwhile is in the next clip.
        for (track, packet) in clip.packets where packet.presentationTime < end { part.append(packet, toTrack: track) }
        part.finish(at: end)
    }

    /// Waits until the file is complete, and gives it its name.
    func publish() async throws(RecordingError) -> ExportedClip {
        await part.writer.ended()
        let published = try await onThread("publish") { [self] () throws(RecordingError) in
            try part.publish(in: film, refuges: limits.refuges) { _ in false }
        }
        guard let published else { throw .writer(.nothingWritten(path: part.file.path), playableFile: nil) }
        return ExportedClip(
            file: published.film.path,
            start: start,
            duration: end - start,
            byteCount: published.byteCount
        )
    }
}
