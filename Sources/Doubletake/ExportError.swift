import DoubletakeComposition
public import DoubletakeMedia
public import DoubletakeReading
public import DoubletakeWriting

/// Why a film can't be exported.
public enum ExportError: ExplainedError {
    /// The film can't be read.
    case reader(ReaderError)
    /// The new file can't be made or written.
    case writer(WriterError)
    /// The new file or its folder can't be made, or not be given its name.
    case destination(RecordingError)
    /// The film's sound can't be made faster or slower.
    case sound(subject: String, reason: String, help: String)
    /// The new name's extension belongs to no kind of file that can be exported.
    case unknownFormat(path: String, known: [String])
    /// The film has no picture.
    case noPicture(path: String)
    /// The part begins where the film has ended.
    case beginsAfterEnd(path: String, start: Duration, duration: Duration)
    /// The system has no thread left.
    case system(SystemCallError)

    init(_ error: SoundConversionError) {
        self = .sound(subject: error.subject, reason: error.reason, help: error.help)
    }

    /// What it is about.
    public var subject: String {
        switch self {
        case .reader(let error): error.subject
        case .writer(let error): error.subject
        case .destination(let error): error.subject
        case .sound(let subject, _, _): subject
        case .unknownFormat(let path, _), .noPicture(let path), .beginsAfterEnd(let path, _, _): path
        case .system(let error): error.subject
        }
    }

    /// What happened.
    public var reason: String {
        switch self {
        case .reader(let error): error.reason
        case .writer(let error): error.reason
        case .destination(let error): error.reason
        case .sound(_, let reason, _): reason
        case .unknownFormat: "no kind of file that can be exported has this extension"
        case .noPicture: "it has no picture"
        case .beginsAfterEnd(_, let start, let duration):
            "it ends at \(duration.inSeconds) s, and the part was to begin at \(start.inSeconds) s"
        case .system(let error): "\(error.call): \(error.reason)"
        }
    }

    /// What to do.
    public var help: String {
        switch self {
        case .reader(let error): error.help
        case .writer(let error): error.help
        case .destination(let error): error.help
        case .sound(_, _, let help): help
        case .unknownFormat(_, let known): "Choose one of: \(known.map { ".\($0)" }.joined(separator: ", "))."
        case .noPicture: "Name a film that has a picture."
        case .beginsAfterEnd: "Choose an earlier time."
        case .system: "End other programs and try again."
        }
    }
}
