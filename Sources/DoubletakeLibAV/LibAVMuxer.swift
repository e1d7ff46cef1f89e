import CFFmpeg
import DoubletakeISOMedia
package import DoubletakeMedia
package import DoubletakeWriting

/// Writes MP4 and QuickTime files in fragments with libavformat.
///
/// Everything between two flushes is appended to the storage at once, so that a kill costs no more than the last
/// fragment. After a failure every call throws it again. One thread uses it at a time.
@safe
package final class LibAVMuxer: Muxer, @unchecked Sendable {
    // @safe: pointers are only passed on to libav, for the time of a call.
    // @unchecked: by the port's contract one thread uses it at a time.

    /// The unit of the times in the film's header unless another one is wanted, to which libavformat rounds the empty edits of late tracks.
    ///
    /// With 90 kHz they are within a sample of 44.1 kHz sound. Coarser (the default is a millisecond, 44 samples), and
    /// a late track is heard early; finer (all rates divide 35.28 MHz), and a film of two minutes needs durations of 64
    /// bits, which not every player reads.
    private static let movieTimeBase = TimeBase.video

    private let film: LibAVFilm
    private let mediaTypes: [MediaType]
    private let timeBases: [TimeBase]
    private var isHeaderWritten = false
    private var isFinished = false
    private var hasPackets: [Bool]
    private var isFragmentEmpty = true
    /// The last picture of each track, which lasts until the next one, whose time isn't known yet.
    private var latestPictures: [TimedPacket?]
    /// When the newest packet of all tracks is decoded, from the film's beginning.
    private var newestTime = Duration.zero
    /// The markers that wait for the next fragment.
    private var markers: [TimedMarker] = []
    private var markerCount: UInt32 = 0

    /// Creates a muxer that writes at the end of `storage`.
    ///
    /// - Parameters:
    ///   - container: MP4 or QuickTime.
    ///   - tracks: at least one; libavformat has one time base for all tracks of pictures.
    ///   - metadata: what the film says of itself.
    ///   - subject: the file as a person would name it, for errors.
    package init(
        container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata = MovieMetadata(),
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) {
        let videoTimeBases = Set(tracks.map(\.description).filter { $0.mediaType == .video }.map(\.timeBase))
        guard videoTimeBases.count <= 1 else {
            throw .unsupported(
                subject: subject,
                reason: "its tracks of pictures count their times in different units",
                help: "Set the same mediaTimeScale for all inputs of pictures."
            )
        }
        film = try LibAVFilm(
            container,
            LibAVFilm.Format(
                name: container.name,
                family: .isoMedia,
                access: .sequential,
                options: Self.options(tracks, metadata.timeScale ?? Self.movieTimeBase)
            ) { output in
                // libavformat 59 calls FLAC in MP4 an experiment; others have been reading it for years.
                unsafe output.context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
            },
            tracks: tracks,
            timeBases: tracks.map(\.description.timeBase),
            metadata: metadata,
            storage: storage,
            subject: subject
        )
        mediaTypes = tracks.map(\.description.mediaType)
        timeBases = tracks.map(\.description.timeBase)
        hasPackets = tracks.map { _ in false }
        latestPictures = tracks.map { _ in nil }
    }

    /// Takes a packet into the fragment that is growing.
    package func write(_ packet: TimedPacket) throws(WriterError) {
        try film.sticky { () throws(WriterError) in try take(packet) }
    }

    /// Takes a marker, which comes into the file before the next fragment.
    package func write(_ marker: TimedMarker) throws(WriterError) {
        try film.sticky { () throws(WriterError) in
            precondition(!isFinished, "nothing is written after the end")
            markers.append(marker)
        }
    }

    /// Writes a fragment with all packets since the last one, and the markers before it; the first time the header comes
    /// before them.
    package func flush() throws(WriterError) {
        try film.sticky { () throws(WriterError) in
            precondition(!isFinished, "nothing is written after the end")
            guard !isFragmentEmpty || isHeaderWritten && !markers.isEmpty else { return }
            for track in mediaTypes.indices { try putLatestPicture(ofTrack: track, lasting: certainDurationTicks) }
            try endHeader()
            putMarkers()
            try film.check(film.output.endFragment())
            isFragmentEmpty = true
            // Otherwise libavformat moves each track's first packet to where the last one's duration ends, which is
            // a guess, and takes the first packet of a late track for the beginning of the film.
            try film.check(film.output.setOption("movflags", to: "+frag_discont"))
            try store()
        }
    }

    /// Writes the last fragment, and the header if there was none before.
    ///
    /// What is later than the end stays in: the index of the whole leaves it out.
    package func finish(endingAt end: Duration?) throws(WriterError) {
        try film.sticky { () throws(WriterError) in
            precondition(!isFinished, "a film ends once")
            isFinished = true
            for track in mediaTypes.indices { try putLatestPicture(ofTrack: track) { $0.durationTicks } }
            if !isFragmentEmpty { try endHeader() }
            if isHeaderWritten { putMarkers() }
            try film.check(film.output.writeTrailer())
            // Without a packet the header came only now.
            putMarkers()
            try store()
        }
    }

    /// Writes the header, unless it is there.
    private func endHeader() throws(WriterError) {
        // The first end of a fragment writes the header alone.
        if !isHeaderWritten { try film.check(film.output.endFragment()) }
        isHeaderWritten = true
    }

    private func putMarkers() {
        for marker in markers {
            film.output.append(MarkerMessage.box(time: marker.time, name: marker.name, number: markerCount))
            markerCount += 1
        }
        markers = []
    }

    private func take(_ packet: TimedPacket) throws(WriterError) {
        precondition(!isFinished, "nothing is written after the end")
        // The header has no edits for a track that it was written without, so nothing of it can lie before zero. That
        // is at most the encoder's run-up.
        let isLate = isHeaderWritten && !hasPackets[packet.track]
        if isLate && packet.presentationTicks < 0 { return }
        hasPackets[packet.track] = true
        isFragmentEmpty = false
        newestTime = max(newestTime, timeBases[packet.track].duration(ofTicks: packet.decodeTicks))
        guard mediaTypes[packet.track] == .video else { return try put(packet, durationTicks: packet.durationTicks) }
        try putLatestPicture(ofTrack: packet.track) { packet.decodeTicks - $0.decodeTicks }
        latestPictures[packet.track] = packet
    }

    /// Hands the picture on that waits for the next one's time.
    private func putLatestPicture(ofTrack track: Int, lasting durationTicks: (TimedPacket) -> Int64) throws(WriterError)
    {
        guard let picture = latestPictures[track] else { return }
        latestPictures[track] = nil
        try put(picture, durationTicks: durationTicks(picture))
    }

    /// How long a picture surely lasts whose successor isn't here yet, at most as long as it says itself.
    ///
    /// A duration that is too long would move the next picture, since libavformat lets times only increase. One that is
    /// too short is mended by the next fragment, which says when it begins. Packets come in the order of their times,
    /// so the next picture will be no earlier than the newest packet of any track.
    private func certainDurationTicks(_ picture: TimedPacket) -> Int64 {
        let passed = timeBases[picture.track].ticks(in: newestTime) - picture.decodeTicks
        return max(1, min(passed, picture.durationTicks))
    }

    private func put(_ packet: TimedPacket, durationTicks: Int64) throws(WriterError) {
        try film.put(
            LibAVFilm.Entry(
                track: packet.track,
                data: packet.data,
                presentationTicks: packet.presentationTicks,
                decodeTicks: packet.decodeTicks,
                durationTicks: durationTicks,
                isKeyframe: packet.isKeyframe
            )
        )
    }

    private func store() throws(WriterError) {
        try film.store { storage, bytes, end throws(SystemCallError) in try storage.append(bytes, at: end) }
    }

    private static func options(_ tracks: [MuxerTrack], _ movieTimeBase: TimeBase) -> [(name: String, value: String)] {
        var options = [
            // Fragments end when we say so; the header waits for the first of them, since only then the edits that
            // leave out an encoder's run-up are known; no index of fragments, which is found at the end of a whole
            // file only.
            ("movflags", "+frag_custom+delay_moov+default_base_moof+skip_trailer+write_colr"),
            ("movie_timescale", String(movieTimeBase.ticksPerSecond)),
        ]
        if let video = tracks.first(where: { $0.description.mediaType == .video }) {
            options.append(("video_track_timescale", String(video.description.timeBase.ticksPerSecond)))
        }
        return options
    }
}
