/// Writes the index of a finished movie: the unfinished one box by box, without what announces fragments, with the
/// lengths that have become known, and with tables of all samples.
struct FinishedIndexWriter {
    private let index: MovieIndex
    private let trackEdits: [EditList]
    private let appearances: [TrackAppearance]
    /// How long the movie is shown, in its ticks: as long as the longest track.
    let duration: UInt64
    private let trackDurations: [UInt64]
    private let omittedTrackIDs: Set<UInt32>
    /// The chapters, where there are markers.
    let chapters: ChapterTrack?
    /// The tracks that refer to the chapters: those of pictures, or where there are none all.
    private let chapteredTracks: Set<Int>

    /// - Parameter fits: what is shown of each track.
    init(_ index: MovieIndex, fits: [TrackFit]) {
        self.index = index
        let movie = index.movie
        appearances = fits.map(\.appearance)
        trackEdits = zip(fits, index.tracks).map { $0.edits(of: $1) }
        trackDurations = movie.tracks.indices.map { [trackEdits] number in
            let edits = trackEdits[number]
            guard edits.edits.isEmpty else { return edits.duration }
            let ticks = index.tracks[number].duration
            return Rescaling.up(ticks, from: movie.tracks[number].timescale, to: movie.timescale)
        }
        // A movie without a sample keeps its tracks: it has nothing else.
        let isEmpty = index.tracks.allSatisfy(\.sizes.isEmpty)
        let shown = movie.tracks.indices.filter { isEmpty || !index.tracks[$0].sizes.isEmpty }
        omittedTrackIDs = Set(movie.tracks.map(\.id)).subtracting(shown.map { movie.tracks[$0].id })
        duration = shown.map { [trackDurations] in trackDurations[$0] }.max() ?? 0
        chapters = ChapterTrack(index.markers, of: movie, length: duration)
        let pictures = shown.filter { movie.tracks[$0].mediaType == "vide" }
        chapteredTracks = Set(pictures.isEmpty ? shown : pictures)
    }

    /// Writes the Movie Box (ISO/IEC 14496-12, 8.2.1).
    func movieBox() throws(ISOMediaError) -> [UInt8] {
        var writer = BoxWriter()
        // Four bytes a sample for its size, and some for what is in runs.
        let sampleCount = index.tracks.reduce(0) { $0 + $1.sizes.count }
        writer.reserveCapacity(index.movie.box.bytes.count + 6 * sampleCount)
        try writer.box(.moov) { writer throws(ISOMediaError) in
            var content = index.movie.box.content
            var trackNumber = 0
            while let child = try content.nextBox() {
                switch child.header.type {
                case .mvex:
                    break
                case .mvhd:
                    var header = try DurationHeader.movieHeader(child)
                    if let chapters { header = header.adding(trackID: chapters.id) }
                    header.write(to: &writer, duration: duration)
                case .trak:
                    try trackBox(child, number: trackNumber, to: &writer)
                    trackNumber += 1
                default:
                    writer.append(child.bytes)
                }
            }
            try chapters?.write(to: &writer)
        }
        return writer.bytes
    }

    /// Writes a Track Box (ISO/IEC 14496-12, 8.3.1); nothing for a track that never got a sample, which players take
    /// for a damaged one.
    private func trackBox(_ box: Box, number: Int, to writer: inout BoxWriter) throws(ISOMediaError) {
        guard !omittedTrackIDs.contains(index.movie.tracks[number].id) else { return }
        try writer.box(.trak) { writer throws(ISOMediaError) in
            var content = box.content
            while let child = try content.nextBox() {
                switch child.header.type {
                case .tkhd:
                    try DurationHeader.trackHeader(child).appearing(appearances[number])
                        .write(to: &writer, duration: trackDurations[number])
                    trackEdits[number].write(to: &writer)
                    try trackReferenceBox(try box.optional(.tref), number: number, to: &writer)
                case .edts, .tref:
                    break
                case .mdia:
                    try mediaBox(child, number: number, to: &writer)
                default:
                    writer.append(child.bytes)
                }
            }
        }
    }

    /// Writes a Track Reference Box (ISO/IEC 14496-12, 8.3.3) without references to tracks that are left out, and with one
    /// to the chapters.
    private func trackReferenceBox(_ box: Box?, number: Int, to writer: inout BoxWriter) throws(ISOMediaError) {
        var references: [(type: FourCC, trackIDs: [UInt32])] = []
        if var content = box?.content {
            while let child = try content.nextBox() {
                var trackIDs: [UInt32] = []
                var list = child.content
                while list.byteCount > 0 {
                    let id = try list.uint32()
                    if !omittedTrackIDs.contains(id) { trackIDs.append(id) }
                }
                if !trackIDs.isEmpty { references.append((child.header.type, trackIDs)) }
            }
        }
        if let chapters, chapteredTracks.contains(number) { references.append(("chap", [chapters.id])) }
        guard !references.isEmpty else { return }
        writer.box(.tref) { writer in
            for (type, trackIDs) in references {
                writer.box(type) { writer in
                    for id in trackIDs { writer.uint32(id) }
                }
            }
        }
    }

    /// Writes a Media Box (ISO/IEC 14496-12, 8.4.1).
    private func mediaBox(_ box: Box, number: Int, to writer: inout BoxWriter) throws(ISOMediaError) {
        try writer.box(.mdia) { writer throws(ISOMediaError) in
            var content = box.content
            while let child = try content.nextBox() {
                switch child.header.type {
                case .mdhd:
                    let duration = UInt64(index.tracks[number].duration)
                    try DurationHeader.mediaHeader(child).write(to: &writer, duration: duration)
                case .minf:
                    try mediaInformationBox(child, number: number, to: &writer)
                default:
                    writer.append(child.bytes)
                }
            }
        }
    }

    /// Writes a Media Information Box (ISO/IEC 14496-12, 8.4.4).
    private func mediaInformationBox(_ box: Box, number: Int, to writer: inout BoxWriter) throws(ISOMediaError) {
        try writer.box(.minf) { writer throws(ISOMediaError) in
            var content = box.content
            while let child = try content.nextBox() {
                if child.header.type == .stbl {
                    try sampleTableBox(child, number: number, to: &writer)
                } else {
                    writer.append(child.bytes)
                }
            }
        }
    }

    /// Writes a Sample Table Box (ISO/IEC 14496-12, 8.5.1): the old descriptions, and new tables.
    private func sampleTableBox(_ box: Box, number: Int, to writer: inout BoxWriter) throws(ISOMediaError) {
        try writer.box(.stbl) { writer throws(ISOMediaError) in
            var content = box.content
            while let child = try content.nextBox() {
                if FourCC.sampleTables.contains(child.header.type) { continue }
                writer.append(child.bytes)
            }
            writer.sampleTables(index.tracks[number])
        }
    }
}
