import DoubletakeLibAV
package import DoubletakeMedia
package import DoubletakeWriting
import DoubletakeX264

/// The codecs and muxers of this build: libx264 for H.264, libavcodec for all else, libavformat for the file.
package struct SystemCodecs: CodecProvider {
    /// Creates the provider.
    package init() {}

    package func makeVideoEncoder(_ settings: VideoEncoderSettings) throws(WriterError) -> any VideoEncoder {
        switch settings.encoder {
        case .software: return try makeEncoder(settings.codec.softwareEncoder, settings)
        case .named(let model): return try makeEncoder(model, settings)
        case .automatic: return try makeFirstEncoder(settings)
        }
    }

    private func makeEncoder(
        _ model: VideoEncoderModel,
        _ settings: VideoEncoderSettings
    ) throws(WriterError) -> any VideoEncoder {
        model == .x264 ? try X264Encoder(settings) : try LibAVVideoEncoder(settings, model)
    }

    /// Tries the graphics cards one after the other.
    private func makeFirstEncoder(_ settings: VideoEncoderSettings) throws(WriterError) -> any VideoEncoder {
        var tried: [(name: String, reason: String)] = []
        for model in settings.codec.hardwareEncoders {
            do throws(WriterError) {
                return try makeEncoder(model, settings)
            } catch {
                tried.append((name: model.name, reason: error.reason))
            }
        }
        let model = settings.codec.softwareEncoder
        return SubstituteEncoder(
            try makeEncoder(model, settings),
            EncoderSubstitution(tried: tried, used: model.name)
        )
    }

    package func makeAudioEncoder(_ settings: AudioEncoderSettings) throws(WriterError) -> any AudioEncoder {
        try LibAVAudioEncoder(settings)
    }

    package func makeMuxer(
        _ container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any Muxer {
        try LibAVMuxerProvider.makeMuxer(
            container,
            tracks: tracks,
            metadata: metadata,
            storage: storage,
            subject: subject
        )
    }
}
