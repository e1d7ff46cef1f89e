/// Whether a film may take the place of another one.
public enum FilmReplacement: Sendable {
    /// Never: a name that is taken gets a number.
    case never
    /// The film of that name is replaced, once the new one is complete.
    case whenComplete
}
