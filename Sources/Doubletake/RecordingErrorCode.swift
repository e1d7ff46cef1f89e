/// The number of a recording's error, as programs know it from ReplayKit's RPRecordingErrorDomain.
public struct RecordingErrorCode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Creates a code from any number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Nothing more precise is known.
    public static let unknown = RecordingErrorCode(rawValue: -5_800)
    /// A device can't be opened or started, or there is none.
    public static let failedToStart = RecordingErrorCode(rawValue: -5_803)
    /// The film can't be encoded or written any more.
    public static let failed = RecordingErrorCode(rawValue: -5_804)
    /// The disk has no room.
    public static let insufficientStorage = RecordingErrorCode(rawValue: -5_805)
    /// What was recorded went away.
    public static let interrupted = RecordingErrorCode(rawValue: -5_806)
    /// The film can't be saved where it was wanted.
    public static let failedToSave = RecordingErrorCode(rawValue: -5_812)
    /// That isn't possible in this state.
    public static let invalidSession = RecordingErrorCode(rawValue: -5_832)
    /// What was asked for can't be had.
    public static let invalidParameter = RecordingErrorCode(rawValue: -5_834)
    /// A clip is just being written.
    public static let clipExportInProgress = RecordingErrorCode(rawValue: -5_836)
}

extension RecordingError {
    /// Its number.
    public var code: RecordingErrorCode {
        switch self {
        case .capture, .noMonitor: .failedToStart
        case .lost: .interrupted
        case .writer: .failed
        case .diskFull: .insufficientStorage
        case .cannotCreate, .cannotRename, .cannotSave: .failedToSave
        case .unknownContainer, .notRegularFile, .onePicture: .invalidParameter
        case .wrongState, .notBuffering: .invalidSession
        case .clipExportInProgress: .clipExportInProgress
        case .system: .unknown
        }
    }
}
