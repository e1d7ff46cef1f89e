import DoubletakeLibAV
package import DoubletakeMedia
package import DoubletakeWriting
import DoubletakeX264

/// The codecs and muxers of this build: libx264 for pictures, libavcodec for sound, libavformat for the file.
package struct SystemCodecs: CodecProvider {
    /// Creates the provider.
    package init() {}

    package func makeVideoEncoder(_ settings: VideoEncoderSettings) throws(WriterError) -> any VideoEncoder {
        try X264Encoder(settings)
    }

    package func makeAudioEncoder(_ settings: AudioEncoderSettings) throws(WriterError) -> any AudioEncoder {
        try LibAVAudioEncoder(settings)
    }

    package func makeMuxer(
        _ container: ContainerFormat,
        tracks: [MuxerTrack],
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any Muxer {
        try LibAVMuxer(container: container, tracks: tracks, storage: storage, subject: subject)
    }
}
