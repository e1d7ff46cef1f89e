public import DoubletakeMedia

/// How pictures are to be compressed.
public struct VideoEncoderSettings: Sendable {
    /// How good they are to be.
    public enum Quality: Hashable, Sendable {
        /// The same quality throughout, by x264's constant rate factor: 1 to 51, lower is better.
        case constantRateFactor(Int)
        /// So many bits a second while everything moves at the usual frame rate; less where less happens.
        ///
        /// For two seconds it may be half as much again.
        case averageBitRate(Int)
        /// Not one sample is changed.
        case lossless

        /// Good enough that text looks the same; `high`.
        public static let high = Quality.constantRateFactor(23)
        /// Smaller, and text is still sharp; `medium`.
        public static let medium = Quality.constantRateFactor(28)
        /// For a slow connection; `low`.
        public static let low = Quality.constantRateFactor(34)
    }

    /// What the average bit rate is multiplied by for what there may be for a moment.
    ///
    /// Less, and a picture in which everything changes is blurred; more, and who watches over a line of just that rate
    /// has to wait.
    package static let peakRatio = 1.5
    /// How long that moment lasts.
    package static let peakDuration = Duration.seconds(2)

    /// The codec.
    public var codec: VideoCodec
    /// What makes it.
    public var encoder: VideoEncoderSelection
    /// The size that is shown.
    ///
    /// The coded one is the next even one.
    public var displaySize: PixelSize
    /// What the samples mean; the file is tagged so.
    public var color: ColorDescription
    /// The rate whose frame interval no two pictures are nearer than; they may come less often.
    ///
    /// The stream states it. Programs that count time in this rate's frames then find each picture in one of its own.
    public var frameRate: FrameRate
    /// The rate at which pictures come while everything moves; an average bit rate is spread over so many.
    public var usualFrameRate: FrameRate
    /// The quality.
    public var quality: Quality
    /// The longest time between two pictures at which decoding can begin; while hardly any picture comes, twice that.
    ///
    /// Shorter, and a still screen costs as much as a moving one (a whole picture of text is half a megabyte); longer,
    /// and seeking takes longer.
    public var keyframeInterval: Duration
    /// Whether that interval holds also while hardly any picture comes.
    package var sparseKeyframes = SparseKeyframes.further

    /// Where keyframes are while hardly any picture comes.
    package enum SparseKeyframes: Sendable {
        /// Up to twice the interval apart.
        case further
        /// As near as at other times, since decoding has to begin near any instant.
        case asNear
    }

    /// Creates settings.
    public init(
        codec: VideoCodec = .h264,
        encoder: VideoEncoderSelection = .software,
        displaySize: PixelSize,
        color: ColorDescription = .bt709Limited,
        frameRate: FrameRate = FrameRate(30),
        usualFrameRate: FrameRate? = nil,
        quality: Quality = .high,
        keyframeInterval: Duration = .seconds(10)
    ) {
        self.codec = codec
        self.encoder = encoder
        self.displaySize = displaySize
        self.color = color
        self.frameRate = frameRate
        self.usualFrameRate = usualFrameRate ?? frameRate
        self.quality = quality
        self.keyframeInterval = keyframeInterval
    }

    /// How many pictures make it worth while to begin anew: seeking costs the pictures that have to be decoded, not the
    /// time between them.
    ///
    /// Fewer, and a screen on which nothing changes has keyframes as often as one that moves, which are most of its film;
    /// more, and seeking in it goes further astray.
    private static let keyframePictureCount = 20

    /// Whether the next picture has to be one at which decoding can begin.
    ///
    /// - Parameters:
    ///   - elapsed: the time between the last such picture and this one.
    ///   - pictureCount: how many pictures there have been from that one on.
    package func isKeyframeDue(after elapsed: Duration, pictureCount: Int) -> Bool {
        let isNear = sparseKeyframes == .asNear || pictureCount >= Self.keyframePictureCount
        return elapsed >= keyframeInterval * (isNear ? 1 : 2)
    }
}

/// How sound is to be compressed.
public struct AudioEncoderSettings: Sendable {
    /// The codec.
    public var codec: AudioCodec
    /// Rate and channels of the sound that comes.
    public var format: AudioFormat
    /// Bits a second.
    public var bitRate: Int

    /// Creates settings.
    public init(codec: AudioCodec = .aac, format: AudioFormat, bitRate: Int = 128_000) {
        self.codec = codec
        self.format = format
        self.bitRate = bitRate
    }
}
