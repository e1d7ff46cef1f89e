package import DoubletakeMedia

/// What a file says of itself.
public struct MovieMetadata: Hashable, Sendable {
    /// What it is called.
    public var title: String?
    /// What somebody wanted to say about it.
    public var comment: String?
    /// When it was recorded: the time since 1970 began, in UTC; nil for when writing starts.
    public var creationDate: Duration?
    /// The unit of the film's own times, as its writer sets it; nil for the container's usual one.
    package internal(set) var timeScale: TimeBase?

    /// Creates metadata.
    public init(title: String? = nil, comment: String? = nil, creationDate: Duration? = nil) {
        self.title = title
        self.comment = comment
        self.creationDate = creationDate
    }
}
