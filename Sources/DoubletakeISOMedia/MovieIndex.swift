import DoubletakeMedia

/// The samples of all complete fragments of an unfinished movie.
struct MovieIndex {
    let movie: FragmentedMovie
    /// One for each of the movie's tracks, in the same order.
    private(set) var tracks: [TrackIndex]
    /// Where the last complete fragment, and what complete boxes follow it, end.
    private(set) var end: Int64 = 0
    /// How many fragments are complete, but damaged, and are not in the index.
    private(set) var skippedFragmentCount = 0
    /// What was wrong with the first of them.
    private(set) var firstDamage: ISOMediaError?
    /// Where an index was found at the end: finishing was stopped between writing it and saying that it counts.
    private(set) var leftoverIndexOffset: Int64?
    /// The markers that stand among the fragments, in the order of the file.
    private(set) var markers: [MarkerMessage] = []
    private var sampleCount = 0

    /// Reads the index and the headers of the fragments; never the media.
    ///
    /// - Parameter mayBeEmpty: whether a movie without samples is one.
    init(_ file: MovieFile, layout: MovieLayout, mayBeEmpty: Bool = false) throws(ISOMediaError) {
        movie = try FragmentedMovie(try file.box(layout.index))
        tracks = Array(repeating: TrackIndex(), count: movie.tracks.count)
        for gap in layout.gaps { skip(.damagedInMiddle(offset: gap.offset, byteCount: gap.byteCount)) }
        try readFragments(file, layout: layout)
        if sampleCount == 0, !mayBeEmpty || firstDamage != nil { throw firstDamage ?? .nothingRecorded }
    }

    /// Fits the tracks to the session in which they were recorded.
    ///
    /// - Parameters:
    ///   - placements: where each track lies, if its writer said so; else what the fragments say counts.
    ///   - end: how long the movie is, if that was said.
    ///   - laterSamples: what becomes of those that begin after it.
    /// - Returns: what is shown of each track.
    mutating func fit(
        to placements: [TrackPlacement?],
        endingAt end: Duration?,
        laterSamples: LaterSamples
    ) -> [TrackFit] {
        movie.tracks.indices.map { number in
            let fit = TrackFit(
                movie.tracks[number],
                tracks[number],
                placement: number < placements.count ? placements[number] : nil,
                movieTimescale: movie.timescale,
                end: end,
                laterSamples: laterSamples
            )
            fit.apply(to: &tracks[number])
            return fit
        }
    }

    private mutating func readFragments(_ file: MovieFile, layout: MovieLayout) throws(ISOMediaError) {
        var fragment: BoxHeader?
        for box in layout.boxes where box.offset >= layout.index.offset {
            switch box.type {
            case .moof:
                if let fragment { skip(Self.withoutMediaData(fragment)) }
                fragment = box
            case .mdat:
                if let fragment {
                    try add(fragment, mediaData: box, of: file)
                } else {
                    skip(.malformed(box: box.type, offset: box.offset, reason: "no fragment says what is in it"))
                }
                fragment = nil
            case .emsg where markers.count < Limits.markerCount:
                if let marker = try MarkerMessage(box, in: file) { markers.append(marker) }
            case .moov where box != layout.index:
                try checkLeftover(box, of: file)
                leftoverIndexOffset = box.offset
            default:
                break
            }
            // A fragment without its media data at the end is a torn one, and a leftover index is written anew.
            if fragment == nil && leftoverIndexOffset == nil { end = box.end }
        }
        let end = end
        markers.removeAll { $0.end > end }
    }

    /// Adds a fragment, or counts it as damaged; what concerns the whole movie is thrown.
    private mutating func add(
        _ header: BoxHeader,
        mediaData: BoxHeader,
        of file: MovieFile
    ) throws(ISOMediaError) {
        let fragment: MovieFragment
        do throws(ISOMediaError) {
            fragment = try MovieFragment(try file.box(header), mediaData: mediaData, of: movie)
        } catch {
            switch error {
            // A disk that gives nothing back, or somebody who shortens the file meanwhile, is no damage in it; nor is
            // what another program wrote.
            case .storage, .cutShort, .foreignFragments: throw error
            default: skip(error)
            }
            return
        }
        sampleCount += fragment.sampleCount
        guard sampleCount <= Limits.sampleCount else { throw .tooManySamples(limit: Limits.sampleCount) }
        for part in fragment.parts { tracks[part.trackNumber].append(part) }
    }

    private mutating func skip(_ error: ISOMediaError) {
        skippedFragmentCount += 1
        firstDamage = firstDamage ?? error
    }

    private static func withoutMediaData(_ fragment: BoxHeader) -> ISOMediaError {
        .malformed(box: fragment.type, offset: fragment.offset, reason: "no media data follows it")
    }

    /// Throws unless a second index is one that finishing wrote: the last box, and without fragments of its own.
    private func checkLeftover(_ box: BoxHeader, of file: MovieFile) throws(ISOMediaError) {
        guard box.end == file.byteCount else { throw .secondIndex(offset: box.offset) }
        let extends: BoxHeader?
        do throws(ISOMediaError) {
            extends = try BoxWalk.first(.mvex, in: box, of: file)
        } catch {
            // Its beginning reached the disk before the power was lost, the rest did not: it is of no use to anyone.
            guard case .malformed = error else { throw error }
            extends = nil
        }
        guard extends == nil else { throw .secondIndex(offset: box.offset) }
    }
}
