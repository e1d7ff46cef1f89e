import Doubletake
import DoubletakeCapture
import DoubletakeControl
import DoubletakeWriting
import Glibc

/// What the tool's exit status means; scripts rely on the numbers (those of sysexits.h where it has one).
public enum ExitStatus: Int32, Sendable {
    /// Done.
    case done = 0
    /// It ran, and its answer is no.
    case no = 1
    /// An option or argument is wrong.
    case usage = 64
    /// An input can't be found.
    case noInput = 66
    /// A device or server is unavailable.
    case unavailable = 69
    /// A fault of the system or of this program.
    case software = 70
    /// The output can't be created.
    case cannotCreate = 73
    /// Reading or writing failed; what was recorded until then is kept.
    case inputOutput = 74
    /// What was recorded was lost in the run; what was recorded until then is kept.
    case lost = 75
    /// Permission is missing.
    case noPermission = 77
    /// A plan or a configuration is wrong.
    case badPlan = 78
}

extension ExitStatus {
    /// The status of a recording that could not begin, or ended by itself.
    init(_ error: RecordingError) {
        self =
            switch error {
            case .capture, .noMonitor: .unavailable
            case .lost: .lost
            case .writer(.cannotWrite, _), .writer(.cannotFinish, _): .inputOutput
            case .writer(.cannotCreate(let error), _) where error.errorNumber == ENOSPC: .inputOutput
            case .writer(.fileExists, _), .writer(.cannotCreate, _): .cannotCreate
            case .writer(.unsupported, _): .usage
            case .writer(.encoderUnavailable, _): .unavailable
            case .diskFull, .cannotSave: .inputOutput
            case .onePicture: .usage
            case .notBuffering, .clipExportInProgress: .no
            case .writer, .wrongState, .system: .software
            case .unknownContainer: .usage
            case .notRegularFile, .cannotCreate, .cannotRename: .cannotCreate
            }
    }

    /// The status of a recording that is complete: not done when it ended before anybody wanted it to.
    init(_ end: RecordingEnd) {
        self =
            switch end {
            case .requested, .windowClosed, .maximumSize: .done
            case .lowDisk, .largestFile: .inputOutput
            }
    }
}

extension ExitStatus {
    /// The status of a command for a recorder that can't be reached, or of a recorder that can't be.
    init(_ error: ControlError) {
        self =
            switch error {
            case .noRecorder, .noSuchInstance, .noFolder, .noAnswer, .system: .unavailable
            case .severalRecorders, .nameTaken, .badRequest: .usage
            case .foreignFolder: .noPermission
            }
    }
}

extension ExitStatus {
    /// The status of a repair that failed.
    init(_ error: RepairError) {
        self =
            switch error {
            case .notFound: .noInput
            case .notPermitted: .noPermission
            case .inUse, .notRepairable: .no
            case .inputOutput: .inputOutput
            case .output(let error): ExitStatus(error)
            }
    }
}
