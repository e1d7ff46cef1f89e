import DoubletakeCapture
import DoubletakeControl
import DoubletakeMedia

/// A command line that can't be understood.
enum UsageError: ExplainedError, Equatable {
    case unknownCommand(String)
    case unknownOption(String, command: String)
    case missingValue(option: String, placeholder: String)
    case unwantedValue(option: String)
    case badValue(option: String, value: String, expected: String)
    case strayArgument(String, command: String)
    case missingArgument(String, command: String)
    case unknownPlaceholder(String, template: String)
    /// Both say what is recorded, or both say how it starts.
    case conflict(String, String)
    /// What should be a key is none.
    case badKey(KeyDescriptionError)
    /// A key was to do what no key does.
    case unknownAction(String)
    /// Something was said of cameras, and none is recorded.
    case needsCamera(String)
    /// The region of the last recording was asked for, and none is remembered.
    case noLastRegion
    /// A recording was to be started by a key, and none can be pressed.
    ///
    /// The reason is missing when no key was wanted.
    case noKeyCanArrive(because: CaptureError?)

    var subject: String {
        switch self {
        case .unknownCommand(let name): name
        case .unknownOption(let option, _), .missingValue(let option, _), .unwantedValue(let option): option
        case .badValue(let option, let value, _): "\(option) \(value)"
        case .strayArgument(let argument, _), .missingArgument(let argument, _): argument
        case .unknownPlaceholder(let placeholder, _): placeholder
        case .conflict(let first, let second): "\(first) and \(second)"
        case .badKey(let error): "--key \(error.subject)"
        case .unknownAction(let name): "--key \(name)="
        case .needsCamera(let option): option
        case .noLastRegion: RequestedPicture.lastRegion.option
        case .noKeyCanArrive: "--start key"
        }
    }

    var reason: String {
        switch self {
        case .unknownCommand: "there is no such command"
        case .unknownOption: "there is no such option"
        case .missingValue(_, let placeholder): "a value is missing: \(placeholder)"
        case .unwantedValue: "this option takes no value"
        case .badValue(_, _, let expected): "it must be \(expected)"
        case .strayArgument: "there is one argument too many"
        case .missingArgument(_, let command): "\(command) needs one"
        case .unknownPlaceholder(_, let template): "the name \(template) has an unknown part in braces"
        case .conflict: "they can't be used together"
        case .badKey(let error): error.reason
        case .unknownAction: "no key can do that"
        case .needsCamera: "no camera is recorded"
        case .noLastRegion: "no region was recorded before"
        case .noKeyCanArrive(let error): "no key can arrive: \(error?.description ?? "--no-key was given")"
        }
    }

    var help: String {
        switch self {
        case .unknownCommand: "Run `doubletake help` to see the commands."
        case .unknownOption(_, let command), .strayArgument(_, let command), .missingArgument(_, let command):
            "Run `doubletake help \(command)` to see what it takes."
        case .missingValue(let option, let placeholder): "Write \(option) \(placeholder)."
        case .unwantedValue(let option): "Write \(option) alone."
        case .badValue: "Correct the value."
        case .unknownPlaceholder: "Use {date}, {time}, {take} or {n}."
        case .conflict(_, let second): "Leave out \(second), or the other one."
        case .badKey(let error): error.help
        case .unknownAction: "Choose one of: \(KeyAction.named.map(\.rawValue).joined(separator: ", "))."
        case .needsCamera: "Name a camera with --camera, or leave the option out."
        case .noLastRegion: "Choose one with --region pick, or write it as WxH+X+Y."
        case .noKeyCanArrive(nil): "Begin at once with --start now, or run it on a terminal."
        case .noKeyCanArrive(let error?): error.help
        }
    }
}
