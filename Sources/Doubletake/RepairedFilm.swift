/// What became of a film that was to be repaired.
public struct RepairedFilm: Sendable {
    /// What was done.
    public enum Outcome: Sendable {
        /// It was in fragments, as a recorder leaves it that doesn't come to its end, and is an ordinary film now.
        case finished
        /// It was an ordinary film already.
        case alreadyFinished
    }

    /// What was done.
    public let outcome: Outcome
    /// Where the film is.
    public let file: String
    /// How long it is.
    public let duration: Duration
    /// The bytes of an incomplete fragment at its end that were cut off.
    public let droppedByteCount: Int64
    /// How many damaged fragments are not in the film.
    public let skippedFragmentCount: Int
    /// What was wrong with the first of them.
    public let firstDamage: String?
}
