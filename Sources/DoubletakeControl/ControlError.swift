public import DoubletakeMedia

/// Why a recorder can't be reached, or can't be made reachable.
public enum ControlError: ExplainedError, Hashable {
    /// No recorder runs that could be asked.
    case noRecorder
    /// None of that name runs.
    case noSuchInstance(String, running: [String])
    /// Several run, and none was named.
    case severalRecorders([String])
    /// A recorder of that name runs already.
    case nameTaken(String)
    /// The session has no folder for sockets.
    case noFolder
    /// The folder isn't ours alone, so what is in it may be somebody else's.
    case foreignFolder(String)
    /// A request can't be read.
    case badRequest(String)
    /// The recorder went away, or said what can't be read.
    case noAnswer
    /// A call of the system failed.
    case system(SystemCallError)

    /// What it is about.
    public var subject: String {
        switch self {
        case .noRecorder, .severalRecorders, .noAnswer: "recorder"
        case .noSuchInstance(let name, _), .nameTaken(let name): "--instance \(name)"
        case .noFolder: "XDG_RUNTIME_DIR"
        case .foreignFolder(let path): path
        case .badRequest: "request"
        case .system(let error): error.subject
        }
    }

    /// What happened.
    public var reason: String {
        switch self {
        case .noRecorder: "none is running"
        case .noSuchInstance: "no recorder of that name is running"
        case .severalRecorders(let names): "several are running: \(names.joined(separator: ", "))"
        case .nameTaken: "a recorder of that name is running already"
        case .noFolder: "it names no folder, so no recorder can be reached"
        case .foreignFolder: "it is not a folder that you alone may use"
        case .badRequest(let reason): reason
        case .noAnswer: "it ended without an answer"
        case .system(let error): "\(error.call): \(error.reason)"
        }
    }

    /// What to do.
    public var help: String {
        switch self {
        case .noRecorder: "Start one with `doubletake record`."
        case .noSuchInstance(_, let running) where !running.isEmpty:
            "Choose one of: \(running.joined(separator: ", "))."
        case .noSuchInstance: "Start it with `doubletake record --instance NAME`."
        case .severalRecorders: "Name one of them with --instance."
        case .nameTaken: "Choose another name, or stop that recorder."
        case .noFolder: "Set it to a folder of your own, as a login session does."
        case .foreignFolder: "Remove it, or take its permissions from others: chmod 700."
        case .badRequest: "Send what docs/control-protocol.md describes."
        case .noAnswer: "Look with `doubletake status` whether it still runs."
        case .system: "Check the folder that XDG_RUNTIME_DIR names."
        }
    }
}
