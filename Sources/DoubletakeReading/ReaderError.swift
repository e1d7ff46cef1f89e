public import DoubletakeMedia

/// Why a file can't be read.
public enum ReaderError: ExplainedError, Equatable {
    /// The file can't be opened: it isn't there, or it is no film.
    case cannotOpen(path: String, reason: String)
    /// The file is damaged.
    case cannotDecode(path: String, reason: String)

    /// The path.
    public var subject: String {
        switch self {
        case .cannotOpen(let path, _), .cannotDecode(let path, _): path
        }
    }

    /// What happened, with the library's own words.
    public var reason: String {
        switch self {
        case .cannotOpen(_, let reason): "can't be opened: \(reason)"
        case .cannotDecode(_, let reason): "can't be decoded: \(reason)"
        }
    }

    /// What to do.
    public var help: String {
        switch self {
        case .cannotOpen: "Check that the path is right and that it is a film."
        case .cannotDecode: "Keep the file, and look at what is before the damage."
        }
    }
}
