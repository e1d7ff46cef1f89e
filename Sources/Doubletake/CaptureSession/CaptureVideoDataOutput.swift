public import DoubletakeMedia

/// Hands out a camera's pictures, as they are or in another format.
public final class CaptureVideoDataOutput: CaptureDataOutput {
    /// What the pictures shall be like.
    public struct VideoSettings: Hashable, Sendable {
        /// How their samples lie: `i420`, which costs nothing, `nv12`, or `bgra`.
        public var pixelFormat: PixelFormat

        /// Creates settings.
        public init(pixelFormat: PixelFormat = .i420) {
            self.pixelFormat = pixelFormat
        }
    }

    /// The formats that pictures can be had in.
    public static let availableVideoPixelFormats: [PixelFormat] = [.i420, .nv12, .bgra]

    /// Where the session puts the pictures.
    public let channel: CaptureOutputChannel

    /// Makes an output without a delegate.
    public init() {
        channel = CaptureOutputChannel(mediaType: .video)
    }

    /// What the pictures shall be like, from the next one on.
    ///
    /// BGRA is an sRGB picture, the others are BT.709 in limited range, and tagged so.
    public var videoSettings: VideoSettings {
        get { VideoSettings(pixelFormat: channel.videoFormat) }
        set {
            precondition(
                Self.availableVideoPixelFormats.contains(newValue.pixelFormat),
                "a data output has no pictures in \(newValue.pixelFormat)"
            )
            channel.videoFormat = newValue.pixelFormat
        }
    }

    /// Whether a picture that comes while the delegate is still busy takes the place of the one that waits; true at first.
    ///
    /// False lets some wait, for a delegate that is slow now and then; what is beyond that is dropped all the same, since
    /// a camera doesn't wait.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { channel.discardsLate }
        set { channel.discardsLate = newValue }
    }
}
