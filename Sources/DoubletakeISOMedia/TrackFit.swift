internal import DoubletakeMedia

/// Fits a track to the session in which it was recorded: the newest picture from before its beginning is shown from
/// there, the last one until its end, and samples end where it ends.
///
/// An encoder says how long a picture lasts before anyone knows when the recording stops; and a recording may be ended at
/// an instant that has passed. Samples that lie outside are left out by the edits, and those after its end by the index
/// too where that is wanted (`LaterSamples`).
struct TrackFit {
    private let track: FragmentedMovie.Track
    private let placement: TrackPlacement?
    private let movieTimescale: UInt32
    private let end: Duration?
    private let laterSamples: LaterSamples
    /// Where the movie begins in the track's media, in its ticks.
    private let zero: Int64

    init(
        _ track: FragmentedMovie.Track,
        _ index: TrackIndex,
        placement: TrackPlacement?,
        movieTimescale: UInt32,
        end: Duration?,
        laterSamples: LaterSamples
    ) {
        self.track = track
        self.placement = placement
        self.movieTimescale = movieTimescale
        self.laterSamples = laterSamples
        // A movie shows a nanosecond of its first picture at least.
        self.end = end.map { max($0, .nanoseconds(1)) }
        if let placement {
            zero = Self.sum(index.firstDecodeTime, -placement.firstDecodeTicks)
        } else {
            // The first edit with media begins behind the run-up of an encoder of sound, and after any empty edits.
            let edits = track.edits.edits
            let wait = EditList(edits: Array(edits.prefix { $0.isEmpty })).duration
            let delay = Rescaling.nearest(Int64(clamping: wait), from: movieTimescale, to: track.timescale)
            zero = Self.sum(edits.first { !$0.isEmpty }?.mediaTime ?? 0, -Int64(clamping: delay))
        }
    }

    /// What the track's header says of how it is shown.
    var appearance: TrackAppearance { placement?.appearance ?? TrackAppearance() }

    /// Where the movie ends in the track's media.
    private var last: Int64? {
        end.map { Self.sum(zero, max(1, TimeBase(ticksPerSecond: Int64(track.timescale)).ticks(in: $0))) }
    }

    /// Moves the samples' times at which the movie begins and ends.
    func apply(to index: inout TrackIndex) {
        if let ticks = placement?.endTicks { index.endLast(at: Self.sum(zero, ticks)) }
        if placement != nil && track.mediaType == "vide" { index.beginSample(at: zero) }
        guard let last else { return }
        index.endSample(at: last)
        if laterSamples == .leftOut { index.removeSamples(from: last) }
        if track.mediaType == "vide" { index.extendLast(to: last) }
    }

    /// The edits of the finished index.
    func edits(of index: TrackIndex) -> EditList {
        let length = end.map { TimeBase(ticksPerSecond: Int64(movieTimescale)).ticks(in: $0) }
        if index.sizes.isEmpty { return EditList(edits: length.map { [.empty(UInt64(max(1, $0)))] } ?? []) }
        if let placement {
            return PlacedEdits(
                zero: zero,
                end: last,
                firstDecodeTime: index.firstDecodeTime,
                firstShown: index.firstDecodeTime + index.compositionStart + placement.trimmedTicks,
                lastShown: index.firstDecodeTime + index.compositionEnd,
                timescale: track.timescale,
                movieTimescale: movieTimescale
            ).list()
        }
        let edits = FinishedEdits(
            edits: track.edits,
            headerDuration: track.headerDuration,
            firstDecodeTime: index.firstDecodeTime,
            compositionEnd: index.compositionEnd,
            timescale: track.timescale,
            movieTimescale: movieTimescale
        ).list()
        guard let length else { return edits }
        let whole = Rescaling.up(max(0, index.compositionEnd), from: track.timescale, to: movieTimescale)
        let shown = edits.edits.isEmpty ? EditList(edits: [EditList.Edit(segmentDuration: whole, mediaTime: 0)]) : edits
        return shown.ending(at: UInt64(max(1, length)))
    }

    /// The sum of two times, one of which may be that of a damaged file.
    private static func sum(_ time: Int64, _ other: Int64) -> Int64 {
        Int64(clamping: Int128(time) + Int128(other))
    }
}
