public import DoubletakeMedia

/// What a track's packets are: what an encoder states once it is open, and what a muxer writes into the header.
public struct TrackDescription: Sendable {
    /// What the track carries.
    public enum Media: Sendable {
        /// Pictures.
        case video(VideoCodec, codedSize: PixelSize, displaySize: PixelSize, color: ColorDescription)
        /// Sound. The first `primingSampleCount` samples are the encoder's run-up, which players leave out.
        case audio(AudioCodec, format: AudioFormat, bitRate: Int, primingSampleCount: Int)
    }

    /// What the track carries.
    public let media: Media
    /// The codec's set-up bytes as libavcodec has them in `extradata`: for H.264 its parameter sets with start codes,
    /// for AAC the AudioSpecificConfig.
    public let codecConfiguration: [UInt8]
    /// The unit of the track's times in the container.
    public let timeBase: TimeBase

    /// Creates a description.
    public init(media: Media, codecConfiguration: [UInt8], timeBase: TimeBase) {
        self.media = media
        self.codecConfiguration = codecConfiguration
        self.timeBase = timeBase
    }

    /// Pictures or sound.
    public var mediaType: MediaType {
        switch media {
        case .video: .video
        case .audio: .audio
        }
    }

    /// How long the encoder's run-up is, in ticks.
    var primingTicks: Int64 {
        guard case .audio(_, let format, _, let primingSampleCount) = media else { return 0 }
        return timeBase.ticks(in: format.duration(ofSamples: primingSampleCount))
    }
}
