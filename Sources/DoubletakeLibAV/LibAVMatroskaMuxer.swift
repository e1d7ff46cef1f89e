import CFFmpeg
package import DoubletakeMedia
package import DoubletakeWriting

/// Writes Matroska and WebM files with libavformat.
///
/// The header comes with the first flush. Every flush ends a cluster (RFC 9559, 5.1.3), which can be played whatever
/// comes after it; at the end come the index and the duration. Nothing that is in a cluster can be cut off later, so the
/// newest packets wait. After a failure every call throws it again. One thread uses it at a time.
@safe
package final class LibAVMatroskaMuxer: Muxer, @unchecked Sendable {
    // @safe: pointers are only passed on to libav, for the time of a call.
    // @unchecked: by the port's contract one thread uses it at a time.

    /// The unit of all times: a millisecond, which libavformat writes and everybody reads.
    private static let timeBase = TimeBase(ticksPerSecond: 1_000)

    /// How long packets wait before they go into a cluster.
    ///
    /// A film ends at the first of two presses, which is told when the second one comes, at most 400 ms later unless
    /// that was set. Shorter, and what lies between the two is in the film; longer, and a kill costs more.
    static let patience = Duration.milliseconds(500)

    private let film: LibAVFilm
    private let tracks: [Track]
    private var lastTicks: [Int64?]
    /// The packets that wait, in their order.
    private var waiting: [TimedPacket] = []
    /// When the newest packet of all tracks is shown or heard.
    private var newestTime = Duration.zero
    private var hasNewPackets = false
    private var isFinished = false
    private var markers: [TimedMarker] = []
    /// How many of the markers are in the file, where a repair finds them.
    private var storedMarkerCount = 0
    /// When the last packet that is in the film ends.
    private var lastEnd = Duration.zero

    /// What has to be known of a track.
    private struct Track {
        let mediaType: MediaType
        let timeBase: TimeBase
        /// By how much its times are later in the file than they are, so that none is negative.
        ///
        /// It is the encoder's run-up where the file says so (CodecDelay: RFC 9559, 5.1.4.1.25) and players take it off
        /// again, else nothing. Then packets before the film's beginning are left out; in the first one after it the
        /// sound swells for as long as that was.
        let delayTicks: Int64
        /// How many samples a packet has from which nothing is left out; nil where each says so itself.
        let packetSampleCount: Int?

        init(_ description: TrackDescription) {
            mediaType = description.mediaType
            timeBase = description.timeBase
            switch description.media {
            case .video:
                (delayTicks, packetSampleCount) = (0, nil)
            case .audio(let codec, _, _, let primingSampleCount):
                let isRunUpDeclared = codec.libAVTraits?.isRunUpDeclared ?? false
                delayTicks = isRunUpDeclared ? Int64(primingSampleCount) : 0
                packetSampleCount = codec.libAVTraits?.packetSampleCount
            }
        }
    }

    /// Creates a muxer that writes at the end of `storage`.
    ///
    /// - Parameters:
    ///   - container: Matroska or WebM.
    ///   - tracks: at least one.
    ///   - metadata: what the film says of itself.
    ///   - subject: the file as a person would name it, for errors.
    package init(
        container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata = MovieMetadata(),
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) {
        film = try LibAVFilm(
            container,
            LibAVFilm.Format(
                name: container == .webm ? "webm" : "matroska",
                family: .matroska,
                access: .random,
                // Otherwise libavformat would call a track the default one where none is, and would move all times
                // until the earliest is at zero.
                options: [("default_mode", "passthrough")]
            ) { output in
                unsafe output.context.pointee.avoid_negative_ts = 0
            },
            tracks: tracks,
            timeBases: tracks.map { _ in Self.timeBase },
            metadata: metadata,
            storage: storage,
            subject: subject
        )
        self.tracks = tracks.map { Track($0.description) }
        lastTicks = tracks.map { _ in nil }
    }

    /// Takes a packet, which waits at first.
    package func write(_ packet: TimedPacket) throws(WriterError) {
        try film.sticky { () throws(WriterError) in
            precondition(!isFinished, "nothing is written after the end")
            newestTime = max(newestTime, time(of: packet))
            waiting.append(packet)
        }
    }

    /// Takes a marker, which comes into the file behind the next cluster.
    package func write(_ marker: TimedMarker) throws(WriterError) {
        try film.sticky { () throws(WriterError) in
            precondition(!isFinished, "nothing is written after the end")
            markers.append(marker)
        }
    }

    /// Ends a cluster with all packets that have waited long enough, with the markers behind it; the first time the
    /// header is written before it.
    package func flush() throws(WriterError) {
        try film.sticky { () throws(WriterError) in
            precondition(!isFinished, "nothing is written after the end")
            let count = waiting.firstIndex { time(of: $0) > newestTime - Self.patience } ?? waiting.count
            for packet in waiting.prefix(count) { try put(packet, durationTicks: packet.durationTicks) }
            waiting.removeFirst(count)
            let isHeaderStored = film.end > film.origin
            guard hasNewPackets || isHeaderStored && storedMarkerCount < markers.count else { return }
            hasNewPackets = false
            try film.check(film.output.endFragment())
            for marker in markers[storedMarkerCount...] { film.output.append(MatroskaMarkers.element(marker)) }
            storedMarkerCount = markers.count
            try store()
        }
    }

    /// Writes the last cluster, the chapters and the index, and then into the header what it could not know: the
    /// duration, and where the others are.
    package func finish(endingAt end: Duration?) throws(WriterError) {
        try film.sticky { () throws(WriterError) in
            precondition(!isFinished, "a film ends once")
            isFinished = true
            try putLast(endingAt: end)
            try putChapters(endingAt: end ?? lastEnd)
            try film.check(film.output.writeTrailer())
            try store()
            // What the header points at is on the disk before it does.
            try film.access { () throws(SystemCallError) in
                try film.storage.synchronize()
                for change in film.output.takeChanges() {
                    try film.storage.write(change.bytes, at: film.origin + change.offset)
                }
                try film.storage.synchronize()
            }
        }
    }

    /// Makes chapters of the markers that are within the film; each lasts until the next one.
    private func putChapters(endingAt end: Duration) throws(WriterError) {
        let chapters = ChapterTimes.chapters(at: markers.map(\.time.wholeNanoseconds), in: end)
        for (number, chapter) in chapters.enumerated() {
            let isLast = number + 1 == chapters.count
            let next = isLast ? end : .milliseconds(chapters[number + 1].milliseconds)
            let marker = TimedMarker(time: .milliseconds(chapter.milliseconds), name: markers[chapter.marker].name)
            try film.check(LibAVChapters.add(marker, until: next, to: film.output))
        }
    }

    /// Puts what still waits into the last cluster; the last picture lasts until the end, and sound no longer.
    private func putLast(endingAt end: Duration?) throws(WriterError) {
        guard let end else {
            for packet in waiting { try put(packet, durationTicks: packet.durationTicks) }
            return
        }
        let kept = waiting.filter { time(of: $0) < end }
        for (index, packet) in kept.enumerated() {
            let track = tracks[packet.track]
            let rest = track.timeBase.ticks(in: end) - packet.presentationTicks
            let isLast = !kept[(index + 1)...].contains { $0.track == packet.track }
            let isPicture = track.mediaType == .video
            try put(
                packet,
                durationTicks: isPicture && isLast ? max(rest, 1) : min(packet.durationTicks, max(rest, 1))
            )
        }
    }

    private func time(of packet: TimedPacket) -> Duration {
        tracks[packet.track].timeBase.duration(ofTicks: packet.presentationTicks)
    }

    private func put(_ packet: TimedPacket, durationTicks: Int64) throws(WriterError) {
        let track = tracks[packet.track]
        var decodeTicks = milliseconds(packet.decodeTicks, of: track)
        // What lies before the film's beginning isn't heard; pictures of then are needed by those after them, and pass by
        // at once. Two within a millisecond are moved apart.
        if track.mediaType == .video { decodeTicks = max(decodeTicks, 0) }
        if let last = lastTicks[packet.track] { decodeTicks = max(decodeTicks, last + 1) }
        guard decodeTicks >= 0 else { return }
        lastTicks[packet.track] = decodeTicks
        hasNewPackets = true
        lastEnd = max(lastEnd, track.timeBase.duration(ofTicks: packet.presentationTicks + durationTicks))
        let unheard = track.packetSampleCount.map { max(0, $0 - Int(durationTicks)) } ?? 0
        try film.put(
            LibAVFilm.Entry(
                track: packet.track,
                data: packet.data,
                presentationTicks: max(milliseconds(packet.presentationTicks, of: track), decodeTicks),
                decodeTicks: decodeTicks,
                durationTicks: Self.timeBase.ticks(in: track.timeBase.duration(ofTicks: durationTicks)),
                isKeyframe: packet.isKeyframe,
                unheardSampleCount: unheard
            )
        )
    }

    private func milliseconds(_ ticks: Int64, of track: Track) -> Int64 {
        Self.timeBase.ticks(in: track.timeBase.duration(ofTicks: ticks + track.delayTicks))
    }

    private func store() throws(WriterError) {
        try film.store { storage, bytes, end throws(SystemCallError) in try storage.appendElements(bytes, at: end) }
    }
}

extension ByteStorage {
    /// Writes elements at the end so that whoever reads the file sees all of them or nothing.
    ///
    /// A kill may end a write anywhere. So until the first eight bytes come, last of all and as a whole, there is the
    /// head of an element of the same length that readers skip: Void (RFC 8794, 11.3.2), with a length of seven bytes.
    ///
    /// - Parameters:
    ///   - bytes: begin with an element; at least eight.
    ///   - end: how many bytes there are.
    fileprivate func appendElements(_ bytes: [UInt8], at end: Int64) throws(SystemCallError) {
        let headByteCount = 8
        precondition(bytes.count >= headByteCount, "an element that matters has eight bytes")
        try write(
            EBMLElement.voidHead(byteCount: bytes.count - headByteCount) + bytes.dropFirst(headByteCount), at: end)
        try write(Array(bytes.prefix(headByteCount)), at: end)
    }
}
