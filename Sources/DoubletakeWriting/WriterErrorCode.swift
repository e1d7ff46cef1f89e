/// The number of a writer's error, as programs know it from AVFoundation's AVError.
public struct WriterErrorCode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Creates a code from any number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Nothing more precise is known, as of a codec that failed.
    public static let unknown = WriterErrorCode(rawValue: -11_800)
    /// There was not enough memory, or no thread to be had.
    public static let outOfMemory = WriterErrorCode(rawValue: -11_801)
    /// Nothing was recorded.
    public static let noDataCaptured = WriterErrorCode(rawValue: -11_805)
    /// The disk is full.
    public static let diskFull = WriterErrorCode(rawValue: -11_807)
    /// The file has become as large as it may.
    public static let maximumFileSizeReached = WriterErrorCode(rawValue: -11_811)
    /// A file of that name exists.
    public static let fileAlreadyExists = WriterErrorCode(rawValue: -11_823)
    /// An encoder that was named can't be opened.
    public static let encoderNotFound = WriterErrorCode(rawValue: -11_834)
    /// The settings are none that the codec or the container can have.
    public static let unsupportedSettings = WriterErrorCode(rawValue: -11_861)
    /// The writer was used against its contract.
    public static let incorrectlyConfigured = WriterErrorCode(rawValue: -11_875)
}
