import DoubletakeMedia
import DoubletakeWriting

/// The codecs of a film: those that were asked for, else the container's usual ones.
struct FilmCodecs {
    let video: VideoCodec
    let encoder: VideoEncoderSelection
    let audio: AudioCodec

    /// Chooses them; what the container can't hold is refused here, before anything is opened.
    init(_ configuration: RecordingConfiguration, _ container: ContainerFormat) throws(WriterError) {
        encoder = configuration.videoEncoder
        // Who names an encoder means what it makes.
        video = configuration.videoCodec ?? encoder.codec ?? container.videoCodecs[0]
        audio = configuration.audioCodec ?? container.audioCodecs[0]
        if case .named(let model) = encoder { try model.check(video) }
        try container.check(video)
        try container.check(audio)
    }

    /// How pictures of that size are encoded.
    func settings(
        _ configuration: RecordingConfiguration,
        displaySize: PixelSize,
        color: ColorDescription
    ) -> VideoEncoderSettings {
        VideoEncoderSettings(
            codec: video,
            encoder: encoder,
            displaySize: displaySize,
            color: color,
            // With variable timing two changes may be half a frame interval apart.
            frameRate: configuration.timing == .variable ? configuration.frameRate.doubled : configuration.frameRate,
            usualFrameRate: configuration.frameRate,
            quality: configuration.quality
        )
    }
}

extension VideoEncoderSelection {
    /// The codec of an encoder that is named.
    fileprivate var codec: VideoCodec? {
        if case .named(let model) = self { model.codec } else { nil }
    }
}
