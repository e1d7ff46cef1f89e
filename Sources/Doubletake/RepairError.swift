public import DoubletakeMedia

/// Why a recording that was interrupted can't be finished.
public enum RepairError: ExplainedError {
    /// There is no such file, or no file that could be a film.
    case notFound(path: String, reason: String)
    /// The file may not be read or changed.
    case notPermitted(SystemCallError)
    /// A recorder, or another repair, has the file.
    case inUse(path: String)
    /// The file is as it was, and can't be made better.
    case notRepairable(path: String, reason: String, help: String)
    /// Reading or writing failed; what could be played before still can.
    case inputOutput(path: String, reason: String, help: String)
    /// The repaired film can't be put where it should be.
    case output(RecordingError)

    /// What it is about.
    public var subject: String {
        switch self {
        case .notFound(let path, _), .inUse(let path), .notRepairable(let path, _, _), .inputOutput(let path, _, _):
            path
        case .notPermitted(let error): error.subject
        case .output(let error): error.subject
        }
    }

    /// What happened.
    public var reason: String {
        switch self {
        case .notFound(_, let reason), .notRepairable(_, let reason, _), .inputOutput(_, let reason, _): reason
        case .notPermitted(let error): "\(error.call): \(error.reason)"
        case .inUse: "it is being recorded or repaired right now"
        case .output(let error): error.reason
        }
    }

    /// What to do.
    public var help: String {
        switch self {
        case .notFound: "Check the path."
        case .notPermitted: "Change its permissions, or repair a copy of it: name one with -o."
        case .inUse: "Wait until that ends; a recorder finishes its film by itself."
        case .notRepairable(_, _, let help), .inputOutput(_, _, let help): help
        case .output(let error): error.help
        }
    }

    /// Where the film can be played, though something failed.
    public var playableFile: String? {
        if case .output(let error) = self { error.playableFile } else { nil }
    }
}
