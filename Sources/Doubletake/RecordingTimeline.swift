import DoubletakeMedia

/// Where the instants of a recording are in its film: what lies in a pause is not in it, and what follows moves up.
///
/// There is one for all tracks of a film. Nothing in it adds up: how far something has moved is the exact length of the
/// pauses before it, and samples are counted from the film's beginning.
struct RecordingTimeline: Sendable {
    /// A pause, and where the film is cut for it.
    private struct Cut {
        let start: MediaTime
        /// Nil while it lasts.
        var end: MediaTime?
        /// The instant in the film at which what comes before it meets what comes after.
        let filmTime: MediaTime
    }

    /// The film's first instant, which is the same in the film.
    let start: MediaTime
    /// With constant timing, the rate at whose pictures' times pauses begin and end.
    let grid: FrameRate?
    private var cuts: [Cut] = []

    /// Creates the timeline of a film without a pause.
    init(start: MediaTime, grid: FrameRate? = nil) {
        self.start = start
        self.grid = grid
    }

    /// How many pauses there were.
    var pauseCount: Int {
        cuts.count
    }

    /// When the pause began that still lasts; nil when none does.
    var pauseStart: MediaTime? {
        cuts.last.flatMap { $0.end == nil ? $0.start : nil }
    }

    /// How long the pauses were by an instant, all of them together.
    func pausedDuration(at instant: MediaTime) -> Duration {
        instant - filmTime(of: instant)
    }

    /// Begins a pause, unless one lasts already.
    ///
    /// - Parameter instant: when; with constant timing it begins with the next picture.
    /// - Returns: when it begins.
    mutating func pause(at instant: MediaTime) -> MediaTime {
        if let pauseStart { return pauseStart }
        // A pause doesn't begin within the one before.
        let begin = nextPictureTime(from: max(instant, cuts.last?.end ?? start))
        cuts.append(Cut(start: begin, end: nil, filmTime: filmTime(of: begin)))
        return begin
    }

    /// Ends the pause that lasts; nil when none does.
    ///
    /// - Parameter instant: when; with constant timing it ends with the next picture.
    /// - Returns: when it ends.
    mutating func resume(at instant: MediaTime) -> MediaTime? {
        guard let pauseStart else { return nil }
        let end = nextPictureTime(from: max(instant, pauseStart))
        cuts[cuts.count - 1].end = end
        return end
    }

    private func nextPictureTime(from instant: MediaTime) -> MediaTime {
        guard let grid else { return instant }
        let newest = grid.frameNumber(at: instant - start)
        let time = start + grid.offset(ofFrame: newest)
        return time >= instant ? time : start + grid.offset(ofFrame: newest + 1)
    }

    /// Whether what happens at an instant is left out.
    func isPaused(at instant: MediaTime) -> Bool {
        guard let cut = cuts.last(where: { $0.start <= instant }) else { return false }
        return cut.end.map { instant < $0 } ?? true
    }

    /// Where an instant is in the film; one in a pause is where the film is cut for it.
    func filmTime(of instant: MediaTime) -> MediaTime {
        guard let cut = cuts.last(where: { $0.start <= instant }) else { return instant }
        guard let end = cut.end, instant > end else { return cut.filmTime }
        return cut.filmTime + (instant - end)
    }

    /// Where a picture of that time is in the film: with constant timing it is a whole number of intervals from the
    /// film's beginning, to the nanosecond.
    func filmTime(ofPictureAt time: MediaTime) -> MediaTime {
        let filmTime = filmTime(of: time)
        guard let grid, !cuts.isEmpty else { return filmTime }
        // Times of pictures are rounded, and so their differences are a nanosecond off.
        let number = grid.frameNumber(at: filmTime - start + grid.frameDuration / 2)
        return start + grid.offset(ofFrame: number)
    }

    /// The first instant that is there in the film.
    func instant(ofFilmTime filmTime: MediaTime) -> MediaTime {
        guard let cut = cuts.last(where: { $0.filmTime < filmTime }) else { return filmTime }
        return cut.end.map { $0 + (filmTime - cut.filmTime) } ?? cut.start
    }

    // MARK: Sound

    /// What of a sound is in the film, with its times there.
    ///
    /// - Parameter buffer: a piece of an unbroken run of samples that begins with the film.
    func cut(_ buffer: AudioBuffer) -> [AudioBuffer] {
        let format = buffer.format
        let first = format.sampleCount(in: buffer.time - start)
        let end = first + buffer.sampleCount
        var pieces: [AudioBuffer] = []
        // Of many pauses only the last ones matter.
        for index in (0...cuts.count).reversed() {
            let stretch = stretch(index, of: format)
            let (from, to) = (max(first, stretch.source.lowerBound), min(end, stretch.source.upperBound))
            if from < to {
                let piece = buffer.dropping(first: from - first).prefix(to - from)
                let number = stretch.filmStart + (from - stretch.source.lowerBound)
                pieces.append(
                    AudioBuffer(
                        format: format,
                        time: start + format.duration(ofSamples: number),
                        samples: piece.samples
                    )
                )
            }
            if stretch.source.lowerBound <= first { break }
        }
        return pieces.reversed()
    }

    /// The samples between two pauses: which ones of the source, and where the first of them is in the film.
    ///
    /// - Parameter index: how many pauses come before.
    private func stretch(_ index: Int, of format: AudioFormat) -> (source: Range<Int>, filmStart: Int) {
        let (begin, filmBegin) = index == 0 ? (start, start) : (cuts[index - 1].end, cuts[index - 1].filmTime)
        // Nothing comes after a pause that lasts.
        guard let begin else { return (Int.max..<Int.max, 0) }
        let source = format.sampleCount(in: begin - start)
        let filmStart = format.sampleCount(in: filmBegin - start)
        guard index < cuts.count else { return (source..<Int.max, filmStart) }
        let filmEnd = format.sampleCount(in: cuts[index].filmTime - start)
        return (source..<source + (filmEnd - filmStart), filmStart)
    }
}
