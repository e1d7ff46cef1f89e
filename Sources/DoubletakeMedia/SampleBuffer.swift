/// What a captured buffer is, as ReplayKit names it.
public enum SampleBufferType: String, CaseIterable, Sendable {
    /// A picture of the screen or of the composed cameras.
    case video
    /// The applications' sound.
    case audioApp
    /// The microphone's sound.
    case audioMic
}

/// A captured picture or run of sound, with its type and its time: what a capture handler gets and what an asset
/// writer's input takes.
public struct SampleBuffer: Sendable {
    /// What is in it.
    public enum Content: Sendable {
        /// A picture.
        case video(VideoFrame)
        /// Sound.
        case audio(AudioBuffer)
    }

    /// Where it comes from.
    public let source: SampleBufferSource
    /// The picture or the sound.
    public let content: Content

    /// Creates a buffer with a picture.
    public init(_ frame: VideoFrame) {
        source = .video
        content = .video(frame)
    }

    /// Creates a buffer with a picture of a camera that has a file of its own, or with the film's own picture.
    package init(_ frame: VideoFrame, from source: SampleBufferSource) {
        precondition(source.type == .video, "a sound is no picture")
        self.source = source
        content = .video(frame)
    }

    /// Creates a buffer with the applications' sound.
    public init(applications audio: AudioBuffer) {
        self.init(audio, from: .audioApp)
    }

    /// Creates a buffer with the microphone's sound.
    public init(microphone audio: AudioBuffer) {
        self.init(audio, from: .audioMic)
    }

    /// Creates a buffer with the sound of one of several sources.
    public init(_ audio: AudioBuffer, from source: SampleBufferSource) {
        precondition(source.type != .video, "a picture is no sound")
        self.source = source
        content = .audio(audio)
    }

    /// What it is.
    public var type: SampleBufferType {
        source.type
    }

    /// When it is shown, or when its first sample sounds.
    public var presentationTime: MediaTime {
        switch content {
        case .video(let frame): frame.time
        case .audio(let audio): audio.time
        }
    }
}
