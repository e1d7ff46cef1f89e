/// Which source a captured buffer comes from: what its buffers are, and which source of that type it is.
public struct SampleBufferSource: Hashable, Sendable {
    /// What its buffers are.
    public let type: SampleBufferType
    /// Which of the sources of that type it is, in the order in which they were named; the first is 0.
    public let number: Int

    /// Creates a description of a source.
    public init(_ type: SampleBufferType, number: Int = 0) {
        self.type = type
        self.number = number
    }

    /// The film's picture; those with other numbers are the cameras' own.
    public static let video = SampleBufferSource(.video)
    /// The first source of applications' sound.
    public static let audioApp = SampleBufferSource(.audioApp)
    /// The first microphone.
    public static let audioMic = SampleBufferSource(.audioMic)
}
