package import DoubletakeMedia

/// The port through which a writer gets its encoders and its muxer.
package protocol CodecProvider: Sendable {
    /// Opens an encoder of pictures.
    func makeVideoEncoder(_ settings: VideoEncoderSettings) throws(WriterError) -> any VideoEncoder

    /// Opens an encoder of sound.
    func makeAudioEncoder(_ settings: AudioEncoderSettings) throws(WriterError) -> any AudioEncoder

    /// Opens a muxer that writes into `storage`, which is empty.
    ///
    /// - Parameters:
    ///   - metadata: what the file says of itself.
    ///   - subject: the file as a person would name it, for errors.
    func makeMuxer(
        _ container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata,
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any Muxer
}
