internal import DoubletakeMedia

/// Reads from the index of a finished movie what it says of its tracks, by small reads: the index of a long movie is
/// large, and most of it is tables that nobody asks for here.
struct FinishedIndexReader {
    private let file: MovieFile
    private let index: BoxHeader

    init(_ file: MovieFile, index: BoxHeader) {
        self.file = file
        self.index = index
    }

    /// What finishing says of a movie that needs none.
    func movie() throws(ISOMediaError) -> FinishedMovie {
        let header = try DurationHeader.movieHeader(try box(.mvhd, in: index))
        let timeBase = TimeBase(ticksPerSecond: Int64(header.identity))
        return FinishedMovie(
            outcome: .alreadyFinished,
            duration: Duration(ticks: Self.known(header.duration), timeBase: timeBase),
            tracks: try tracks(),
            droppedByteCount: 0,
            skippedFragmentCount: 0,
            firstDamage: nil
        )
    }

    private func tracks() throws(ISOMediaError) -> [FinishedMovie.Track] {
        var tracks: [FinishedMovie.Track] = []
        var walk = BoxWalk(file, in: index)
        while case .complete(let box)? = try walk.next() {
            guard box.type == .trak else { continue }
            guard tracks.count < Limits.trackCount else {
                throw .malformed(box: .moov, offset: index.offset, reason: "it has too many tracks")
            }
            tracks.append(try track(box))
        }
        return tracks
    }

    private func track(_ track: BoxHeader) throws(ISOMediaError) -> FinishedMovie.Track {
        let media = try header(.mdia, in: track)
        let table = try header(.stbl, in: try header(.minf, in: media))
        let mediaHeader = try DurationHeader.mediaHeader(try box(.mdhd, in: media))
        return FinishedMovie.Track(
            id: try DurationHeader.trackHeader(try box(.tkhd, in: track)).identity,
            mediaType: try FragmentedMovie.handler(try box(.hdlr, in: media)),
            timeBase: TimeBase(ticksPerSecond: Int64(mediaHeader.identity)),
            sampleCount: try sampleCount(table),
            durationInTicks: Self.known(mediaHeader.duration)
        )
    }

    /// Reads the number of samples from a Sample Size Box (ISO/IEC 14496-12, 8.7.3.2) or a compact one (8.7.3.3): both
    /// have it in the same place.
    private func sampleCount(_ table: BoxHeader) throws(ISOMediaError) -> Int {
        let sizes: BoxHeader
        if let compact = try BoxWalk.first(.stz2, in: table, of: file) {
            sizes = compact
        } else {
            sizes = try header(.stsz, in: table)
        }
        let place = sizes.contentOffset + 8
        guard place + 4 <= sizes.end else {
            throw .malformed(box: sizes.type, offset: sizes.offset, reason: "it ends too soon")
        }
        return try file.bytes(at: place, count: 4).reduce(0) { $0 << 8 | Int($1) }
    }

    private func box(_ type: FourCC, in container: BoxHeader) throws(ISOMediaError) -> Box {
        try file.box(try header(type, in: container))
    }

    private func header(_ type: FourCC, in container: BoxHeader) throws(ISOMediaError) -> BoxHeader {
        guard let header = try BoxWalk.first(type, in: container, of: file) else {
            throw .malformed(box: container.type, offset: container.offset, reason: "it has no \(type)")
        }
        return header
    }

    /// A duration of a header; 0 when it is unknown.
    private static func known(_ duration: UInt64) -> Int64 {
        duration == .max ? 0 : Int64(clamping: duration)
    }
}
