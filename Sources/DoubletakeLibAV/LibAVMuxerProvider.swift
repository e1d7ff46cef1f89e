package import DoubletakeMedia
package import DoubletakeWriting

/// Opens the muxer that a container needs.
package enum LibAVMuxerProvider {
    /// Opens a muxer that writes at the end of `storage`.
    ///
    /// - Parameters:
    ///   - metadata: what the film says of itself.
    ///   - subject: the file as a person would name it, for errors.
    package static func makeMuxer(
        _ container: ContainerFormat,
        tracks: [MuxerTrack],
        metadata: MovieMetadata = MovieMetadata(),
        storage: any ByteStorage,
        subject: String
    ) throws(WriterError) -> any Muxer {
        switch container {
        case .mkv, .webm:
            try LibAVMatroskaMuxer(
                container: container,
                tracks: tracks,
                metadata: metadata,
                storage: storage,
                subject: subject
            )
        case .mp4, .mov:
            try LibAVMuxer(
                container: container,
                tracks: tracks,
                metadata: metadata,
                storage: storage,
                subject: subject
            )
        default:
            throw .unsupported(
                subject: subject,
                reason: "there is no muxer for \(container.name)",
                help: "Choose one of: \(ContainerFormat.all.map(\.name).joined(separator: ", "))."
            )
        }
    }
}
