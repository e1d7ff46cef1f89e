public import DoubletakeMedia
import Glibc

/// Why an asset writer could not be made, or failed.
public enum WriterError: ExplainedError {
    /// Something of that name exists, and a writer never overwrites.
    case fileExists(path: String)
    /// The file could not be made.
    case cannotCreate(SystemCallError)
    /// The system had no thread for the writer.
    case cannotStart(SystemCallError)
    /// The file could not be written.
    case cannotWrite(SystemCallError)
    /// The file could not be finished; what is there is a fragmented one, which plays.
    case cannotFinish(path: String, reason: String, help: String)
    /// A setting that the codec or the container can't have.
    case unsupported(subject: String, reason: String, help: String)
    /// An encoder that was named can't be opened: the machine or the system lacks what it needs.
    case encoderUnavailable(name: String, reason: String)
    /// A codec or muxer failed.
    case codecFailed(subject: String, reason: String)
    /// The writer was used against its contract.
    case misuse(subject: String, reason: String, help: String)
    /// It was finished before anything was appended.
    case nothingWritten(path: String)

    /// What it is about.
    public var subject: String {
        switch self {
        case .fileExists(let path), .cannotFinish(let path, _, _), .nothingWritten(let path): path
        case .cannotCreate(let error), .cannotStart(let error), .cannotWrite(let error): error.subject
        case .encoderUnavailable(let name, _): name
        case .unsupported(let subject, _, _), .codecFailed(let subject, _), .misuse(let subject, _, _): subject
        }
    }

    /// What happened.
    public var reason: String {
        switch self {
        case .fileExists: "a file of that name exists"
        case .cannotCreate(let error), .cannotStart(let error), .cannotWrite(let error):
            "\(error.call): \(error.reason)"
        case .cannotFinish(_, let reason, _): "it could not be finished: \(reason)"
        case .encoderUnavailable(_, let reason): "it can't be opened: \(reason)"
        case .unsupported(_, let reason, _), .codecFailed(_, let reason), .misuse(_, let reason, _): reason
        case .nothingWritten: "nothing was recorded"
        }
    }

    /// What to do.
    public var help: String {
        switch self {
        case .fileExists: "Choose another name, or remove the file."
        case .cannotCreate: "Choose a folder that exists and that you may write to."
        case .cannotStart: "End other programs and try again."
        case .cannotWrite(let error): "\(error.storageAdvice)."
        case .unsupported(_, _, let help), .misuse(_, _, let help), .cannotFinish(_, _, let help): help
        case .encoderUnavailable: "Choose an encoder that needs no hardware, or leave the choice out."
        case .codecFailed: "Try again with other settings for that track."
        case .nothingWritten: "Append at least one buffer before finishing."
        }
    }

    /// The number that AVFoundation has for it.
    public var code: WriterErrorCode {
        switch self {
        case .fileExists: .fileAlreadyExists
        case .cannotCreate(let error), .cannotWrite(let error): Self.code(of: error)
        case .cannotStart: .outOfMemory
        case .cannotFinish: .unknown
        case .unsupported: .unsupportedSettings
        case .encoderUnavailable: .encoderNotFound
        case .codecFailed: .unknown
        case .misuse: .incorrectlyConfigured
        case .nothingWritten: .noDataCaptured
        }
    }

    private static func code(of error: SystemCallError) -> WriterErrorCode {
        switch error.errorNumber {
        case ENOSPC, EDQUOT: .diskFull
        case EFBIG: .maximumFileSizeReached
        case ENOMEM, EAGAIN: .outOfMemory
        default: .unknown
        }
    }
}
