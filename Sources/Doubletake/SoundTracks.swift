/// Which sound tracks a film has when more than one source of sound is recorded.
public enum SoundTracks: String, CaseIterable, Sendable {
    /// One track with everything.
    case mix
    /// A track for each source; the first is the one that players play.
    case separate
    /// The mix, which is what players play, and then a track for each source.
    case both
}
