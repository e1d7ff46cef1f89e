/// Where a track lies in its movie, as its writer knows it: the header of the fragments was written before all of it was
/// known.
package struct TrackPlacement: Hashable, Sendable {
    /// When its first sample is decoded, in the track's ticks from the movie's beginning: negative when it was appended
    /// with a time before that.
    package let firstDecodeTicks: Int64
    /// How much of the beginning of its media is never shown: an encoder's run-up.
    package let trimmedTicks: Int64
    /// When its last sample ends, from the movie's beginning; nil for when its fragment says, which may be a guess.
    package let endTicks: Int64?
    /// What its header says beside that.
    package let appearance: TrackAppearance

    /// Creates a placement.
    package init(
        firstDecodeTicks: Int64,
        trimmedTicks: Int64 = 0,
        endTicks: Int64? = nil,
        appearance: TrackAppearance = TrackAppearance()
    ) {
        self.firstDecodeTicks = firstDecodeTicks
        self.trimmedTicks = trimmedTicks
        self.endTicks = endTicks
        self.appearance = appearance
    }
}
