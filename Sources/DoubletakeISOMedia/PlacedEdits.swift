/// Works out the edits of a track of which its writer said where it lies in the movie.
///
/// The movie begins at `zero` of the track's media and ends at `end`: samples outside are stored, but not shown. Where
/// the track begins later than the movie, nothing is shown until then.
struct PlacedEdits {
    /// Where the movie begins in the track's media, in the track's ticks.
    let zero: Int64
    /// Where it ends, if that was said.
    let end: Int64?
    /// When the first sample is decoded: what the finished index counts media times from.
    let firstDecodeTime: Int64
    /// When the first sample is shown that isn't an encoder's run-up.
    let firstShown: Int64
    /// When the last one has been shown.
    let lastShown: Int64
    /// The track's ticks in a second.
    let timescale: UInt32
    /// The movie's ticks in a second.
    let movieTimescale: UInt32

    /// The edits of the finished index.
    func list() -> EditList {
        let start = max(zero, firstShown)
        let stop = min(lastShown, end ?? .max)
        guard start < stop else { return nothing() }
        let wait = Rescaling.nearest(start - zero, from: timescale, to: movieTimescale)
        // Rounded up, so that no player takes the last sample for one that was cut off; where it was, it mustn't come
        // back.
        let round = stop < lastShown ? Rescaling.down : Rescaling.up
        let shown = EditList.Edit(
            segmentDuration: max(1, round(stop - start, timescale, movieTimescale)),
            mediaTime: start - firstDecodeTime
        )
        return EditList(edits: wait > 0 ? [.empty(wait), shown] : [shown])
    }

    /// A track of which nothing lies within the movie: nothing is shown for as long as that is known to last.
    private func nothing() -> EditList {
        let length = Rescaling.nearest(max(0, (end ?? firstShown) - zero), from: timescale, to: movieTimescale)
        return EditList(edits: [.empty(max(1, length))])
    }
}
