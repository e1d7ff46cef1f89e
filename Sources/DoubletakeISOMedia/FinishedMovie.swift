package import DoubletakeMedia

/// What finishing a movie came to.
package struct FinishedMovie: Hashable, Sendable {
    /// What was done.
    package enum Outcome: Hashable, Sendable {
        /// The file was in fragments and has become an ordinary one.
        case finished
        /// It was an ordinary one already, and was left alone.
        case alreadyFinished
    }

    /// One track of the movie.
    package struct Track: Hashable, Sendable {
        /// Its number in the file.
        package let id: UInt32
        /// The kind of media, by its handler: `vide`, `soun`, `text` (ISO/IEC 14496-12, 8.4.3).
        package let mediaType: FourCC
        /// The unit of its times.
        package let timeBase: TimeBase
        /// How many samples it has: pictures, or packets of sound.
        ///
        /// With none it is left out of the finished index, unless no track has one.
        package let sampleCount: Int
        /// The sum of the samples' durations, in ticks.
        ///
        /// Edits may show less, such as sound without its priming, or what lies within a session.
        package let durationInTicks: Int64

        /// The sum of the samples' durations.
        package var duration: Duration { Duration(ticks: durationInTicks, timeBase: timeBase) }
    }

    /// What was done.
    package let outcome: Outcome
    /// How long the movie is shown.
    package let duration: Duration
    /// The tracks, in the order of the file; the last one has the chapters, where there are any.
    package let tracks: [Track]
    /// The bytes of an incomplete fragment that were cut off the end.
    package let droppedByteCount: Int64
    /// How many fragments are damaged: their bytes are still in the file, their samples not in its index.
    ///
    /// Several that are next to each other may count as one.
    package let skippedFragmentCount: Int
    /// What was wrong with the first of them.
    package let firstDamage: ISOMediaError?
}

extension Duration {
    /// How long `ticks` last, rounded down.
    ///
    /// Unlike `TimeBase.duration(ofTicks:)` it takes any number: a damaged file may claim to last longer than
    /// nanoseconds in 64 bits can say.
    init(ticks: Int64, timeBase: TimeBase) {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: timeBase.ticksPerSecond)
        let attoseconds = Int128(rest) * 1_000_000_000_000_000_000 / Int128(timeBase.ticksPerSecond)
        self.init(secondsComponent: seconds, attosecondsComponent: Int64(attoseconds))
    }
}
