public import DoubletakeCapture
public import DoubletakeMedia
public import DoubletakeWriting

/// Why a recording can't begin, or ended before it was told to.
public enum RecordingError: ExplainedError {
    /// A device can't be opened or started.
    case capture(CaptureError)
    /// The file can't be made or written. `playableFile` is where what was recorded can be played, if anywhere.
    case writer(WriterError, playableFile: String?)
    /// What the picture came from was lost in the run. `playableFile` is where what was recorded can be played.
    case lost(CaptureError, playableFile: String?)
    /// There is nothing to record a picture from.
    case noMonitor
    /// The name's extension belongs to no kind of file that can be written.
    case unknownContainer(path: String)
    /// What is at the target is not a file, so it can't be replaced by one.
    case notRegularFile(path: String)
    /// The file or its folder can't be made.
    case cannotCreate(SystemCallError)
    /// The finished file can't be given its name; it can be played where it is.
    case cannotRename(SystemCallError, playableFile: String)
    /// The disk has less room than must stay free.
    case diskFull(path: String, availableByteCount: Int64, wantedByteCount: Int64)
    /// The film's folder was removed, and the film could not be copied elsewhere.
    case cannotSave(SystemCallError, film: String)
    /// Pictures were to be arranged, and there is only one.
    case onePicture
    /// A clip was wanted, and nothing is kept that it could be made of.
    case notBuffering
    /// A clip was wanted while another one was being written.
    case clipExportInProgress
    /// A recording can't be started or stopped in this state.
    case wrongState(RecordingState, wanted: String)
    /// The system has no thread left.
    case system(SystemCallError)

    /// What it is about.
    public var subject: String {
        switch self {
        case .capture(let error), .lost(let error, _): error.subject
        case .writer(let error, _): error.subject
        case .noMonitor: "monitor"
        case .unknownContainer(let path), .notRegularFile(let path), .diskFull(let path, _, _): path
        case .cannotSave(_, let film): film
        case .cannotCreate(let error), .cannotRename(let error, _), .system(let error): error.subject
        case .wrongState: "recorder"
        case .onePicture: "pictures"
        case .notBuffering, .clipExportInProgress: "replay"
        }
    }

    /// What happened.
    public var reason: String {
        switch self {
        case .capture(let error), .lost(let error, _): error.reason
        case .writer(let error, _): error.reason
        case .noMonitor: "there is none to record"
        case .unknownContainer: "no kind of film has this extension"
        case .notRegularFile: "it exists and is not a regular file"
        case .cannotCreate(let error), .cannotRename(let error, _), .system(let error): "\(error.call): \(error.reason)"
        case .diskFull(_, let available, let wanted):
            "\(available / 1_000_000) MB are free on its disk, and \(wanted / 1_000_000) MB must stay free"
        case .cannotSave(let error, _):
            "it was removed, and could not be copied elsewhere: \(error.call): \(error.reason)"
        case .onePicture: "there is only one, so nothing can be arranged"
        case .notBuffering: "nothing is kept in memory"
        case .clipExportInProgress: "one is just being written"
        case .wrongState(let state, let wanted): "it can't \(wanted) while it is \(state.rawValue)"
        }
    }

    /// What to do.
    public var help: String {
        switch self {
        case .capture(let error), .lost(let error, nil): error.help
        case .writer(.cannotWrite(let error), let file?): "\(error.storageAdvice); a playable file is at \(file)."
        case .writer(_, let file?), .lost(_, let file?): "Play what was recorded: a playable file is at \(file)."
        case .writer(.nothingWritten, nil): "Check that the monitor shows something, and record for longer."
        case .writer(let error, nil): error.help
        case .noMonitor:
            "Run it where an X server has a monitor, or name a test picture, such as --monitor test:counter."
        case .unknownContainer:
            "Choose one of: \(ContainerFormat.all.flatMap(\.fileExtensions).map { ".\($0)" }.joined(separator: ", "))."
        case .notRegularFile: "Choose another name."
        case .cannotCreate: "Choose a folder that you may write to."
        case .cannotRename(_, let file): "Find the film at \(file)."
        case .diskFull: "Free some space, record to another disk, or let less stay free with --min-free."
        case .cannotSave(let error, _): "\(error.storageAdvice), and record again."
        case .onePicture: "Record a camera beside it, with --camera."
        case .notBuffering: "Start the recorder with --replay T or --preroll T."
        case .clipExportInProgress: "Wait until it is complete, and try again."
        case .wrongState: "Wait until the recorder is ready, and try again."
        case .system: "End other programs and try again."
        }
    }

    /// Where what was recorded before the failure can be played.
    public var playableFile: String? {
        switch self {
        case .writer(_, let file), .lost(_, let file): file
        case .cannotRename(_, let file): file
        default: nil
        }
    }

    /// The call that failed, where that was all.
    var systemError: SystemCallError? {
        switch self {
        case .cannotCreate(let error), .cannotRename(let error, _), .cannotSave(let error, _), .system(let error): error
        default: nil
        }
    }
}
